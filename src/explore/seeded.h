#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "explore/strategy.h"
#include "explore/wrapped.h"

namespace heddle::explore {

// Runs given tests before those of a strategy that plans without them. What they show is found early; what is explored
// afterwards is the same as without them. The unfolding strategies do better with tests that have no schedule: they
// complete what these have begun.
class Seeded : public Wrapped {
 public:
  Seeded(std::unique_ptr<Strategy> strategy, std::vector<trace::Test> seeds)
      : Wrapped(std::move(strategy)), seeds_(std::move(seeds)) {}

  Next next(Plan& plan) override {
    if (run_ == seeds_.size()) {
      const Next next = wrapped().next(plan);
      plan.ticket += seeds_.size();
      return next;
    }
    const trace::Test& seed = seeds_[run_];
    plan.clear();
    plan.test.schedule = seed.schedule;
    plan.test.inputs = seed.inputs;
    plan.test.policy = seed.policy;
    plan.ticket = run_++;
    return Next::kPlan;
  }

  void observe(Ticket ticket, const trace::Trace& trace) override {
    if (!is_seed(ticket)) wrapped().observe(ticket - seeds_.size(), trace);
  }
  void observe_early(Ticket ticket, const trace::Trace& trace) override {
    wrapped().observe_early(ticket - seeds_.size(), trace);
  }
  bool observe_divergence(Ticket ticket) override {
    // The program may have finer steps than when the seed was created: what it would have shown is found anyway.
    return is_seed(ticket) || wrapped().observe_divergence(ticket - seeds_.size());
  }

 private:
  // Seeds come first, with the tickets 0, 1, ...
  bool is_seed(Ticket ticket) const { return ticket < seeds_.size(); }

  std::vector<trace::Test> seeds_;
  std::size_t run_ = 0;  // how many of them were planned
};

}  // namespace heddle::explore
