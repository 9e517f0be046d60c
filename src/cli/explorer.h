#pragma once

#include <sys/types.h>

#include "cli/supervisor.h"

namespace heddle::cli {

// The life of the explorer; returns its exit code. `lifeline` is a pipe that ends when the supervisor dies.
int run_explorer(Session& session, pid_t supervisor, int lifeline, const Supervisor::Work& work);

}  // namespace heddle::cli
