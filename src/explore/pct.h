#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/strategy.h"
#include "explore/trace_counter.h"

namespace heddle::explore {

// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010): each run draws random
// priorities for the threads and depth - 1 points at which the running thread falls behind all others. A bug that needs
// d ordering constraints, among n threads and k steps, shows up in one run with a probability of at least 1 / (n *
// k^(d-1)). The number of steps k is that of the longest run so far; so that it does not matter when results arrive,
// "so far" means the first run, and all except the last two blocks of kBlock tests. Never complete.
class Pct : public Strategy {
 public:
  Pct(std::uint64_t seed, std::uint32_t depth) : rng_(seed), depth_(depth) {}

  Next next(Plan& plan) override {
    if (planned_ % kBlock == 0 && !begin_block()) return Next::kNothingNow;
    if (planned_ == 1 && length_ == 0) return Next::kNothingNow;
    plan.clear();
    plan.test.policy = {.kind = trace::Policy::Kind::kPct, .seed = rng_.next(), .pct_depth = depth_};
    if (length_ > 0) plan.test.policy.pct_length = length_;
    plan.ticket = planned_++;
    return Next::kPlan;
  }
  void observe(Ticket ticket, const trace::Trace& trace) override {
    counter_.observe(trace);
    Block& block = block_of(ticket);
    const auto steps = static_cast<std::uint32_t>(std::ranges::count_if(trace.operations, trace::is_step));
    block.longest = std::max(block.longest, steps);
    ++block.observed;
    if (ticket == 0) length_ = std::max(steps, 1U);
  }
  Progress progress() const override { return counter_.progress(); }
  bool endless() const override { return true; }
  std::vector<std::string> reasons_of_incompleteness() const override {
    return {"random testing cannot know what it has missed"};
  }

 private:
  static constexpr std::uint64_t kBlock = 8;

  // Tests that draw their change points among the same number of steps.
  struct Block {
    std::uint64_t observed = 0;
    std::uint32_t longest = 0;
  };
  Block& block_of(Ticket ticket) { return blocks_[ticket / kBlock % blocks_.size()]; }

  // False if it is not known yet how long the relevant runs are.
  bool begin_block() {
    if (planned_ >= 2 * kBlock) {
      const Block& last = block_of(planned_ - 2 * kBlock);
      if (last.observed < kBlock) return false;
      length_ = std::max(length_, last.longest);
    }
    block_of(planned_) = {};
    return true;
  }

  base::Rng rng_;
  std::uint32_t depth_;
  std::uint32_t length_ = 0;
  std::uint64_t planned_ = 0;
  std::array<Block, 3> blocks_;
  TraceCounter counter_;
};

}  // namespace heddle::explore
