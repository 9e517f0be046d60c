#pragma once

#include <string>

#include "report/exploration.h"

namespace heddle::report {

// Lines that GitHub shows next to the source: an error for each finding, a warning if not everything was explored. File
// names are relative to `root`, the directory of the repository.
std::string annotations(const Exploration& exploration, const std::string& root);

}  // namespace heddle::report
