#pragma once

#include <csignal>

namespace heddle::cli {

// The signals that ask a process to end, and SIGCHLD. Those that were ignored when Heddle was started (nohup) are not
// included.
const sigset_t& handled_signals();

// For the supervisor, which waits for them.
void block_handled_signals();

// For the explorer: each is a request to stop (base/stop.h).
void handle_signals();

}  // namespace heddle::cli
