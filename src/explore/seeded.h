#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explore/strategy.h"

namespace heddle::explore {

// Runs given tests before those of a strategy that plans without them. What they show is found early; what is explored
// afterwards is the same as ever. The unfolding strategies do better: they complete what the tests have begun.
class Seeded : public Strategy {
 public:
  Seeded(std::unique_ptr<Strategy> strategy, std::vector<trace::Test> seeds)
      : strategy_(std::move(strategy)), seeds_(std::move(seeds)) {}

  bool next(trace::Test& test) override {
    seeding_ = run_ < seeds_.size();
    if (!seeding_) return strategy_->next(test);
    const trace::Test& seed = seeds_[run_++];
    test.clear();
    test.schedule = seed.schedule;
    test.inputs = seed.inputs;
    test.policy = seed.policy;
    return true;
  }

  void observe(const trace::Trace& trace) override {
    if (!seeding_) strategy_->observe(trace);
  }

  Progress progress() const override { return strategy_->progress(); }
  bool confirming() const override { return !seeding_ && strategy_->confirming(); }
  bool endless() const override { return strategy_->endless(); }
  bool explores_inputs() const override { return strategy_->explores_inputs(); }
  std::vector<trace::VisibleCell> take_cells_to_show() override { return strategy_->take_cells_to_show(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return strategy_->reasons_of_incompleteness(); }

 private:
  std::unique_ptr<Strategy> strategy_;
  std::vector<trace::Test> seeds_;
  std::size_t run_ = 0;
  bool seeding_ = false;  // is the current test one of them?
};

}  // namespace heddle::explore
