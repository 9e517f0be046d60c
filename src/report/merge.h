#pragma once

#include <string>
#include <vector>

// Combines several of our reports into one.

namespace heddle::report {

// All test suites in one file.
std::string merged_junit(const std::vector<std::string>& files);

// All runs in one log.
std::string merged_sarif(const std::vector<std::string>& files);

}  // namespace heddle::report
