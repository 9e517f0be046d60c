#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/one_at_a_time.h"
#include "explore/prune/options.h"

namespace heddle::explore::prune {

// A pruned search and the same search without pruning, in turns: a run may cost so little that asking what it could
// still show costs more than running it. Whichever ends first has explored everything.
//
// The pruned search begins, and may take a quarter of the time that the plain one has taken so far, as measured, with
// all that was spent before both of them. So the whole takes at most 5/4 of what the plain search takes alone, from the
// start of Heddle on, and what it costs to take turns: all together, it is to be at most 1.5 times as much. And it
// takes at most five times what the pruned one does.
class Adaptive : public OneAtATime {
 public:
  // Which values are symbolic differs between the two.
  Adaptive(trace::Executor& executor, std::unique_ptr<OneAtATime> pruned, std::unique_ptr<OneAtATime> plain,
           const Turns& turns)
      : executor_(&executor), turns_(turns), pruned_{std::move(pruned)}, plain_{std::move(plain)} {}

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  bool observe_diverged_run() override { return running_->search->observe_diverged_run(); }
  Progress progress() const override;
  bool explores_inputs() const override { return plain_.search->explores_inputs(); }
  std::vector<std::string> reasons_of_incompleteness() const override;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kPlainTimes = 4;
  static constexpr std::uint32_t kMaxBetweenLooks = 64;

  struct Turn {
    std::unique_ptr<OneAtATime> search;
    Clock::duration time{};
  };

  void take_turns();
  bool is_plain() const { return running_ == &plain_; }

  trace::Executor* executor_;
  Turns turns_;
  Turn pruned_;
  Turn plain_;
  Turn* running_ = &pruned_;  // whose test was planned last
  Clock::time_point since_ = Clock::now();
  std::uint32_t between_looks_ = 1;  // number of tests between two looks at the clock
  std::uint32_t unmeasured_ = 0;     // tests since the last look
  Clock::duration turn_{};           // how long its turn has lasted
  bool ended_ = false;               // has it finished?
  std::set<trace::PlaceId> fixed_;   // decisions on inputs for which the plain search does not try other outcomes
};

}  // namespace heddle::explore::prune
