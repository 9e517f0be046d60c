#pragma once

#include <cstddef>

namespace heddle::explore::prune {

struct Options {
  std::size_t max_summaries = 1U << 18;  // global control states with a summary (section 6.2)
  std::size_t max_size = 2000;           // expressions in one summary
  // Section 5.2: without it, partial order reduction loses runs. For tests.
  bool update_backtracks = true;
};

}  // namespace heddle::explore::prune
