#pragma once

#include <string>

#include "trace/names.h"
#include "trace/trace.h"

namespace heddle::report {

// The first thing that a run of a changed program does differently from the run in `trace_json` (see report/json.h) of
// the program before: "step 7: was worker at queue.c:17 (jobs--), is worker at queue.c:18 (lock(m))". Lines that merely
// moved do not count. Empty if there is no difference, or the text is not such a file.
std::string first_difference(const std::string& trace_json, const trace::Trace& now, const trace::Names& names);

}  // namespace heddle::report
