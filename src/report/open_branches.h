#pragma once

#include <string>
#include <string_view>

#include "explore/branch_coverage.h"

namespace heddle::report {

// Why a branch is not covered: "unreachable (no scenario is left)".
std::string_view why_open(explore::BranchCoverage::State state);

// "12:7 (true)", without the file.
std::string branch_text(const explore::BranchCoverage::Branch& branch);

// The branches that are not covered, one line for each reason; empty if there are none.
std::string open_branches_text(const explore::BranchCoverage& coverage);

}  // namespace heddle::report
