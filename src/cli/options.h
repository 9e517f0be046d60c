#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_code.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "unfolding/encoding_limits.h"

// What the command line says, as plain data: one struct for each verb.

namespace heddle::cli {

using Definitions = std::map<std::string, std::int64_t>;

// How to build and run a program of C or C++.
struct NativeOptions {
  std::vector<std::string> more_sources;          // besides the first
  std::vector<std::string> flags;                 // for the compiler
  std::vector<std::string> arguments;             // for the program
  std::string visible = "racy";                   // which memory cells are visible: racy or shared
  bool record_accesses = false;                   // to what is not visible, for strategies that do not run every trace
  std::string isolation;                          // reset, fork, or empty: chosen by what the program does
  bool races = true;                              // are data races findings?
  std::vector<std::uint32_t> symbolic_arguments;  // more arguments, which are inputs of so many bytes
  std::uint32_t symbolic_stdin = 0;               // so many bytes of standard input are inputs
  std::vector<std::string> symbolic_files;        // "PATH:BYTES": files that are inputs
  bool symbolic_reads = false;                    // is code compiled so that reads can be symbolic?
  bool spurious = false;                          // do waits on condition variables return without a signal?
  double patience = 10;                           // seconds that a thread may run without a step
  std::vector<std::string> given;                 // which of the options above the user has given: those of no effect
                                                  // on the program are errors
};

struct TestOptions {
  std::string program;
  NativeOptions native;
  Definitions definitions;
  std::string strategy;
  explore::StrategyOptions strategy_options;
  std::uint64_t seed_tests = 0;  // so many random tests come first
  std::string seed_from;         // and the stored tests below this folder; empty for none
  explore::Budget budget;
  bool keep_going = false;
  bool quiet = false;
  std::string stats;               // a file, "-" for standard output, empty for none
  std::string out = "heddle-out";  // empty for none
};

struct AskOptions {
  std::string program;
  NativeOptions native;
  std::string question;  // see unfolding/predicate.h
  Definitions definitions;
  explore::Budget budget;
  unfolding::EncodingLimits limits;
  bool quiet = false;
};

struct ReplayOptions {
  std::string bug;      // the folder of a bug, or its test.json
  std::string program;  // instead of the one that the test names; empty for that one
  bool trust = false;   // run what somebody else's test names
  bool gdb = false;
  std::vector<std::string> gdb_arguments;
  bool quiet = false;
};

struct DumpOptions {
  std::string program;
  NativeOptions native;
  Definitions definitions;
  std::uint32_t depth = trace::kDefaultDepth;
  enum class Form : std::uint8_t { kTrace, kTest, kUnfoldingDot, kForestDot };
  Form form = Form::kTrace;
  std::string strategy;    // kUnfoldingDot: contextual or unfolding
  bool conflicts = false;  // kUnfoldingDot: draw them
};

struct StrategiesOptions {};

// Nothing is to be run: a text for standard output (code 0: help, version) or standard error, and the exit
// code.
struct Message {
  ExitCode code = kNoBug;
  std::string text;
};

using Command = std::variant<TestOptions, AskOptions, ReplayOptions, DumpOptions, StrategiesOptions, Message>;

// `arguments` without the name of the program.
Command parse_arguments(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
