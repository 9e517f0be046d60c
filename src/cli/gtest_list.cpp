#include "cli/gtest_list.h"

#include <algorithm>

namespace heddle::cli {

namespace {

// Without what it says about the type or the value of a parameter.
std::string_view name_in(std::string_view line) {
  line = line.substr(0, line.find("  #"));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

// "DISABLED_A", "All/DISABLED_P."
bool is_disabled(std::string_view name) {
  return name.starts_with("DISABLED_") || name.find("/DISABLED_") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> listed_tests(std::string_view text, bool disabled_too) {
  std::vector<std::string> tests;
  std::string_view suite;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string_view name = name_in(line);
    if (!line.starts_with("  ")) {
      suite = name.ends_with('.') ? name : std::string_view();  // otherwise it is something that the program prints
      continue;
    }
    if (suite.empty() || name.size() <= 2) continue;
    const std::string_view test = name.substr(2);
    if (disabled_too || (!is_disabled(suite) && !is_disabled(test)))
      tests.push_back(std::string(suite) + std::string(test));
  }
  return tests;
}

}  // namespace heddle::cli
