#pragma once

#include <algorithm>

namespace heddle::abi {

// Each side of the channel waits for the other by watching the turn for a while before it goes to sleep. That is
// fastest as long as each has a core to itself: being woken takes much longer than a short run. On a busy machine, a
// process that spins takes away the time that the other one needs to answer. So if answers often fail to arrive while
// it spins, it goes to sleep immediately a number of times, and then tries again.
class Spinning {
 public:
  // Does `has_come()` become true before it is time to sleep?
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
  // If more than one wait in this many ends without an answer, that is often.
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
  int hurried_ = 0;  // how many more times it goes to sleep immediately
  int times_ = kFirstTimes;
};

}  // namespace heddle::abi
