#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "trace/test_file.h"

namespace heddle::report {

// What was run and how, for the reports.
struct RunInfo {
  std::vector<std::string> command;  // as the user typed it
  std::string heddle;                // the path of the program `heddle`
  std::string program;               // the path of the tested program, as given,
  std::string directory;             // in this directory
  std::string program_hash;
  std::map<std::string, std::int64_t> definitions;
  std::optional<trace::NativeRun> native;  // none for a model
  std::string strategy;
  explore::StrategyOptions strategy_options;
  bool symbolic_reads = false;  // does the strategy make reads symbolic?
  explore::Budget budget;
  bool keep_going = false;
};

}  // namespace heddle::report
