#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/supervisor.h"

namespace heddle::cli {

// What the supervisor says if the explorer has not finished: what was found so far, why it ended, and, if that is a bug
// in Heddle, how to reproduce it. `command` is the whole command line.
ExitCode tell_unfinished(const Command& options, const std::vector<std::string>& command, Console& console,
                         const Session& session, const Ending& ending);

}  // namespace heddle::cli
