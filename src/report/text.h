#pragma once

#include <string>
#include <vector>

#include "explore/loop.h"
#include "report/columns.h"
#include "report/finding_words.h"
#include "report/run_info.h"
#include "trace/names.h"

// The reports for people.

namespace heddle::report {

// "no bug found; complete: every local state of every thread was reached". Never claims more than was done.
std::string verdict_line(const explore::Result& result, bool keep_going);

// "assuming sequential consistency, ...": the assumptions of a complete verdict; empty if there is nothing to say.
std::string assumptions_line(const explore::Result& result);

// "1698 tests, 1698 traces, 0.12 s with dpor"
std::string effort_line(const explore::Result& result, const std::string& strategy);

struct Story;

// How much is shown of a C or C++ program.
struct Detail {
  bool all_steps = true;    // not only those that play a part in the finding
  bool all_output = false;  // not only the first lines of what the program writes
};

// What is wrong and where, how it comes about (the columns), and who waits for whom.
std::string finding_text(const explore::Finding& finding, const trace::Names& names, const ColumnsOptions& options = {},
                         const Detail& detail = {});

// "The order matters: step 4 (queue.c:16) before step 7 (queue.c:9). …", for the steps that are shown; for all if
// `story` is null. Empty if no order is known to matter.
std::string needed_orders_text(const explore::Finding& finding, const trace::Names& names, const Story* story);

// "output of the program:" and its lines, as far as a terminal can show them; empty if there are none.
std::string output_text(const std::string& output, bool whole);

// A finding as it appears in report.txt.
std::string report_of_finding(const explore::Finding& finding, const trace::Names& names);

// report.txt, with the reports of the findings.
std::string report_text(const explore::Result& result, const RunInfo& info, const std::vector<FindingWords>& findings);

}  // namespace heddle::report
