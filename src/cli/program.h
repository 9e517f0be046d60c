#pragma once

#include <memory>
#include <string>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "trace/executor.h"

namespace heddle::cli {

inline constexpr std::size_t kMaxProgramBytes = 16u << 20;

// A program that is ready to run, or the exit code if it is not (the reason has been printed).
struct Program {
  std::unique_ptr<trace::Executor> executor;  // null if it cannot be run
  std::string hash;                           // of its source
  ExitCode code = kNoBug;
};

// `name` is how messages and findings call the file at `path`.
Program load_program(const std::string& path, const std::string& name, const Definitions& definitions,
                     Console& console);

}  // namespace heddle::cli
