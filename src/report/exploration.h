#pragma once

#include <string>
#include <vector>

#include "report/finding_words.h"

// What the reports for other tools (JUnit, SARIF, annotations) are made from: plain texts, so that they can also be
// written by a process that did not explore the program itself.

namespace heddle::report {

struct Exploration {
  std::string program;               // with its arguments
  std::string test;                  // "Suite.Name" if it was one test of the program; otherwise empty
  std::vector<std::string> command;  // the whole command line
  std::string directory;             // where it was run
  double seconds = 0;                // how long it took
  int exit_code = 0;                 // of Heddle
  std::string verdict;               // the line for people
  std::vector<std::string> reasons;  // for incompleteness
  std::string error;                 // why nothing was explored; empty if it was
  std::vector<FindingWords> findings;
};

}  // namespace heddle::report
