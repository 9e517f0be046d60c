#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/strategy.h"
#include "explore/trace_counter.h"

namespace heddle::explore {

// Picks a random enabled thread at each step. Never complete.
class Random : public Strategy {
 public:
  explicit Random(std::uint64_t seed) : rng_(seed) {}

  Next next(Plan& plan) override {
    plan.clear();
    plan.ticket = ++planned_;
    plan.test.policy = {.kind = trace::Policy::Kind::kRandom, .seed = rng_.next()};
    return Next::kPlan;
  }
  void observe(Ticket /*ticket*/, const trace::Trace& trace) override { counter_.observe(trace); }
  Progress progress() const override { return counter_.progress(); }
  bool endless() const override { return true; }
  std::vector<std::string> reasons_of_incompleteness() const override {
    return {"random testing cannot know what it has missed"};
  }

 private:
  base::Rng rng_;
  std::uint64_t planned_ = 0;
  TraceCounter counter_;
};

}  // namespace heddle::explore
