#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "base/processor_time.h"
#include "trace/sliced_places.h"

namespace heddle::explore::prune {

// See Adaptive.
struct Turns {
  using Time = std::chrono::nanoseconds;
  // What everything has taken so far, from the start of Heddle on: processor time of all processes.
  std::function<Time()> clock = [] { return base::processor_time(); };
  Time at_least = std::chrono::milliseconds(1);  // one turn
  int plain_times = 4;                           // the plain search gets this many times what the pruned one gets
};

struct Options {
  std::size_t max_summaries = 1U << 18;  // global control states with a summary (section 6.2)
  std::size_t max_size = 2000;           // expressions in one summary
  // Expressions in total; with more, nothing is pruned any more. They take some hundred megabytes.
  std::size_t max_expressions = 1U << 23;
  // Does the same search without pruning take turns with it, so that it is never much slower than that?
  std::optional<Turns> turns;
  // The slice with which the program was compiled (section 6.1); may be null.
  std::shared_ptr<const trace::SlicedPlaces> slice;
  // Section 5.2: without it, partial order reduction loses runs. For tests.
  bool update_backtracks = true;
};

}  // namespace heddle::explore::prune
