#pragma once

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"

namespace heddle::cli {

// `heddle replay --corpus=DIR PROGRAM`: runs a program once with each file of a folder of inputs, without Heddle.
// Sources are compiled as they are, with what counts coverage; a program that was built in whatever way is run as it
// is.
ExitCode replay_corpus(const ReplayOptions& options, Console& console);

}  // namespace heddle::cli
