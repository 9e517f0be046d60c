#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/input_solver.h"
#include "explore/unfolding/decisions.h"
#include "explore/unfolding/target_queue.h"
#include "trace/test.h"
#include "unfolding/marking.h"
#include "unfolding/unfolding.h"

namespace heddle::explore {

// How much work may be spent on something that may or may not pay off: a fixed share of the other work done, with an
// initial amount. What pays off is refunded.
class Allowance {
 public:
  explicit Allowance(double share) : share_(share) {}

  // Reports the amount of other work done so far.
  void earn(std::uint64_t total_work) {
    left_ += share_ * static_cast<double>(total_work - seen_);
    seen_ = total_work;
  }
  std::size_t amount() const { return left_ < 1 ? 0 : std::min(static_cast<std::size_t>(left_), kMost); }
  void spend(std::size_t work) { left_ -= static_cast<double>(work); }

 private:
  static constexpr std::size_t kMost = 256;

  double share_;
  double left_ = kMost;
  std::uint64_t seen_ = 0;
};

// Turns a target into a schedule, and lets the test execute further targets along with it.
//
// Merging: the history of the target is joined with those of other targets as long as the union is consistent.
// Preferring: after that, every thread without a target of its own is led through known events up to the next one that
// no test has executed yet. The inputs are those of the target; only what they lead to is added.
//
// Neither loses anything: whatever the schedule is, it executes the target, all its steps are predicted by
// the unfolding, and an extension leaves the queue only when it has been executed. So the exploration ends
// with the same unfolding (which is canonical), only sooner. The differential tests compare all four
// combinations.
class Planner {
 public:
  struct Options {
    bool merge = true;
    bool prefer_uncovered = true;
    // How many targets there must be for each test that is planned before the results of others have arrived. Those
    // results make for better plans, so that fewer tests are needed; where there are many targets, that does not
    // matter.
    std::optional<std::uint32_t> targets_ahead;  // kTargetsAhead; in the place-replicated net, never
  };

  Planner(unfolding::Unfolding& unfolding, TargetQueue& targets, InputSolver& inputs, Options options);

  // Fills schedule and inputs of `test`; false if no inputs lead there.
  bool plan(unfolding::EventId target, trace::Test& test);
  // The schedule that executes exactly the events of a configuration.
  bool plan(const unfolding::History& configuration, trace::Test& test);
  // The events of the planned schedule; valid until the next call.
  const std::vector<unfolding::EventId>& prefix() const { return prefix_; }

  // Is the event in a schedule that was planned for a target? Then it has been executed, or will be.
  bool is_planned(unfolding::EventId e) const { return e.index() < planned_.size() && planned_[e.index()]; }

  Decisions& decisions() { return decisions_; }

 private:
  // Relative to the concurrency checks of the possible extensions, and to the new events.
  static constexpr double kMergingShare = 0.25;
  static constexpr double kPreferringShare = 3;

  void merge_targets();
  // Do the inputs of the test lead to this configuration?
  bool is_on_the_way(const unfolding::History& configuration);
  void prefer_uncovered();
  void replay_prefix();
  // Leads a thread to its next uncovered event, as far as the allowance permits; false if it reaches none.
  bool lead(trace::ThreadId thread);
  // Records that a target is executed: its thread is then beyond what is known, and so is what others do after it.
  void execute_target(unfolding::EventId target);
  // The event that the thread would execute in the current marking; none if it is unknown or not enabled.
  unfolding::EventId next_event(unfolding::EventId condition);
  void fill(trace::Test& test) const;
  void mark_planned();

  unfolding::Unfolding& unfolding_;
  const unfolding::BranchingProcess& process_;
  TargetQueue& targets_;
  InputSolver& inputs_;
  Decisions decisions_;
  Options options_;
  unfolding::Linearizer linearizer_;
  std::vector<unfolding::EventId> prefix_;
  std::vector<bool> planned_;  // by event
  unfolding::Cut cut_;
  unfolding::Cut candidate_;
  std::vector<unfolding::EventId> candidates_;
  Allowance merging_{kMergingShare};
  Allowance preferring_{kPreferringShare};
  // For prefer_uncovered: the marking after the prefix, and what its targets make unknown in it.
  unfolding::Marking marking_;
  trace::ThreadSet beyond_;                 // threads that have executed a target
  std::vector<trace::LocationId> unknown_;  // locations that a target modifies
};

}  // namespace heddle::explore
