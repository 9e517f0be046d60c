#pragma once

#include <string>

#include "report/exploration.h"

namespace heddle::report {

// Lines that GitHub shows beside the source: an error for each finding, a warning if not everything was explored. Files
// are named from `root`, the folder of the repository.
std::string annotations(const Exploration& exploration, const std::string& root);

}  // namespace heddle::report
