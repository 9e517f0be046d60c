#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/finding.h"
#include "trace/names.h"

namespace heddle::report {

// A race that was merged into another one (report/same_cause.h).
struct MergedRace {
  std::string where;
  std::string message;
  std::uint64_t count = 0;
};

// Everything that is written about a finding anywhere: plain texts, so that it can also be reported by a process that
// did not explore the program itself.
struct FindingWords {
  std::string kind;     // "deadlock"
  std::string where;    // "file:line:column", of each place
  std::string message;  // one sentence
  std::uint64_t count = 0;
  std::vector<MergedRace> also;
  std::string text;            // all of it, for the terminal
  std::string report;          // all of it, for report.txt
  std::string cause;           // see cause_of
  std::string folder;          // where it is kept; empty if it could not be written
  std::string sarif;           // see sarif_result
  explore::SourcePlace place;  // where it shows up
};

// The short ones: kind, where, message, count, also, cause and place.
FindingWords words_of(const explore::Finding& finding, const trace::Names& names);

// Where the finding shows up: the place of the failure, or what the first thread of a deadlock waits at.
explore::SourcePlace place_of(const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
