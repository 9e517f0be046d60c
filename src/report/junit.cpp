#include "report/junit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

namespace heddle::report {

namespace {

// Bytes that are not UTF-8 are replaced.
std::string as_utf8(const std::string& text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

// As text or the value of an attribute. XML cannot represent control characters.
std::string xml(const std::string& text) {
  std::string result;
  for (const char c : as_utf8(text)) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += "&#10;"; break;
      case '\t': result += "&#9;"; break;
      default: result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  }
  return result;
}

// As the content of an element: line ends are kept.
std::string xml_lines(const std::string& text) {
  constexpr std::string_view kLine = "&#10;";
  std::string result = xml(text);
  for (std::size_t at = result.find(kLine); at != std::string::npos; at = result.find(kLine, at))
    result.replace(at, kLine.size(), "\n");
  return result;
}

std::string problem(std::string_view element, const std::string& type, const std::string& message,
                    const std::string& text) {
  return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", element, xml(type), xml(message),
                     xml_lines(text));
}

std::string failure(const Exploration& exploration) {
  const FindingWords& first = exploration.findings.front();
  std::string message = fmt::format("{} at {}: {}", first.kind, first.where, first.message);
  const std::size_t more = exploration.findings.size() - 1;
  if (more != 0) message += fmt::format(" (and {} more bug{})", more, more == 1 ? "" : "s");
  std::string text;
  for (const FindingWords& finding : exploration.findings) text += finding.text + "\n";
  return problem("failure", first.kind, message, text);
}

std::string problem_of(const Exploration& exploration) {
  if (!exploration.findings.empty()) return failure(exploration);
  if (!exploration.error.empty()) return problem("error", "not-explored", exploration.error, exploration.error);
  if (exploration.exit_code != 0) return problem("error", "incomplete", exploration.verdict, exploration.verdict);
  return {};
}

}  // namespace

std::string junit(const Exploration& exploration) {
  const std::size_t dot = exploration.test.find('.');
  const bool is_part = dot != std::string::npos;
  const std::string suite = is_part ? exploration.test.substr(0, dot) : "heddle";
  const std::string name = is_part ? exploration.test.substr(dot + 1) : exploration.program;
  const bool failed = !exploration.findings.empty();
  const bool error = !failed && exploration.exit_code != 0;
  const std::string counts = fmt::format("tests=\"1\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", failed ? 1 : 0,
                                         error ? 1 : 0, exploration.seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"{1}\" {0} skipped=\"0\">\n"
      "    <testcase classname=\"{1}\" name=\"{2}\" time=\"{3:.3f}\">\n{4}"
      "      <system-out>{5}</system-out>\n    </testcase>\n  </testsuite>\n</testsuites>\n",
      counts, xml(suite), xml(name), exploration.seconds, problem_of(exploration), xml_lines(exploration.verdict));
}

}  // namespace heddle::report
