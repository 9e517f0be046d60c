#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::explore::prune {

// See Adaptive.
struct Turns {
  // The pruned search runs alone for this long, and for this many runs.
  std::chrono::microseconds alone{100'000};
  std::uint64_t runs_alone = 256;
  std::chrono::microseconds at_least{10'000};  // one turn
};

struct Options {
  std::size_t max_summaries = 1U << 18;  // global control states with a summary (section 6.2)
  std::size_t max_size = 2000;           // expressions in one summary
  // For models: does the same search without pruning take turns with it, so that it is never much slower than that?
  std::optional<Turns> turns;
  // Section 5.2: without it, partial order reduction loses runs. For tests.
  bool update_backtracks = true;
};

}  // namespace heddle::explore::prune
