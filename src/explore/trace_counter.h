#pragma once

#include <cstdint>

#include "base/hash_set.h"
#include "explore/strategy.h"
#include "trace/identity.h"

namespace heddle::explore {

// Counts the different Mazurkiewicz traces among runs, for strategies that may run one twice.
class TraceCounter {
 public:
  void observe(const trace::Trace& trace) {
    if (!traces_.insert(identity_.mazurkiewicz(trace))) return;
    if (trace.outcome == trace::Outcome::kDeadlock) ++deadlocks_;
  }

  Progress progress() const { return {.traces = traces_.size(), .deadlocks = deadlocks_}; }

 private:
  trace::Identity identity_;
  base::HashSet traces_;
  std::uint64_t deadlocks_ = 0;
};

}  // namespace heddle::explore
