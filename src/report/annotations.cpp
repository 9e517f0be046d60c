#include "report/annotations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string_view>

#include "report/uri.h"

namespace heddle::report {

namespace {

// A command is one line; in its properties some additional characters have a meaning.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

std::string message_text(std::string_view text) { return escaped(text, "%\r\n"); }
std::string property(std::string_view text) { return escaped(text, "%\r\n:,"); }

std::string annotation(const FindingWords& finding, const std::string& directory, const std::string& root) {
  std::string properties;
  if (!finding.place.file.empty()) {
    const std::string absolute = (std::filesystem::path(directory) / finding.place.file).string();
    properties = fmt::format("file={},", property(path_from(root, absolute)));
  }
  if (finding.place.line != 0) properties += fmt::format("line={},", finding.place.line);
  if (finding.place.column != 0) properties += fmt::format("col={},", finding.place.column);
  const std::string text = fmt::format("{}\n{}", finding.message, finding.text);
  return fmt::format("::error {}title={}::{}\n", properties, property("Heddle: " + finding.kind), message_text(text));
}

}  // namespace

std::string annotations(const Exploration& exploration, const std::string& root) {
  std::string lines;
  for (const FindingWords& finding : exploration.findings) lines += annotation(finding, exploration.directory, root);
  const std::string title = property("Heddle: " + exploration.program);
  if (!exploration.error.empty()) {
    lines += fmt::format("::error title={}::{}\n", title, message_text(exploration.error));
  } else if (!exploration.reasons.empty()) {
    lines += fmt::format("::warning title={}::not everything was explored: {}\n", title,
                         message_text(fmt::format("{}", fmt::join(exploration.reasons, ", "))));
  }
  return lines;
}

}  // namespace heddle::report
