#pragma once

#include <string>

#include "explore/branch_coverage.h"

namespace heddle::report {

// The branches covered, over time and over the number of interferences that they need, as a self-contained picture
// (SVG). `seconds`: how long the whole took.
std::string coverage_plot(const explore::BranchCoverage& coverage, double seconds);

}  // namespace heddle::report
