#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "trace/program_spec.h"

namespace heddle::report {

// What was run and how, for the reports.
struct RunInfo {
  std::vector<std::string> command;  // as the user typed it
  std::string heddle;                // the path of the program `heddle`
  trace::ProgramSpec program;        // what was tested,
  std::string directory;             // the directory where that happened
  std::string program_hash;
  std::string strategy;
  explore::StrategyOptions strategy_options;
  explore::Budget budget;
  bool keep_going = false;
};

}  // namespace heddle::report
