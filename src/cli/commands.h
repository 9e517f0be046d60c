#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"

// The verbs: one file each.

namespace heddle::cli {

// `command` is the whole command line, for info.json.
ExitCode run_test(const TestOptions& options, const std::vector<std::string>& command, Console& console);
ExitCode run_ask(const AskOptions& options, Console& console);
ExitCode run_replay(const ReplayOptions& options, Console& console);
ExitCode run_dump(const DumpOptions& options, Console& console);
ExitCode run_strategies(Console& console);

}  // namespace heddle::cli
