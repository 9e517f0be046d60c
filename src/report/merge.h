#pragma once

#include <string>
#include <vector>

// Several reports of ours as one.

namespace heddle::report {

// All test suites in one file.
std::string merged_junit(const std::vector<std::string>& files);

// All runs in one log.
std::string merged_sarif(const std::vector<std::string>& files);

}  // namespace heddle::report
