#pragma once

#include <vector>

#include "explore/finding.h"

namespace heddle::report {

struct Story;

// Which accesses between steps belong to a story, by index into Explanation::between: those through which its threads
// tell each other something. One of two threads writes, and the later access is by a thread that existed at the earlier
// one, so that it matters which of them came first. What a thread is given when it is started says nothing; what
// another one writes after the failure says who was too early.
std::vector<bool> told_between(const explore::Finding& finding, const Story& story);
// The same for any run.
std::vector<bool> told_between(const trace::Trace& trace, const trace::Explanation& explanation, bool is_race,
                               const Story& story);

}  // namespace heddle::report
