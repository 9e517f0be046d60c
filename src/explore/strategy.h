#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/branch_coverage.h"
#include "symbolic/solver.h"
#include "trace/executor.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// Runs that assertion-guided pruning has ended early.
struct Pruning {
  std::uint64_t pruned = 0;     // runs
  std::uint64_t summaries = 0;  // global control states about which something is known
  symbolic::SolverStatistics questions;
  std::string off;            // why nothing is pruned any more; empty if pruning is on
  bool leaves_races = false;  // may there be data races in what was not run?
};

// What a strategy knows about its own work, for --stats.
struct Progress {
  std::uint64_t traces = 0;          // different Mazurkiewicz traces among the runs (0 if the strategy does not say)
  std::uint64_t blocked = 0;         // runs that ended with all threads asleep
  std::uint64_t events = 0;          // events of the unfolding (0 for strategies without one)
  double expected_traces = 0;        // in total, as far as it can tell now (0 if it cannot: tree_estimate.h)
  std::uint64_t targets = 0;         // known things left to do (0 if the strategy does not say)
  std::uint64_t deadlocks = 0;       // different deadlocks
  std::uint64_t solver_queries = 0;  // about the unfolding
  double solver_seconds = 0;
  std::optional<symbolic::SolverStatistics> inputs;  // about inputs; none if the program has none
  std::optional<BranchCoverage> branches;            // none if the strategy does not track them
  std::optional<Pruning> pruning;                    // none if nothing is pruned
  // All schedules with at most this many preemptions have been run; none if that was not requested (preemptions.h).
  std::optional<std::uint32_t> preemptions;
  std::string_view engine;  // the strategy that does the work, if it has chosen one
};

// Identifies a plan from when it is handed out until its result has arrived.
using Ticket = std::uint64_t;

// A test that a strategy wants to be run.
struct Plan {
  trace::Test test;  // `depth` belongs to the loop
  Ticket ticket = 0;
  bool confirms = false;  // it only shows a bug that the strategy already knows; such tests are counted separately
  // It is certain that this test will be wanted, but not yet: its result is kept until next() asks for it.
  bool early = false;
  // It only looks for inputs that cover something (scouts.h). Nobody else sees its run; such tests are counted apart.
  bool scouts = false;

  // Clears everything except the bound of the test.
  void clear() {
    test.clear();
    ticket = 0;
    confirms = early = scouts = false;
  }
};

// What a strategy answers when it is asked for a plan.
enum class Next : std::uint8_t {
  kPlan,
  kWanted,       // the result of the early plan that has the ticket
  kNothingNow,   // until it has seen the result of one in flight
  kNothingLeft,  // whatever the results of those in flight, if any
};

// Plans tests and observes their traces. Any number of plans may be in flight before the first result arrives, and
// results may arrive in any order: what is explored in the end is the same.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // Fills in the plan. kNothingNow is not allowed when no plan is in flight.
  virtual Next next(Plan& plan) = 0;

  virtual void observe(Ticket ticket, const trace::Trace& trace) = 0;

  // The result of an early plan has arrived, and next() has not asked for it yet.
  virtual void observe_early(Ticket /*ticket*/, const trace::Trace& /*trace*/) {}

  // The run of a native program could not follow the test. True if the strategy can cope with that, and reports it.
  virtual bool observe_divergence(Ticket /*ticket*/) { return false; }

  virtual Progress progress() const = 0;

  // Does it find every livelock, although it does not run every trace (StrategyInfo::skips_traces)? Because it does so
  // in this exploration, or searches for them.
  virtual bool finds_livelocks() const { return false; }

  // Does it plan tests endlessly? Without a budget the loop then stops after kEndlessTests.
  virtual bool endless() const { return false; }

  // Does it try all the values of inputs without a domain (kInput)? Otherwise they make the result incomplete.
  virtual bool explores_inputs() const { return false; }

  // Memory whose accesses must become steps, since they can race although no run may show it. The exploration then
  // starts again. Empty for strategies that run every trace.
  virtual std::vector<trace::VisibleCell> take_cells_to_show() { return {}; }

  // Why "nothing left to do" does not mean that everything was explored; empty if it does.
  virtual std::vector<std::string> reasons_of_incompleteness() const { return {}; }
};

}  // namespace heddle::explore
