#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/hash_set.h"
#include "explore/unfolding/planner.h"
#include "trace/deadlock_cores.h"
#include "unfolding/unfolding.h"
#include "unfolding/waiting_deadlocks.h"
#include "unfolding/waiting_search.h"

namespace heddle::explore {

// Plans the tests that confirm the deadlocks of the unfolding that no test has run into yet, and checks that they do: a
// deadlock of the unfolding that does not show up is a bug in Heddle.
//
// Deadlocks on locks and joins are co-sets of thread conditions, found as the unfolding grows
// (unfolding/deadlock_search.h). Those in which threads wait for signals, semaphores and barriers are sets of places,
// searched for when nothing else is left to do (unfolding/waiting_search.h), or, if that takes too long, found with a
// solver (unfolding/waiting_deadlocks.h). Owned by UnfoldingStrategy.
class DeadlockTests {
 public:
  // What such a test should show.
  struct Expected {
    std::vector<unfolding::EventId> conditions;          // where its threads are
    std::optional<std::vector<trace::PlaceId>> waiting;  // the places, if it is not a deadlock on locks and joins
  };

  struct Options {
    bool waiting = true;  // look for deadlocks other than on locks and joins
    // This many consistency checks may be made for them, plus this many for each made before; then a solver is asked,
    // unless the unfolding is too large for that.
    std::uint64_t search_work = 1'000'000;
    std::uint64_t search_share = 4;
    unfolding::EncodingLimits limits;
  };

  DeadlockTests(unfolding::Unfolding& unfolding, Planner& planner, const Options& options)
      : unfolding_(unfolding), planner_(planner), options_(options) {}

  // Must be called after Unfolding::observe: records the deadlocks that this run ended in, and takes those that the
  // unfolding has found.
  void observe(const trace::Trace& trace);

  // Plans a test that runs into a deadlock on locks and joins; false if tests have shown all of them.
  bool plan_cycle(trace::Test& test, Expected& expected);
  // The same for the other deadlocks. Only called when the exploration is otherwise complete.
  bool plan_waiting(trace::Test& test, Expected& expected);
  // Checks the run of such a test.
  void check(const trace::Trace& trace, const Expected& expected);

  // Different deadlocks: those on locks and joins as co-sets, and all of them.
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t count() const { return cycles_ + waiting_.size(); }
  // How many questions the solver was asked, and how long it and the search took.
  std::uint64_t queries() const { return queries_; }
  double seconds() const { return seconds_; }
  // Why there may be more of them when nothing is left to do; empty if there are not.
  const std::string& incompleteness() const { return incompleteness_; }

 private:
  using Places = std::vector<trace::PlaceId>;

  static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0} / 2;

  // By walking through the unfolding; if there is none, searched_ says whether that is certain.
  bool search_waiting(trace::Test& test, Expected& expected);
  // With a solver.
  bool ask_waiting(trace::Test& test, Expected& expected);
  bool prepare_query();
  // Is there a run that ends in current_?
  bool plan_current(trace::Test& test);
  double seconds_left() const { return options_.limits.seconds - seconds_; }
  void stop_for_time();

  unfolding::Unfolding& unfolding_;
  Planner& planner_;
  Options options_;
  trace::DeadlockCores cores_;
  std::vector<unfolding::EventId> current_;  // the deadlock under consideration
  unfolding::Cut cut_;

  // On locks and joins.
  std::uint64_t cycles_ = 0;
  base::HashSet visited_;                 // deadlocks that a test has run into
  std::vector<unfolding::EventId> open_;  // to be confirmed: their conditions one after another,
  std::vector<std::uint32_t> sizes_;      // and the size of each
  // The others.
  std::set<Places> waiting_;  // deadlocks that a test has run into
  std::unique_ptr<unfolding::WaitingSearch> search_;
  std::uint64_t work_ = 0;                     // how much it may still do
  std::optional<unfolding::Answer> searched_;  // its final answer
  std::unique_ptr<unfolding::WaitingDeadlocks> query_;
  bool asked_ = false;
  std::uint64_t queries_ = 0;
  double seconds_ = 0;
  std::string incompleteness_;
};

}  // namespace heddle::explore
