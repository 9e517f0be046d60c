#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explore/input_solver.h"
#include "explore/scouts.h"
#include "explore/strategy.h"
#include "explore/unfolding/deadlock_tests.h"
#include "explore/unfolding/planner.h"
#include "explore/unfolding/target_queue.h"
#include "explore/unfolding/whole_run.h"
#include "trace/executor.h"
#include "unfolding/segments.h"
#include "unfolding/unfolding.h"

namespace heddle::explore {

struct UnfoldingOptions {
  unfolding::Net net = unfolding::Net::kContextual;
  unfolding::Unfolding::Joins joins = unfolding::Unfolding::Joins::kPrecise;
  TargetOrder order = TargetOrder::kCoverage;
  std::uint64_t seed = 1;
  Planner::Options planner;
  symbolic::SolverOptions solver;
  DeadlockTests::Options deadlocks;
  std::vector<trace::Test> seed_tests;  // run first; see UnfoldingStrategy::seed
};

// Tests with random schedules, to begin with.
std::vector<trace::Test> random_tests(std::uint64_t count, std::uint64_t seed);

// Testing by unfolding (JASE 2014, Fig. 8): picks an extension as target, runs a test that executes it, adds
// the events of the test to the unfolding, until no extension is left. Then every local state of every thread
// has been reached.
//
// A deadlock in the unfolding that no test has run into gets a test of its own. Such a test confirms what is known and
// adds nothing to the unfolding, so that findings do not change what is explored.
class UnfoldingStrategy : public Strategy {
 public:
  UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options);

  Next next(Plan& plan) override;
  void observe(Ticket ticket, const trace::Trace& trace) override;
  // Only for a seed: the program may have finer steps than when it was created.
  bool observe_divergence(Ticket ticket) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  std::vector<trace::VisibleCell> take_cells_to_show() override { return segments_.take_conflicts(); }
  std::vector<std::string> reasons_of_incompleteness() const override;

  // Models a run that somebody else planned, and completes what it begins: the unfolding is the same in the end,
  // whatever the runs were. The run must have had the same depth as the tests of the strategy.
  void seed(const trace::Trace& trace);

  // That are known, and not on their way.
  std::size_t open_targets() const { return targets_.size() + hard_.size(); }

  // Does some event of the run observed last belong to no other run?
  bool last_run_is_whole() { return whole_run_.is_whole(unfolding_.marking()); }
  // Were joins left out until it turned out that threads wait in loops?
  bool waits_in_loops() const { return waits_in_loops_; }
  // Were there several threads in it?
  bool last_run_has_threads() const { return unfolding_.marking().thread_end() > 1; }
  // Has the run that was observed last only looked for inputs?
  bool last_run_scouted() const { return last_run_scouted_; }

  unfolding::Unfolding& unfolding() { return unfolding_; }
  const DeadlockTests& deadlocks() const { return deadlocks_; }

 private:
  // A plan whose result has not arrived yet.
  struct Planned {
    enum class Kind : std::uint8_t { kSeed, kFirst, kTarget, kDeadlock, kScout };
    Kind kind = Kind::kTarget;
    Ticket ticket = 0;
    std::vector<unfolding::EventId> prefix;  // kTarget: its planned events
    DeadlockTests::Expected expected;        // kDeadlock
  };

  // The plan, which is no longer in flight; valid until the next one is created.
  const Planned& take_planned(Ticket ticket);
  // Plans a test in `planned`.
  Next plan(trace::Test& test, Planned& planned);
  bool plan_target(trace::Test& test, Planned& planned);
  bool plan_easy_target(trace::Test& test, Planned& planned);
  bool plan_target(unfolding::EventId target, trace::Test& test, Planned& planned);
  // What scouts have found comes before other targets, and scouts when it is their turn.
  bool plan_by_scouts(trace::Test& test, Planned& planned);
  void open_joins_if_needed(const trace::Trace& trace);
  void add(const trace::Trace& trace, std::span<const unfolding::EventId> prefix);

  bool waits_in_loops_ = false;
  bool exact_;  // is everything that threads do with shared memory a step?
  InputSolver inputs_;
  unfolding::Unfolding unfolding_;
  unfolding::Segments segments_;
  WholeRun whole_run_{unfolding_.process()};
  TargetQueue targets_;
  std::vector<unfolding::EventId> hard_;  // targets whose inputs take the solver long: when nothing else is left
  bool puts_off_;
  Planner planner_;
  DeadlockTests deadlocks_;
  Scouts scouts_;
  bool last_run_scouted_ = false;
  std::vector<trace::Test> seed_tests_;
  static constexpr std::uint32_t kTargetsAhead = 32;
  std::size_t targets_ahead_;  // with this many targets for each plan in flight there may be another one
  bool plans_ahead_;           // the papers' numbers of tests are for one after another
  std::size_t seeds_run_ = 0;
  bool started_ = false;
  Ticket ticket_ = 0;  // of the last plan
  std::vector<Planned> planned_;
  std::vector<Planned> unused_;
};

}  // namespace heddle::explore
