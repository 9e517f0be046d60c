#pragma once

#include "explore/finding.h"
#include "trace/executor.h"

namespace heddle::explore {

// Finds out from when on the failure was certain (Finding::doom): the first step after which none of a dozen random
// ways on avoids it. If no way from a state avoids it, none from a later one does, so the step is found by bisection.
// Not of a race, which harms nobody by itself. Bounded by time; its runs are not counted as tests. True if it was found
// out.
bool find_doom(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds);

}  // namespace heddle::explore
