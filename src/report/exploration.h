#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/loop.h"
#include "trace/names.h"

// What the reports for other tools (JUnit, SARIF, annotations) are made of: plain texts, so that they can be written
// also by one who has not explored the program itself.

namespace heddle::report {

struct SourcePlace {
  std::string file;  // empty if there is none
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct ReportedFinding {
  std::string kind;
  std::string where;
  std::string message;
  std::string text;   // the whole, for people
  std::string sarif;  // see sarif_result
  SourcePlace place;
  std::string folder;  // where it is kept; may be empty
};

struct Exploration {
  std::string program;               // with its arguments
  std::string test;                  // "Suite.Name" if it was one test of the program; otherwise empty
  std::vector<std::string> command;  // the whole command line
  std::string directory;             // where it was run
  double seconds = 0;                // that it took
  int exit_code = 0;                 // of Heddle
  std::string verdict;               // the line that people read
  std::vector<std::string> reasons;  // of incompleteness
  std::string error;                 // why nothing was explored; empty if it was
  std::vector<ReportedFinding> findings;
};

// Where the finding shows: the place of the failure, or what the first thread of a deadlock waits at.
SourcePlace place_of(const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
