#include "report/merge.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

namespace heddle::report {

namespace {

// The value of a number in the first element of its kind.
double number(std::string_view xml, std::string_view attribute) {
  const std::string begin = fmt::format(" {}=\"", attribute);
  const std::size_t at = xml.find(begin);
  return at == std::string_view::npos ? 0 : std::strtod(xml.data() + at + begin.size(), nullptr);
}

}  // namespace

std::string merged_junit(const std::vector<std::string>& files) {
  constexpr std::string_view kBegin = "  <testsuite ";
  constexpr std::string_view kEnd = "</testsuite>\n";
  std::string suites;
  double failures = 0;
  double errors = 0;
  double seconds = 0;
  for (const std::string& file : files) {
    const std::size_t begin = file.find(kBegin);
    const std::size_t end = file.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos) continue;
    suites += file.substr(begin, end + kEnd.size() - begin);
    failures += number(file, "failures");
    errors += number(file, "errors");
    seconds += number(file, "time");
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.3f}\">\n{}</testsuites>\n",
      files.size(), failures, errors, seconds, suites);
}

std::string merged_sarif(const std::vector<std::string>& files) {
  using Json = nlohmann::ordered_json;
  Json log;
  for (const std::string& file : files) {
    Json one = Json::parse(file, nullptr, false);
    if (!one.is_object()) continue;
    if (log.is_null()) {
      log = std::move(one);
    } else {
      for (Json& run : one["runs"]) log["runs"].push_back(std::move(run));
    }
  }
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
