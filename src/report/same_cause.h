#pragma once

#include <string>
#include <vector>

#include "explore/finding.h"
#include "report/finding_words.h"
#include "trace/names.h"

// One missing lock is one mistake, however many races show it.

namespace heddle::report {

// The threads of a race and the locks that each of them holds at its access: races that agree in these are one mistake.
// Empty for other findings, and if unknown.
std::string cause_of(const explore::Finding& finding, const trace::Names& names);

// Races with the same cause become one finding, the first of them, which names the others (Finding::also). A race of an
// access with a free becomes part of the use after free, if that was found as well.
void merge_same_cause(std::vector<explore::Finding>& findings, const trace::Names& names);

MergedRace words_of(const explore::SameCause& race);

// A line for each race that was merged into a finding; empty if there is none.
std::string same_cause_text(const std::vector<MergedRace>& also);

}  // namespace heddle::report
