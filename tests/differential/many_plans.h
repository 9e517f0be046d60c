#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/strategy.h"
#include "trace/executor.h"

namespace heddle::differential {

// Takes several tests at once, as the executor of native programs does.
class AheadExecutor final : public trace::Executor {
 public:
  AheadExecutor(trace::Executor& executor, std::size_t room) : executor_(executor), room_(room) {}

  void run(const trace::Test& test, trace::Trace& trace) override { executor_.run(test, trace); }
  std::size_t room() const override { return room_; }
  void send(const trace::Test& test) override { sent_.push_back(&test); }
  void receive(trace::Trace& trace) override {
    in_flight_ += sent_.size();
    ++received_;
    run(*sent_.front(), trace);
    sent_.pop_front();
  }
  // When tests were received, that one included.
  double mean_in_flight() const { return static_cast<double>(in_flight_) / static_cast<double>(received_); }
  void drop_sent() override { sent_.clear(); }
  std::int64_t initial_state(trace::LocationId location) const override { return executor_.initial_state(location); }
  const trace::Names& names() const override { return executor_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override {
    return executor_.intern_thread(parent, nth);
  }
  symbolic::Expressions* expressions() const override { return executor_.expressions(); }
  bool make_symbolic(trace::SymbolicValues values) override { return executor_.make_symbolic(values); }

 private:
  trace::Executor& executor_;
  std::size_t room_;
  std::deque<const trace::Test*> sent_;
  std::size_t in_flight_ = 0;  // summed over those received
  std::size_t received_ = 0;
};

// Lets a strategy see results in a random order.
class Shuffled : public explore::Strategy {
 public:
  Shuffled(explore::Strategy& strategy, std::uint64_t seed) : strategy_(strategy), rng_(seed) {}

  explore::Next next(explore::Plan& plan) override {
    for (;;) {
      if (!held_.empty() && rng_.one_in(2)) tell_one();
      const explore::Next next = strategy_.next(plan);
      if (next != explore::Next::kNothingNow || held_.empty()) {
        if (next == explore::Next::kPlan) most_ = std::max(most_, ++out_);
        return next;
      }
      tell_one();
    }
  }
  void observe(explore::Ticket ticket, const trace::Trace& trace) override { held_.emplace_back(ticket, trace); }
  void observe_early(explore::Ticket ticket, const trace::Trace& trace) override {
    strategy_.observe_early(ticket, trace);
  }
  explore::Progress progress() const override { return strategy_.progress(); }
  bool endless() const override { return strategy_.endless(); }
  bool explores_inputs() const override { return strategy_.explores_inputs(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return strategy_.reasons_of_incompleteness(); }

  // The most plans that the strategy had in flight at once.
  std::uint64_t most() const { return most_; }

  // When the budget ends, some results may not have been passed on yet.
  void tell_rest() {
    while (!held_.empty()) tell_one();
  }

 private:
  void tell_one() {
    std::swap(held_.back(), held_[rng_.below(held_.size())]);
    strategy_.observe(held_.back().first, held_.back().second);
    held_.pop_back();
    --out_;
  }

  explore::Strategy& strategy_;
  base::Rng rng_;
  std::vector<std::pair<explore::Ticket, trace::Trace>> held_;
  std::uint64_t out_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace heddle::differential
