#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "trace/executor.h"
#include "trace/test_file.h"

namespace heddle::host {
class NativeExecutor;
}

namespace heddle::cli {

inline constexpr std::size_t kMaxProgramBytes = 16u << 20;

// A program that is ready to run, or the exit code if it is not (the reason has been printed).
struct Program {
  std::shared_ptr<void> folder;               // what was built for it; outlives the executor
  std::unique_ptr<trace::Executor> executor;  // null if it cannot be run
  host::NativeExecutor* native = nullptr;     // the same, if it is a program of C or C++
  std::string hash;                           // of its source
  ExitCode code = kNoBug;
};

// `name` is how messages and findings call the file at `path`: a model, a source of C or C++ (with others in `native`),
// or an instrumented executable.
Program load_program(const std::string& path, const std::string& name, const NativeOptions& native,
                     const Definitions& definitions, Console& console);

// Is this a program that is compiled or run, and no model?
bool runs_code(const std::string& path);

// The stored test in a file, or in the file test.json of a folder.
base::Result<trace::TestFile> read_test_file(const std::string& path);

// Gives the threads of a stored test (TestFile::threads) the ids that its schedule means; false if they cannot have
// them, because the program has other threads or has met them in another order.
bool intern_threads(const std::vector<trace::Names::Thread>& threads, trace::Executor& executor);

}  // namespace heddle::cli
