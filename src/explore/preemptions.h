#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explore/exhaustive.h"
#include "explore/strategy.h"
#include "explore/wrapped.h"

namespace heddle::explore {

// Runs all schedules without a preemption first, then those with one, and so on up to a number of them; then those of
// another strategy. Most bugs need few preemptions, and there are not many schedules with few of them, however long the
// program runs: so something certain can be said about programs that are too large to be explored
// (Progress::preemptions), and the first run that shows a bug is a simple one. (Musuvathi and Qadeer: "Iterative
// Context Bounding", PLDI 2007.)
class Preemptions : public Wrapped {
 public:
  // `make` creates the search that runs all schedules with at most this many.
  using Make = std::function<std::unique_ptr<Exhaustive>(std::uint32_t)>;

  Preemptions(std::unique_ptr<Strategy> strategy, Make make, std::uint32_t most)
      : Wrapped(std::move(strategy)), make_(std::move(make)), most_(most), search_(make_(0)) {}

  Next next(Plan& plan) override {
    while (search_ != nullptr) {
      const Next next = search_->next(plan);
      plan.ticket = 2 * plan.ticket;
      if (next != Next::kNothingLeft) return next;
      ++complete_;
      search_ = complete_ <= most_ ? make_(complete_) : nullptr;
    }
    const Next next = wrapped().next(plan);
    plan.ticket = 2 * plan.ticket + 1;
    return next;
  }

  void observe(Ticket ticket, const trace::Trace& trace) override { whose(ticket).observe(ticket / 2, trace); }
  bool observe_divergence(Ticket ticket) override { return whose(ticket).observe_divergence(ticket / 2); }

  Progress progress() const override {
    Progress progress = engine().progress();
    if (complete_ != 0) progress.preemptions = complete_ - 1;
    if (search_ != nullptr) progress.engine = "few preemptions";
    return progress;
  }
  std::vector<std::string> reasons_of_incompleteness() const override { return engine().reasons_of_incompleteness(); }

 private:
  const Strategy& engine() const { return search_ != nullptr ? static_cast<const Strategy&>(*search_) : wrapped(); }
  Strategy& whose(Ticket ticket) { return ticket % 2 == 0 ? static_cast<Strategy&>(*search_) : wrapped(); }

  Make make_;
  std::uint32_t most_;
  std::uint32_t complete_ = 0;          // all schedules with fewer have been run
  std::unique_ptr<Exhaustive> search_;  // null when it is the other strategy's turn
};

}  // namespace heddle::explore
