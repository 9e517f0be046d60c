#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

#include "trace/sliced_places.h"

namespace heddle::explore::prune {

// See Adaptive.
struct Turns {
  // What was spent before the exploration, on starting and compiling, with or without pruning.
  std::chrono::steady_clock::duration before{};
  std::chrono::microseconds at_least{1000};  // one turn
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
