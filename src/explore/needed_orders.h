#pragma once

#include "explore/finding.h"
#include "trace/executor.h"

namespace heddle::explore {

// Finds out at which switches between threads the order matters, by running it the other way round: of two dependent
// steps on either side of a switch the later one comes first. If then neither the failure nor anything of its kind
// shows up at its place, the failure needs that order (Finding::needed). Bounded by a number of runs and by time; its
// runs are not counted as tests. True if there is any.
bool find_needed_orders(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds);

}  // namespace heddle::explore
