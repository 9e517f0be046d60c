#pragma once

#include <string>

#include "explore/branch_coverage.h"

namespace heddle::report {

// Branch coverage in the format of lcov: a test name (TN) for each number of interferences, k0, k1, ..., with the
// branches that need that many. Added up, as genhtml does, they are all the branches that were covered. The decisions
// of a line are its blocks, from left to right. Comments say why a branch is not covered.
std::string lcov(const explore::BranchCoverage& coverage);

}  // namespace heddle::report
