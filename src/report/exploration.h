#pragma once

#include <string>
#include <vector>

#include "report/finding_words.h"

// What the reports for other tools (JUnit, SARIF, annotations) are made of: plain texts, so that they can be written
// also by one who has not explored the program itself.

namespace heddle::report {

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
  std::vector<FindingWords> findings;
};

}  // namespace heddle::report
