#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/strategy.h"
#include "explore/unfolding/deadlock_tests.h"
#include "explore/unfolding/planner.h"
#include "explore/unfolding/target_queue.h"
#include "trace/executor.h"
#include "unfolding/unfolding.h"

namespace heddle::explore {

struct UnfoldingOptions {
  unfolding::Net net = unfolding::Net::kContextual;
  TargetOrder order = TargetOrder::kFewestPreemptions;
  std::uint64_t seed = 1;
  Planner::Options planner;
  DeadlockTests::Options deadlocks;
};

// Testing by unfolding (JASE 2014, Fig. 8): picks an extension as target, runs a test that executes it, adds
// the events of the test to the unfolding, until no extension is left. Then every local state of every thread
// has been reached.
//
// A deadlock that the unfolding has and no test has run into gets a test of its own. Such a test confirms what is
// known and adds nothing to the unfolding, so that findings do not change what is explored.
class UnfoldingStrategy : public Strategy {
 public:
  UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options);

  bool next(trace::Test& test) override;
  void observe(const trace::Trace& trace) override;
  Progress progress() const override;
  bool confirming() const override { return confirming_; }
  std::vector<std::string> reasons_of_incompleteness() const override;

  unfolding::Unfolding& unfolding() { return unfolding_; }

 private:
  unfolding::Unfolding unfolding_;
  TargetQueue targets_;
  Planner planner_;
  DeadlockTests deadlocks_;
  bool started_ = false;
  bool confirming_ = false;  // is the current test to show a deadlock?
  std::vector<unfolding::EventId> prefix_;  // the planned events of the current test
};

}  // namespace heddle::explore
