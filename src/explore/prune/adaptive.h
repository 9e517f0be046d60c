#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explore/one_at_a_time.h"
#include "explore/prune/assertion_guided.h"
#include "explore/prune/options.h"

namespace heddle::explore::prune {

// A pruned search and the same search without pruning, in turns: a run may cost so little that asking what it could
// still show costs more than running it. Whichever ends first has explored everything.
//
// Invariant: when the pruned search goes on, what it has taken so far and the costliest stretch of tests until then,
// of either search, are together at most a quarter (Turns::plain_times) of what was spent before both of them and of
// what the plain one has taken. See docs/assertion-guided.md, "What it costs". The pruned search begins; if its first
// run takes inputs, it is looked at only after the first turn of the plain search: to start Z3 costs more than to
// explore a small program, and may not be necessary.
class Adaptive : public OneAtATime {
 public:
  // Which values are symbolic differs between the two.
  Adaptive(trace::Executor& executor, std::unique_ptr<AssertionGuided> pruned, std::unique_ptr<OneAtATime> plain,
           const Turns& turns);

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  bool observe_diverged_run() override { return search().observe_diverged_run(); }
  Progress progress() const override;
  bool explores_inputs() const override { return plain_->explores_inputs(); }
  std::vector<std::string> reasons_of_incompleteness() const override;

 private:
  using Time = Turns::Time;
  static constexpr std::uint32_t kMaxBetweenLooks = 64;

  OneAtATime& search() const { return is_plain_ ? *plain_ : *pruned_; }
  void take_turns();
  void look_at_clock();
  // What the pruned search may still take.
  Time left() const { return (before_ + plain_time_) / turns_.plain_times - pruned_time_; }
  void change_turns();

  trace::Executor* executor_;
  Turns turns_;
  std::unique_ptr<AssertionGuided> pruned_;
  std::unique_ptr<OneAtATime> plain_;
  bool is_plain_ = false;  // whose test was planned last?
  bool ended_ = false;     // has it finished?
  bool begun_ = false;     // has there been a run?

  Time before_;        // spent before both of them
  Time plain_time_{};  // spent by each
  Time pruned_time_{};
  Time seen_;                              // when the clock was last looked at
  Time turn_{};                            // how long the turn has lasted
  Time costliest_{};                       // the most that was spent between two looks
  std::uint32_t between_looks_ = 1;        // number of tests between two looks at the clock
  std::uint32_t unmeasured_ = 0;           // tests since the last look
  std::optional<trace::Trace> postponed_;  // the first run, if the pruned search has not looked at it yet
  std::set<trace::PlaceId> fixed_;         // decisions on inputs for which the plain search does not try other outcomes
};

}  // namespace heddle::explore::prune
