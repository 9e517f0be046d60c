#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/strategy.h"
#include "explore/trace_counter.h"

namespace heddle::explore {

// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010): each run draws random
// priorities for the threads and depth - 1 points at which the running thread falls behind all others. A bug that
// needs d ordering constraints, among n threads and k steps, shows itself in one run with a probability of at
// least 1 / (n * k^(d-1)). The number of steps k is that of the longest run so far. Never complete.
class Pct : public Strategy {
 public:
  Pct(std::uint64_t seed, std::uint32_t depth) : rng_(seed), depth_(depth) {}

  bool next(trace::Test& test) override {
    test.clear();
    test.policy = {.kind = trace::Policy::Kind::kPct, .seed = rng_.next(), .pct_depth = depth_};
    if (longest_ > 0) test.policy.pct_length = longest_;
    return true;
  }
  void observe(const trace::Trace& trace) override {
    counter_.observe(trace);
    longest_ = std::max(longest_, static_cast<std::uint32_t>(std::ranges::count_if(trace.operations, trace::is_step)));
  }
  Progress progress() const override { return counter_.progress(); }
  bool endless() const override { return true; }
  std::vector<std::string> reasons_of_incompleteness() const override {
    return {"random testing cannot know what it has missed"};
  }

 private:
  base::Rng rng_;
  std::uint32_t depth_;
  std::uint32_t longest_ = 0;
  TraceCounter counter_;
};

}  // namespace heddle::explore
