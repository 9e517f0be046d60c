#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
  std::vector<trace::Test> seed_tests;  // are run first; see explore/seeded.h
};

struct StrategyInfo {
  std::string_view name;
  std::string_view summary;  // one line for --help
  // Does it reach all local states without running every trace? Then two accesses that race may sit in different tests,
  // and it must be told of those that are no steps (Trace::accesses).
  bool skips_traces = false;
  bool unfolds = false;  // does it have targets (StrategyOptions::order and planner), and complete the seed tests?
  bool samples = false;  // does it choose at random, and ask no solver?
};

// All strategies, in the order in which --help shows them; the first is the default.
const std::vector<StrategyInfo>& strategies();

// Null if there is no strategy of this name.
const StrategyInfo* find_strategy(std::string_view name);
std::unique_ptr<Strategy> make_strategy(std::string_view name, const trace::Executor& executor,
                                        const StrategyOptions& options);

}  // namespace heddle::explore
