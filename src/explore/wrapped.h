#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explore/strategy.h"

namespace heddle::explore {

// A strategy that adds to the plans of another one, or changes them. What is asked about the exploration, the other one
// answers. Tickets are the business of each such strategy: it says what they mean to the other one.
class Wrapped : public Strategy {
 public:
  explicit Wrapped(std::unique_ptr<Strategy> strategy) : strategy_(std::move(strategy)) {}

  Progress progress() const override { return strategy_->progress(); }
  bool finds_livelocks() const override { return strategy_->finds_livelocks(); }
  bool endless() const override { return strategy_->endless(); }
  bool explores_inputs() const override { return strategy_->explores_inputs(); }
  std::vector<trace::VisibleCell> take_cells_to_show() override { return strategy_->take_cells_to_show(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return strategy_->reasons_of_incompleteness(); }

 protected:
  Strategy& wrapped() { return *strategy_; }
  const Strategy& wrapped() const { return *strategy_; }

 private:
  std::unique_ptr<Strategy> strategy_;
};

}  // namespace heddle::explore
