#pragma once

#include <cstdint>
#include <vector>

#include "base/growing_array.h"
#include "base/rng.h"
#include "explore/unfolding/branch_targets.h"
#include "symbolic/expressions.h"
#include "trace/trace.h"
#include "unfolding/branching_process.h"

namespace heddle::explore {

// Which target comes next.
enum class TargetOrder : std::uint8_t {
  kCoverage,  // of decisions on inputs, those that may cover something (branch_targets.h), in turns with the others
  kFewestPreemptions,
  kDepthFirst,
  kRandom,
};

// The extensions that are still to be executed, as a priority queue. Targets that another test has executed
// in the meantime are dropped when they come up.
//
// The preemptions of a target are estimated by how often its causal past switches threads: an event that follows its
// thread's own past has as many as its parent; one that needs something from another thread that its own past does not
// contain has one more than the greater of the two.
class TargetQueue {
 public:
  // `expressions`: for programs with inputs.
  TargetQueue(const unfolding::BranchingProcess& process, TargetOrder order, std::uint64_t seed,
              const symbolic::Expressions* expressions = nullptr)
      : process_(process),
        order_(order == TargetOrder::kCoverage && expressions == nullptr ? TargetOrder::kFewestPreemptions : order),
        rng_(seed),
        branches_(process, expressions, seed) {}

  // Must be called for every run, before its extensions arrive.
  void observe(const trace::Trace& trace) {
    if (order_ == TargetOrder::kCoverage) branches_.observe(trace);
  }

  // Must be called for every extension, in the order in which they were found: the estimate of one needs those of its
  // causes. An extension that has been executed in the meantime is only estimated.
  void push(unfolding::EventId target);
  // How many there are, including some that have been executed in the meantime.
  std::size_t size() const { return size_ + branches_.size(); }
  // None if nothing is left.
  unfolding::EventId pop();
  // Fills `candidates` with at most `count` of the targets that would come next, in no particular order. They
  // stay in the queue.
  void peek(std::size_t count, std::vector<unfolding::EventId>& candidates);

 private:
  bool by_preemptions() const { return order_ == TargetOrder::kFewestPreemptions || order_ == TargetOrder::kCoverage; }
  unfolding::EventId pop_other();
  std::uint8_t preemptions_of(unfolding::EventId target);

  const unfolding::BranchingProcess& process_;
  TargetOrder order_;
  base::Rng rng_;
  base::GrowingArray<std::uint8_t> preemptions_;          // by event
  std::vector<std::vector<unfolding::EventId>> buckets_;  // by preemptions; otherwise only the first is used
  std::size_t first_ = 0;                                 // no bucket before this one has entries
  std::size_t size_ = 0;                                  // of all buckets
  BranchTargets branches_;                                // kCoverage: decisions are here instead
  bool is_turn_of_branches_ = true;
};

}  // namespace heddle::explore
