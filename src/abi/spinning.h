#pragma once

#include <algorithm>

namespace heddle::abi {

// Both sides of the channel wait for each other by looking at the turn for a while before they go to sleep. That is the
// fastest way as long as each has a core of its own: to be woken up takes much longer than a short run. On a busy
// machine, a process that only looks takes away the time that the other one needs to answer. So if answers often do not
// come while it looks, it goes to sleep at once for a number of times, and then tries again.
class Spinning {
 public:
  // Does `has_come()` become true before it is time to go to sleep?
  template <class HasCome>
  bool wait(HasCome has_come) {
    const bool hurried = hurried_ > 0;
    const int limit = hurried ? kLeast : kMost;
    for (int i = 0; i < limit; ++i) {
      if (has_come()) {
        if (!hurried) note_answer();
        return true;
      }
      asm volatile("" ::: "memory");  // no pause: a hypervisor may take it for idling and take the core away
    }
    if (hurried) {
      --hurried_;
    } else {
      note_silence();
    }
    return false;
  }

 private:
  static constexpr int kMost = 100'000;  // about the time of a few short runs
  static constexpr int kLeast = 50;
  // More than one in so many waits without an answer are often.
  static constexpr int kOften = 16;
  static constexpr int kTooMuch = 3 * kOften;
  static constexpr int kFirstTimes = 64;
  static constexpr int kMostTimes = 1024;

  void note_answer() {
    if (silence_ == 0) return;
    --silence_;
    times_ = kFirstTimes;
  }

  void note_silence() {
    silence_ += kOften;
    if (silence_ < kTooMuch) return;
    hurried_ = times_;
    times_ = std::min(2 * times_, kMostTimes);
    silence_ = kTooMuch - kOften;  // one more when it tries again is enough
  }

  int silence_ = 0;  // grows when no answer comes in time
  int hurried_ = 0;  // so many times it still goes to sleep at once
  int times_ = kFirstTimes;
};

}  // namespace heddle::abi
