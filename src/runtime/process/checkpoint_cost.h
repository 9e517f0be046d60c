#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::runtime {

// Is it faster to run the start of the program once for several tests, each of which is a copy of the process from
// there on, or for every test? Decided by measured times, in nanoseconds, because the cost of a copy depends on the
// program, the machine, and what else it is doing.
// 1. kWatch: some runs are measured, the first ones and then one in kPeriod. If their starts take longer than kLeast,
//    so that there is something to gain,
// 2. kMeasure: all runs are measured for a while, and then
// 3. kServe: tests begin at a checkpoint, and are measured, together with the start that they share. If they do not
//    take less than the earlier runs, back to 1, for twice as long each time. After kServed times as long, back to 2:
//    the machine may be more or less busy by then.
class CheckpointCost {
 public:
  static constexpr std::uint32_t kFirst = 4;
  static constexpr std::uint32_t kPeriod = 64;
  static constexpr std::int64_t kLeast = 150'000;
  static constexpr std::int64_t kLongEnough = 10'000'000;  // enough to be measured
  static constexpr std::int64_t kFewTests = 4;
  static constexpr std::int64_t kServed = 32;
  static constexpr std::uint32_t kFirstPause = 8;
  static constexpr std::uint32_t kLongestPause = 1024;

  // Should the run that is beginning be measured?
  bool is_due() {
    if (phase_ != Phase::kWatch) return phase_ == Phase::kMeasure;
    if (--until_ != 0) return false;
    until_ = samples_ < kFirst ? 1 : kPeriod;
    return true;
  }
  bool pays() const { return phase_ == Phase::kServe; }

  // A run from the start.
  void ran(std::int64_t start, std::int64_t whole) {
    ++samples_;
    if (phase_ == Phase::kWatch && pause_left_ != 0) {
      --pause_left_;
    } else if (start < kLeast) {
      enter(Phase::kWatch);
    } else if (phase_ == Phase::kWatch) {
      enter(Phase::kMeasure);
    } else if (add(whole) && count_ > 1) {
      measured_ = sum_;
      whole_ = sum_ / count_;
      served_ = 0;
      enter(Phase::kServe);
    }
  }

  // A test from the checkpoint; the first one includes the start.
  void served(std::int64_t time) {
    served_ += time;
    if (!add(time) || count_ < kFewTests) return;
    if (sum_ / count_ * 10 > whole_ * 9) {
      give_up();
    } else if (served_ > kServed * measured_) {
      enter(Phase::kMeasure);
    } else {
      enter(Phase::kServe);
    }
  }

  // It does not pay off, or cannot be done.
  void give_up() {
    pause_left_ = pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
    enter(Phase::kWatch);
  }

 private:
  enum class Phase : std::uint8_t { kWatch, kMeasure, kServe };

  void enter(Phase phase) {
    phase_ = phase;
    sum_ = count_ = 0;
  }
  // Returns whether that is enough.
  bool add(std::int64_t time) {
    sum_ += time;
    ++count_;
    return sum_ > kLongEnough;
  }

  Phase phase_ = Phase::kWatch;
  std::int64_t sum_ = 0;  // in this phase
  std::int64_t count_ = 0;
  std::int64_t measured_ = 0;  // in the last kMeasure, in total
  std::int64_t whole_ = 0;     // of a run in it
  std::int64_t served_ = 0;    // since then
  std::uint32_t samples_ = 0;
  std::uint32_t until_ = 1;
  std::uint32_t pause_ = kFirstPause;
  std::uint32_t pause_left_ = 0;
};

}  // namespace heddle::runtime
