#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "native/process.h"

namespace heddle::native {

// Runs gdb in the foreground on a program whose test is already in the channel (NativeExecutor::prepare_debugging), and
// returns its exit code. It is set up so that `run` runs that test, with the usual addresses, and stops where a bug of
// this kind shows, or of any if it is empty: in the function heddle_finding. `more` are additional arguments for gdb.
base::Result<int> run_gdb(const Command& command, int channel, const std::string& kind,
                          const std::vector<std::string>& more);

}  // namespace heddle::native
