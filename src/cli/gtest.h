#pragma once

#include <functional>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"

namespace heddle::cli {

// Explores one program, as `heddle test` does without --gtest, and writes to the console that it is given.
using ExploreOne = std::function<ExitCode(const TestOptions&, Console&)>;

// heddle test --gtest: lists the tests of a GoogleTest program and explores each separately, in its own process. The
// exit code is that of the worst.
ExitCode run_gtest(const TestOptions& options, Console& console, const ExploreOne& explore_one);

}  // namespace heddle::cli
