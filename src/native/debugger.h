#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "native/process.h"

namespace heddle::native {

// Runs gdb in the foreground on a program whose test is in the channel already (NativeExecutor::prepare_debugging), and
// returns its exit code. It is set up so that `run` runs that test, with addresses as ever, and stops where the bug
// shows: in the function heddle_finding. `more` are further arguments of gdb.
base::Result<int> run_gdb(const Command& command, int channel, const std::vector<std::string>& more);

}  // namespace heddle::native
