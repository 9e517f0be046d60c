#pragma once

#include <cstdint>

#include "explore/finding.h"
#include "trace/executor.h"

namespace heddle::explore {

// How much there is to follow in a run up to the point where it fails.
struct Complexity {
  std::size_t preemptions = 0;  // switches away from a thread that could continue
  std::size_t switches = 0;     // all of them
  std::size_t steps = 0;
  std::uint64_t inputs = 0;  // the sum of their sizes: zeros cost nothing

  friend auto operator<=>(const Complexity&, const Complexity&) = default;
};
Complexity complexity_of(const trace::Trace& trace, trace::ThreadId failing, const trace::Executor& executor);

// Looks for a simpler run that shows the same finding, with the fewest preemptions first: step by step, threads
// continue where they were interrupted, pieces are left out or change places, inputs become small. Greedy, and bounded
// by a number of runs and by the time that they may take. True if one was found; then the finding describes that one.
// Its runs are not counted as tests.
bool simplify_run(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds);

}  // namespace heddle::explore
