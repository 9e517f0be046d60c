#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/rng.h"
#include "explore/run_features.h"
#include "symbolic/expressions.h"
#include "trace/trace.h"
#include "unfolding/branching_process.h"

namespace heddle::explore {

// Targets that are outcomes of decisions on inputs, in the order in which they are likely to cover something.
//
// First come outcomes that no run has taken at that place in the program text. Then, in turns, those next to runs that
// were unlike all before (run_features.h), and others. These are in groups, and each test goes to the group that has
// had the fewest, and there to the youngest target. A group is a branch with some of its context: the decision at
// another place before it, and how often the thread was there shortly before. So the third byte of a comparison with a
// word differs from the second one, and a function that is called at two places counts twice, but a loop that goes on
// and on leads to the same groups. Owned by TargetQueue.
class BranchTargets {
 public:
  BranchTargets(const unfolding::BranchingProcess& process, const symbolic::Expressions* expressions,
                std::uint64_t seed)
      : process_(process), features_(expressions), rng_(seed) {}

  // Records the branches that a run took.
  void observe(const trace::Trace& trace) { is_run_new_ = features_.observe(trace); }

  void push(unfolding::EventId target);
  // Including some that have been executed in the meantime.
  std::size_t size() const { return size_; }
  // An outcome that no run has taken; none if there is none.
  unfolding::EventId pop_new();
  // One of the others.
  unfolding::EventId pop_rare();
  // Adds targets that would come soon, until there are `count`; they stay.
  void peek(std::size_t count, std::vector<unfolding::EventId>& candidates) const;

 private:
  struct Group {
    std::vector<unfolding::EventId> targets;
    std::uint32_t tests = 0;
    bool is_listed = false;  // in levels_: it has targets
  };

  bool is_new(unfolding::EventId target) const;
  // Place and outcome.
  std::uint64_t branch_of(unfolding::EventId target) const;
  std::uint64_t context_of(unfolding::EventId target) const;
  void push_to_group(unfolding::EventId target);
  void list(std::uint32_t group);
  unfolding::EventId pop_fresh();
  unfolding::EventId pop_group();
  unfolding::EventId take_from(Group& group);

  const unfolding::BranchingProcess& process_;
  RunFeatures features_;
  bool is_run_new_ = false;  // the last run had new features
  base::Rng rng_;
  std::vector<unfolding::EventId> new_;    // in no group, unless their branch was taken in the meantime
  std::vector<unfolding::EventId> fresh_;  // next to new runs
  bool is_turn_of_fresh_ = false;
  std::unordered_map<std::uint64_t, std::uint32_t> tried_;  // targets that were popped as new, by branch
  std::vector<Group> groups_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_context_;
  std::vector<std::vector<std::uint32_t>> levels_;  // groups by their number of tests
  std::size_t first_ = 0;                           // no level before this one has groups
  std::size_t size_ = 0;
};

}  // namespace heddle::explore
