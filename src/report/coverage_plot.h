#pragma once

#include <string>

#include "explore/branch_coverage.h"

namespace heddle::report {

// Branches that were covered, over time and over the number of interferences that they need, as a picture (SVG) that
// needs nothing else. `seconds`: how long all took.
std::string coverage_plot(const explore::BranchCoverage& coverage, double seconds);

}  // namespace heddle::report
