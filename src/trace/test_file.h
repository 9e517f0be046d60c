#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/executor.h"
#include "trace/names.h"
#include "trace/program_spec.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::trace {

// A test with everything needed to run it again, elsewhere and later: the content of test.json.
//
// The threads of the test are ids of a table that grows while a program is explored; `threads` is that table, so
// that Executor::intern_thread can give them the same ids again. Policy and sleep set are not stored: the
// schedule is the whole run.
struct TestFile {
  std::string heddle_version;
  ProgramSpec spec;  // with paths relative to this directory:
  std::string directory;
  std::string program_hash;            // base::hex(base::content_hash(its content))
  std::vector<VisibleCell> cells;      // of a native program: those that were visible when the test was run
  std::vector<Names::Thread> threads;  // by ThreadId
  Test test;
  // What the run is expected to show.
  Outcome outcome = Outcome::kFinished;
  std::string finding_kind;  // empty if nothing is wrong
  std::string finding_where;
  std::string finding_message;

  // Then the same program may be unable to follow the schedule: linked by another linker, or with longer paths in it,
  // it has its variables and locks elsewhere.
  bool depends_on_addresses() const { return !cells.empty(); }

  friend bool operator==(const TestFile&, const TestFile&) = default;
};

inline constexpr int kTestFileFormat = 1;

// The limits of what the reader accepts.
inline constexpr std::size_t kMaxTestFileBytes = 64u << 20;
inline constexpr std::size_t kMaxScheduleSteps = 4'000'000;
inline constexpr std::size_t kMaxInputs = 1'000'000;
inline constexpr std::size_t kMaxDefinitions = 10'000;
inline constexpr std::size_t kMaxWords = 10'000;  // sources, flags, arguments
inline constexpr std::size_t kMaxStoredCells = 1'000'000;

// As JSON, one line per field. Bytes that are not UTF-8 are replaced.
std::string to_json(const TestFile& file);

// The inverse of to_json. Every thread of the schedule and the inputs is in the table, every parent comes before
// its children. `file` is the place of an error.
base::Result<TestFile> parse_test_file(std::string_view text, const std::string& file);

}  // namespace heddle::trace
