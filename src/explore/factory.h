#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "explore/con2colic_options.h"
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
  TargetOrder order = TargetOrder::kFewestPreemptions;
  Planner::Options planner;
  std::vector<trace::Test> seed_tests;  // are run first
  Con2colicOptions con2colic;           // but its solver
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;     // one line for --help
  bool skips_traces = false;    // does it reach all local states without running every trace?
  bool symbolic_reads = false;  // does it make reads of shared memory symbolic?
};

// All strategies, in the order in which --help shows them; the first is the default.
const std::vector<StrategyInfo>& strategies();

// Null if there is no strategy of this name, or the executor cannot make symbolic what it needs. From then on the
// executor makes those values symbolic that the strategy needs.
std::unique_ptr<Strategy> make_strategy(std::string_view name, trace::Executor& executor,
                                        const StrategyOptions& options);

}  // namespace heddle::explore
