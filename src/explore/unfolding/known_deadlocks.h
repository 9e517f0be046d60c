#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_set.h"
#include "detect/deadlock.h"
#include "unfolding/unfolding.h"

namespace heddle::explore {

// The deadlocks by locks and joins that the unfolding has (unfolding/deadlock_search.h), and which of them a test
// has already run into: only the others need a test of their own to be confirmed.
// Owned by UnfoldingStrategy.
class KnownDeadlocks {
 public:
  // Notes the deadlocks that this run has ended in, and takes those that the unfolding has found in it.
  // To be called after Unfolding::observe.
  void observe(const trace::Trace& trace, unfolding::Unfolding& unfolding);

  // The next deadlock that no test has run into, as a co-set of thread conditions; empty if there is none.
  // Valid until the next call.
  std::span<const unfolding::EventId> next();

  // Does the run end in this deadlock? It must have reached the conditions.
  bool is_shown(const trace::Trace& trace, std::span<const unfolding::EventId> deadlock,
                const unfolding::BranchingProcess& process);

  // Different deadlocks (co-sets) found in the unfolding.
  std::uint64_t count() const { return count_; }

 private:
  static base::Hash128 hash(std::span<const unfolding::EventId> deadlock);

  detect::DeadlockCores cores_;
  base::HashSet visited_;
  std::uint64_t count_ = 0;
  // Deadlocks to be confirmed: their conditions one behind the other, and the size of each.
  std::vector<unfolding::EventId> open_;
  std::vector<std::uint32_t> sizes_;
  std::vector<unfolding::EventId> current_;
};

}  // namespace heddle::explore
