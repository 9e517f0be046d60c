#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::runtime {

// Is it faster to run the start of the program once for several tests, each of which is a copy of the process from
// there on, or for every test? Decided by measured times, in nanoseconds, for what a copy costs depends on the program,
// the machine, and what else it does.
// 1. Some runs from the beginning are measured: the first ones, then one in kPeriod.
// 2. If the start alone takes longer than a copy ever does in vain (kLeast), it is tried.
// 3. Tests from the checkpoint are measured, together with the start that they share. If they do not take less than
// runs
//    from the beginning, it is over, and tried again after twice as many measurements each time.
class CheckpointCost {
 public:
  static constexpr std::uint32_t kFirst = 4;
  static constexpr std::uint32_t kPeriod = 64;
  static constexpr std::int64_t kLeast = 150'000;
  static constexpr std::uint32_t kTried = 8;
  static constexpr std::uint32_t kFirstPause = 8;
  static constexpr std::uint32_t kLongestPause = 1024;

  // Is the run that begins to be measured?
  bool is_due() {
    if (--until_ != 0) return false;
    until_ = samples_ < kFirst ? 1 : kPeriod;
    return true;
  }
  bool pays() const { return pays_; }

  // A run from the beginning.
  void ran(std::int64_t start, std::int64_t whole) {
    ++samples_;
    start_ = samples_ == 1 ? start : start_ + (start - start_) / 4;
    whole_ = samples_ == 1 ? whole : whole_ + (whole - whole_) / 4;
    if (pause_left_ != 0) {
      --pause_left_;
    } else {
      pays_ = samples_ > 1 && start_ > kLeast;
    }
  }

  // A test from the checkpoint; the first one with the start.
  void served(std::int64_t time) {
    sum_ += time;
    if (++count_ < kTried) return;
    if (sum_ / count_ * 10 > whole_ * 9) give_up();
    sum_ /= 2;
    count_ /= 2;
  }

  // It does not pay, or cannot be done.
  void give_up() {
    pays_ = false;
    pause_left_ = pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
    sum_ = count_ = 0;
  }

 private:
  std::int64_t start_ = 0;  // averages
  std::int64_t whole_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t count_ = 0;
  std::uint32_t samples_ = 0;
  std::uint32_t until_ = 1;
  std::uint32_t pause_ = kFirstPause;
  std::uint32_t pause_left_ = 0;
  bool pays_ = false;
};

}  // namespace heddle::runtime
