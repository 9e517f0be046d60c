#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/executor.h"
#include "trace/names.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::trace {

// How a program of C or C++ was built and run.
struct NativeRun {
  std::vector<std::string> more_sources;          // besides TestFile::program
  std::vector<std::string> flags;                 // of the compiler
  std::vector<std::string> arguments;             // of the program
  std::string visible;                            // "racy" or "shared"
  std::string isolation;                          // "reset", "fork" or empty
  std::vector<std::uint32_t> symbolic_arguments;  // arguments that were inputs: their sizes in bytes
  std::uint32_t symbolic_stdin = 0;               // so many bytes of standard input were inputs
  std::vector<std::string> symbolic_files;        // "PATH:BYTES": files that were inputs
  bool spurious = false;                          // did waits return without a signal?
  std::vector<VisibleCell> cells;                 // those that were visible when the test was run

  friend bool operator==(const NativeRun&, const NativeRun&) = default;
};

// A test with everything that is needed to run it again, elsewhere and later: the content of test.json.
//
// The threads of the test are ids of a table that grows while a program is explored; `threads` is that table, so
// that Executor::intern_thread can give them the same ids again. Policy and sleep set are not stored: the
// schedule is the whole run.
struct TestFile {
  std::string heddle_version;
  std::string program;                              // the path of the program, as it was given,
  std::string directory;                            // in this directory
  std::string program_hash;                         // base::hex(base::content_hash(its content))
  std::map<std::string, std::int64_t> definitions;  // -D NAME=VALUE
  std::optional<NativeRun> native;                  // none for a model
  bool symbolic_reads = false;                      // were reads symbolic (SymbolicValues)? Their decisions are steps
  std::vector<Names::Thread> threads;               // by ThreadId
  Test test;
  // What the run is expected to show.
  Outcome outcome = Outcome::kFinished;
  std::string finding_kind;  // empty if nothing is wrong
  std::string finding_where;
  std::string finding_message;

  friend bool operator==(const TestFile&, const TestFile&) = default;
};

inline constexpr int kTestFileFormat = 1;

// What the reader accepts at most.
inline constexpr std::size_t kMaxTestFileBytes = 64u << 20;
inline constexpr std::size_t kMaxScheduleSteps = 4'000'000;
inline constexpr std::size_t kMaxInputs = 1'000'000;
inline constexpr std::size_t kMaxDefinitions = 10'000;
inline constexpr std::size_t kMaxWords = 10'000;  // sources, flags, arguments
inline constexpr std::size_t kMaxStoredCells = 1'000'000;

// As JSON, one line per field. Bytes that are no UTF-8 are replaced.
std::string to_json(const TestFile& file);

// The inverse of to_json. Every thread of the schedule and the inputs is in the table, every parent comes before
// its children. `file` is the place of an error.
base::Result<TestFile> parse_test_file(std::string_view text, const std::string& file);

}  // namespace heddle::trace
