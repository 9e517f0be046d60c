#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "trace/executor.h"
#include "trace/sliced_places.h"
#include "trace/test_file.h"

namespace heddle::native {
class NativeExecutor;
}

namespace heddle::cli {

inline constexpr std::size_t kMaxProgramBytes = 16u << 20;

// A program that is ready to run, or the exit code if it is not (the reason has been printed).
struct Program {
  std::shared_ptr<void> folder;                        // what was built for it; outlives the executor
  std::unique_ptr<trace::Executor> executor;           // null if it cannot be run
  native::NativeExecutor* native = nullptr;            // the same, if it is a C or C++ program
  trace::ProgramSpec spec;                             // what was loaded
  std::string hash;                                    // of its source
  std::shared_ptr<const trace::SlicedPlaces> slice{};  // its slice, if requested (is_sliced)
  ExitCode code = kNoBug;
};

// What else is needed to load a program.
struct Loading {
  std::string name;                           // what messages and findings call it; empty: its path
  std::vector<std::string> given;             // ProgramOptions::given: those without effect on the program are errors
  std::string_view strategy;                  // the one that will explore it; empty if it is only run
  std::vector<std::string> environment = {};  // native::Command::environment
  std::size_t jobs = 1;                       // targets of a native program
};

// Builds and starts the program, or says why that is not possible.
Program load_program(const trace::ProgramSpec& spec, const Loading& loading, Console& console);

// Is this a program that is compiled or run, rather than a model?
bool runs_code(const std::string& path);

// The stored test in a file, or in the file test.json of a directory.
base::Result<trace::TestFile> read_test_file(const std::string& path);

// The stored test with the ids that the executor gives its threads (TestFile::threads), whatever it has seen before;
// none if the program cannot have such threads.
std::optional<trace::Test> adopt_threads(const trace::TestFile& file, trace::Executor& executor);

}  // namespace heddle::cli
