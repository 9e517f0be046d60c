#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_code.h"
#include "cli/tool_reports.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "trace/program_spec.h"
#include "unfolding/encoding_limits.h"

// What the command line says, as plain data: one struct for each verb.

namespace heddle::cli {

using Definitions = std::map<std::string, std::int64_t>;

// The program to be tested.
struct ProgramOptions {
  trace::ProgramSpec spec;
  std::vector<std::string> given;  // the options for C and C++ programs that the user gave
};

struct TestOptions {
  ProgramOptions program;
  std::string strategy;
  explore::StrategyOptions strategy_options;
  std::uint64_t seed_tests = 0;  // this many random tests come first
  std::string seed_from;         // and the stored tests below this directory; empty for none
  explore::Budget budget;
  std::size_t jobs = 0;  // processes that run tests of a native program at once; 0: as many as there are cores
  bool keep_going = false;
  bool quiet = false;
  bool full = false;                                     // show all steps of a finding
  bool show_output = false;                              // show what the program writes
  double simplify_seconds = 1;                           // to look for simpler runs that show the findings
  double rarity_seconds = 0;                             // to count random schedules that show them
  std::string stats;                                     // a file, "-" for standard output, empty for none
  std::string lcov;                                      // a file for the covered branches; empty for none
  std::string plot;                                      // a file for a plot of them; empty for none
  std::string out = "heddle-out";                        // empty for none
  bool resume = false;                                   // continue where an earlier session ended
  double journal_after = 2;                              // seconds after which runs are kept for that
  std::uint64_t journal_bytes = std::uint64_t{2} << 30;  // at most
  ToolReports tool_reports;
  bool gtest = false;                              // explore each test of a GoogleTest program separately
  std::string regressions = "heddle-regressions";  // the findings there are replayed first; empty for none
  bool fresh = false;                              // ignore what earlier explorations left
};

struct AskOptions {
  ProgramOptions program;
  std::string question;  // see unfolding/predicate.h
  explore::Budget budget;
  unfolding::EncodingLimits limits;
  bool quiet = false;
};

struct ReplayOptions {
  std::string bug;                     // the folder of a bug, or its test.json; with a corpus: a program
  std::string corpus;                  // a folder of inputs, for a program without Heddle; empty: a finding
  std::string lcov;                    // where the coverage goes; empty: nowhere
  std::vector<std::string> arguments;  // of that program
  std::string program;                 // instead of the one that the test names; empty for that one
  bool trust = false;                  // run what somebody else's test names
  bool follow = false;                 // if the program has changed, look for the failure near the schedule,
  std::uint64_t follow_tests = 2000;   // in this many runs
  bool gdb = false;
  std::vector<std::string> gdb_arguments;
  bool quiet = false;
  bool full = false;
  bool show_output = false;
};

struct KeepOptions {
  std::string bug;                            // the directory of a bug
  std::string folder = "heddle-regressions";  // where it is kept
};

struct ReportOptions {
  std::string folder = "heddle-out";  // of an exploration, or of one finding
  bool stats = false;                 // its numbers, as JSON
};

struct DumpOptions {
  ProgramOptions program;
  std::uint32_t depth = trace::kDefaultDepth;
  enum class Form : std::uint8_t { kTrace, kTest, kUnfoldingDot, kForestDot };
  Form form = Form::kTrace;
  std::string strategy;    // kUnfoldingDot: contextual or unfolding
  bool conflicts = false;  // kUnfoldingDot: draw them
};

struct SliceOptions {
  std::vector<std::string> sources;
  std::vector<std::string> flags;  // for the compiler
  Definitions definitions;
  bool assertions = false;  // only assertions and the like, no misuse of memory or of synchronisation
  bool json = false;
};

struct StrategiesOptions {};

struct InitOptions {
  std::string folder = "heddle-tests";
};

struct DoctorOptions {};

// Nothing is to be run: a text for standard output (code 0: help, version) or standard error, and the exit code.
struct Message {
  ExitCode code = kNoBug;
  std::string text;
};

using Command = std::variant<TestOptions, AskOptions, ReplayOptions, KeepOptions, ReportOptions, DumpOptions,
                             SliceOptions, StrategiesOptions, InitOptions, DoctorOptions, Message>;

// `arguments` does not include the name of the program.
Command parse_arguments(const std::vector<std::string>& arguments);

}  // namespace heddle::cli
