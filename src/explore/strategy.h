#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/solver.h"
#include "trace/executor.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// Static branches that con2colic testing has covered: a place in the program where a decision is made, and its outcome.
struct BranchCoverage {
  std::uint64_t candidates = 0;        // interference scenarios that were decided
  std::vector<std::uint64_t> covered;  // by the number of interferences that they need: 0, 1, 2, ...
  std::uint64_t open = 0;              // not covered: no run does that, or the exploration has not come to its end
};

// Runs that assertion-guided pruning has ended early.
struct Pruning {
  std::uint64_t pruned = 0;     // runs
  std::uint64_t summaries = 0;  // global control states of which something is known
  symbolic::SolverStatistics questions;
  std::string off;            // why nothing is pruned any more; empty if it is
  bool leaves_races = false;  // may there be data races in what was not run?
};

// What a strategy knows about its own work, for --stats.
struct Progress {
  std::uint64_t traces = 0;          // different Mazurkiewicz traces among the runs (0 if the strategy does not tell)
  std::uint64_t blocked = 0;         // runs that ended with everybody asleep
  std::uint64_t events = 0;          // events of the unfolding (0 for strategies without one)
  std::uint64_t deadlocks = 0;       // different deadlocks
  std::uint64_t solver_queries = 0;  // about the unfolding
  double solver_seconds = 0;
  std::optional<symbolic::SolverStatistics> inputs;  // about inputs; none if the program has none
  std::optional<BranchCoverage> branches;            // none if the strategy does not look at them
  std::optional<Pruning> pruning;                    // none if nothing is pruned
};

// Plans tests and observes their traces; the loop (explore/loop.h) calls next and observe in turns.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // Fills in schedule, sleep, inputs and policy of the next test; false when there is nothing left to do.
  // `depth` belongs to the loop.
  virtual bool next(trace::Test& test) = 0;

  virtual void observe(const trace::Trace& trace) = 0;

  // The run of a native program could not follow the test. True if the strategy can live with that, and names it.
  virtual bool observe_divergence() { return false; }

  virtual Progress progress() const = 0;

  // Is the test that next() has planned last one that only shows a bug which the strategy already knows? Such tests
  // are counted apart.
  virtual bool confirming() const { return false; }

  // Does it plan tests without end? Without a budget the loop then stops after kEndlessTests.
  virtual bool endless() const { return false; }

  // Does it try all the values of inputs without a domain (kInput)? Otherwise they make the result incomplete.
  virtual bool explores_inputs() const { return false; }

  // Memory whose accesses must become steps, since they can race although no run may show it. The exploration starts
  // again then. Empty for strategies that run every trace.
  virtual std::vector<trace::VisibleCell> take_cells_to_show() { return {}; }

  // Why "nothing left to do" does not mean that everything was explored; empty if it does mean that.
  virtual std::vector<std::string> reasons_of_incompleteness() const { return {}; }
};

}  // namespace heddle::explore
