#include "explore/doom.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/stop.h"
#include "explore/finding_run.h"

namespace heddle::explore {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kWays = 12;

class DoomSearch {
 public:
  DoomSearch(const Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds)
      : finding_(finding),
        executor_(executor),
        depth_(depth),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        steps_(steps_until_failure(finding)) {}

  Doom find() {
    std::size_t low = 0;  // this many steps may be taken and it can be avoided, or none
    std::size_t high = std::min(steps_.size(), finding_.test.schedule.size());
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const bool certain = always_fails(middle);
      if (gave_up_) return {};
      if (certain) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (high == 0) return {.always = true, .ways = kWays};
    if (high == steps_.size()) return {};  // with its last step: that says nothing
    return {.since = steps_[high - 1], .ways = kWays};
  }

 private:
  bool always_fails(std::size_t steps) {
    trace::Test test = finding_.test;
    test.schedule.resize(steps);
    test.depth = depth_;
    for (std::uint32_t way = 1; way <= kWays; ++way) {
      test.policy = {.kind = trace::Policy::Kind::kRandom, .seed = way};
      executor_.run(test, trial_);
      gave_up_ = trial_.refines || trial_.outcome == trace::Outcome::kDiverged || Clock::now() >= end_;
      if (gave_up_ || !shown_in(trial_, finding_, executor_.names())) return false;
    }
    return true;
  }

  const Finding& finding_;
  trace::Executor& executor_;
  std::uint32_t depth_;
  Clock::time_point end_;
  std::vector<std::size_t> steps_;
  bool gave_up_ = false;
  trace::Trace trial_;
};

}  // namespace

bool find_doom(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds) {
  finding.doom = {};
  if (finding.is_race()) return false;
  try {
    finding.doom = DoomSearch(finding, executor, depth, seconds).find();
  } catch (const base::Stopped&) {
    return false;  // what was not tried is not said
  }
  return finding.doom.ways != 0;
}

}  // namespace heddle::explore
