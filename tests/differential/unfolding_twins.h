#pragma once

#include <cstdint>
#include <string>

#include "base/rng.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "unfolding/naive_extensions.h"

namespace heddle::differential {

// An unfolding strategy accompanied by the slow twins of its core: after each test, as long as the unfolding is small,
// the events and extensions that it knows are compared with those that the naive algorithm finds.
class UnfoldingTwins : public explore::Strategy {
 public:
  UnfoldingTwins(explore::UnfoldingStrategy& strategy, std::uint64_t seed, bool enabled = true)
      : strategy_(strategy), rng_(seed), enabled_(enabled) {}

  explore::Next next(explore::Plan& plan) override { return strategy_.next(plan); }
  void observe(explore::Ticket ticket, const trace::Trace& trace) override;
  explore::Progress progress() const override { return strategy_.progress(); }

  // The first difference; empty if there is none.
  const std::string& difference() const { return difference_; }

  // Compares Concurrency with its twin for pairs of events: all, or a sample of kMaxPairs.
  void compare_pairs();

  std::uint64_t naive_tests() const { return naive_tests_; }
  std::uint64_t pairs() const { return pairs_; }

 private:
  // The number of events, known and executed, up to which the naive extensions are computed.
  static constexpr std::size_t kMaxNaiveEvents = 40;
  static constexpr std::size_t kMaxPairs = 200;

  std::string compare_pair(unfolding::NaiveNet& net, unfolding::EventId a, unfolding::EventId b);

  explore::UnfoldingStrategy& strategy_;
  base::Rng rng_;
  bool enabled_;
  std::string difference_;
  std::uint64_t naive_tests_ = 0;
  std::uint64_t pairs_ = 0;
};

}  // namespace heddle::differential
