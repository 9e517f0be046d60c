#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/con2colic_options.h"
#include "explore/prune/options.h"
#include "explore/strategy.h"
#include "explore/unfolding/planner.h"
#include "symbolic/make_solver.h"
#include "trace/executor.h"

namespace heddle::explore {

struct StrategyOptions {
  std::uint64_t seed = 1;
  std::uint32_t pct_depth = 3;
  symbolic::SolverOptions solver;  // for inputs
  // contextual and unfolding
  TargetOrder order = TargetOrder::kCoverage;
  // Are joins no events with which a thread ends? See docs/unfolding.md, "Joins that carry nothing". Native programs:
  // only if accesses are recorded (Trace::accesses).
  bool closing_joins = false;
  Planner::Options planner;
  std::vector<trace::Test> seed_tests;       // are run first; see explore/seeded.h
  Con2colicOptions con2colic;                // but its solver
  std::optional<prune::Options> prune;       // for strategies that can be pruned; others are not made then
  std::optional<std::uint32_t> preemptions;  // begin with all schedules that have at most so many of them
  std::optional<bool> symmetry;              // are twins ordered (trace::Twin)? None: in auto only
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;  // one line for --help
  // Does it reach all local states without running every trace? Then two accesses that race may sit in different tests,
  // and it must be told of those that are no steps (Trace::accesses).
  bool skips_traces = false;
  bool unfolds = false;  // does it have targets (StrategyOptions::order and planner), and complete the seed tests?
  bool symbolic_reads = false;  // must reads of shared memory be symbolic?
  bool samples = false;         // does it choose at random?
  bool prunable = false;        // can runs be ended early by it (StrategyOptions::prune)?
  bool orders_twins = false;    // does it know StrategyOptions::symmetry?
  bool closing_joins = false;   // are joins with which threads end no events, unless told otherwise (StrategyOptions)?
  bool idle_locks = false;      // are locks that order nothing no steps, unless told otherwise (ProgramSpec)?
};

// All strategies, in the order in which --help shows them; the first is the default.
const std::vector<StrategyInfo>& strategies();

// Null if there is no strategy of this name.
const StrategyInfo* find_strategy(std::string_view name);

// Null if there is no strategy of this name, or the executor cannot make symbolic what it needs. From then on the
// executor makes those values symbolic that the strategy needs.
std::unique_ptr<Strategy> make_strategy(std::string_view name, trace::Executor& executor,
                                        const StrategyOptions& options);

}  // namespace heddle::explore
