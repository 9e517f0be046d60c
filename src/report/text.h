#pragma once

#include <string>
#include <vector>

#include "explore/inputs_of.h"
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

// How much is shown of a program in C or C++.
struct Detail {
  bool all_steps = true;    // not only those that play a part in the finding
  bool all_output = false;  // not only the first lines of what the program writes
};

// What is wrong and where, how it comes about (the columns), and who waits for whom.
std::string finding_text(const explore::Finding& finding, const trace::Names& names, const ColumnsOptions& options = {},
                         const Detail& detail = {});

// "The order matters: step 4 before 7; … Doomed since step 9: …", of the steps that are shown; of all if there is no
// story. Empty if neither is known.
std::string needed_orders_text(const explore::Finding& finding, const trace::Names& names,
                               const ColumnsOptions& options = {});

// The value of an input that is a number: "-3", "1.5".
std::string number_text(const explore::InputInfo& input);

// "output of the program:" and its lines, as far as a terminal can show them; empty if there are none.
std::string output_text(const std::string& output, bool whole);

// A finding as it appears in report.txt.
std::string report_of_finding(const explore::Finding& finding, const trace::Names& names);

// report.txt, with the reports of the findings.
std::string report_text(const explore::Result& result, const RunInfo& info, const std::vector<FindingWords>& findings);

}  // namespace heddle::report
