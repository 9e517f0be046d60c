#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "trace/operation.h"

namespace heddle::explore::prune {

// Is no assertion ahead, nor anything else that could be found, whatever the threads do that stand in front of these
// operations, one for each thread that goes on? Said by who knows the code (Guo et al., section 6.1, nodes of type A).
using NothingAhead = std::function<bool(std::span<const trace::Operation* const>)>;

struct Options {
  std::size_t max_summaries = 1U << 18;  // global control states with a summary (section 6.2)
  std::size_t max_size = 2000;           // expressions in one summary
  NothingAhead nothing_ahead;            // may be empty
  // Section 5.2: without it, partial order reduction loses runs. For tests.
  bool update_backtracks = true;
};

}  // namespace heddle::explore::prune
