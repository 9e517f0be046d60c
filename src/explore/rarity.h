#pragma once

#include "explore/finding.h"
#include "trace/executor.h"

namespace heddle::explore {

// Runs random schedules with the inputs of the finding for this many seconds, and counts those that show it.
Rarity rarity_of(const Finding& finding, trace::Executor& executor, double seconds);

}  // namespace heddle::explore
