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
#include "trace/identity.h"

namespace heddle::explore {

struct StrategyOptions {
  std::uint64_t seed = 1;
  std::uint32_t pct_depth = 3;
  symbolic::SolverOptions solver;  // for inputs
  // contextual and unfolding
  TargetOrder order = TargetOrder::kCoverage;
  // Are the joins with which a thread ends not events? See docs/unfolding.md, "Joins that carry nothing". Native
  // programs: only if accesses are recorded (Trace::accesses).
  bool closing_joins = false;
  Planner::Options planner;
  std::vector<trace::Test> seed_tests;       // run first; see explore/seeded.h
  Con2colicOptions con2colic;                // except for its solver
  std::optional<prune::Options> prune;       // for strategies that can be pruned; with it, others are not created
  std::optional<std::uint32_t> preemptions;  // begin with all schedules that have at most this many of them
  std::optional<bool> symmetry;              // are twins ordered (trace::Twin)? None: only in auto
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;  // one line for --help
  // Does it reach all local states without running every trace? Then two accesses that race may be in different tests,
  // and it needs the accesses that are not steps (Trace::accesses).
  bool skips_traces = false;
  bool unfolds = false;  // does it have targets (StrategyOptions::order and planner), and complete the seed tests?
  bool symbolic_reads = false;        // must reads of shared memory be symbolic?
  bool samples = false;               // does it choose at random?
  bool changes_priorities = false;    // does it use StrategyOptions::pct_depth?
  bool bounds_interferences = false;  // does it use StrategyOptions::con2colic, and know which branches are covered?
  std::optional<trace::Net> net;      // what it unfolds, if that never changes; `dump` can draw it then
  bool prunable = false;              // can it end runs early (StrategyOptions::prune)?
  bool orders_twins = false;          // does it support StrategyOptions::symmetry?
  bool closing_joins = false;         // are joins with which threads end not events, by default (StrategyOptions)?
  bool idle_locks = false;            // are locks that order nothing not steps, by default (ProgramSpec)?
};

// All strategies, in the order in which --help shows them; the first is the default.
const std::vector<StrategyInfo>& strategies();

// The one that unfolds this net.
const StrategyInfo& strategy_with(trace::Net net);

// The first of which this is true.
const StrategyInfo& strategy_that(bool StrategyInfo::* has);

// Null if there is no strategy of this name.
const StrategyInfo* find_strategy(std::string_view name);

// Null if there is no strategy of this name, or the executor cannot make symbolic what it needs. From then on the
// executor makes the values symbolic that the strategy needs.
std::unique_ptr<Strategy> make_strategy(std::string_view name, trace::Executor& executor,
                                        const StrategyOptions& options);

}  // namespace heddle::explore
