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
ExitCode run_keep(const KeepOptions& options, Console& console);
ExitCode run_report(const ReportOptions& options, Console& console);
ExitCode run_dump(const DumpOptions& options, Console& console);
ExitCode run_slice(const SliceOptions& options, Console& console);
ExitCode run_strategies(Console& console);
ExitCode run_init(const InitOptions& options, Console& console);
ExitCode run_doctor(Console& console);

// `heddle cc …` and `heddle c++ …`: everything that follows is for the compiler, so CLI11 never sees it. Returns only
// if the compiler cannot be run. A program called heddle-cc or heddle-c++ is `heddle cc` or `heddle c++`.
std::vector<std::string> arguments_of(const std::vector<std::string>& words);
bool is_compiler_verb(const std::vector<std::string>& arguments);
ExitCode run_compiler(const std::vector<std::string>& arguments, Console& console);

}  // namespace heddle::cli
