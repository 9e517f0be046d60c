#pragma once

#include <algorithm>

namespace heddle::abi {

// Both sides of the channel wait for each other by looking at the turn for a while before they go to sleep. That is the
// fastest way as long as each has a core of its own; on a busy machine, a process that only looks takes away the time
// that the other one needs to answer. So how long it looks follows from how long answers took lately: a little longer
// than that, hardly at all after they did not come, and now and then as long as possible, to see whether that has
// changed.
class Spinning {
 public:
  // Does `has_come()` become true before it is time to go to sleep?
  template <class HasCome>
  bool wait(HasCome has_come) {
    const int limit = --until_trial_ > 0 ? limit_ : kMost;
    if (until_trial_ <= 0) until_trial_ = kTrialEvery;
    for (int i = 0; i < limit; ++i) {
      if (has_come()) {
        limit_ = std::clamp(kSlack * i, kLeast, kMost);
        return true;
      }
      asm volatile("" ::: "memory");  // no pause: a hypervisor may take it for idling and take the core away
    }
    limit_ = std::max(limit_ / 2, kLeast);
    return false;
  }

 private:
  static constexpr int kMost = 100'000;  // about the time of a few short runs
  static constexpr int kLeast = 50;
  static constexpr int kSlack = 8;
  static constexpr int kTrialEvery = 64;

  int limit_ = kMost;
  int until_trial_ = kTrialEvery;
};

}  // namespace heddle::abi
