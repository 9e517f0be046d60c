#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::runtime {

// Is it faster to stop within runs, again and again, so that later tests which begin alike go on from there? That
// depends on the program, the machine, and on how often a test begins as an earlier one did: decided by measured
// processor time, in nanoseconds. All processes of a target share one object, none of them at the same time.
// 1. Runs shorter than kLeast have nothing to gain.
// 2. A run becomes a checkpoint whenever it has gone on for a segment() since the last one, a part of a whole run.
// 3. The tests that went on from a checkpoint are compared with as many whole runs. If they took no less, segments get
//    longer, and in the end no checkpoints are made for a while, twice as long each time.
// 4. After kServed tests whole runs are measured again, since later ones may be shorter or longer.
class CheckpointGain {
 public:
  static constexpr std::int64_t kLeast = 8'000'000;
  static constexpr std::int64_t kShortest = 1'000'000;  // about what a copy takes
  static constexpr std::int64_t kMostSegments = 12;     // of a whole run
  static constexpr std::int64_t kFewestSegments = 3;
  static constexpr std::uint32_t kTests = 6;       // that are compared, at least
  static constexpr std::uint32_t kForgotten = 64;  // ... and at most
  static constexpr std::uint32_t kServed = 512;
  static constexpr std::uint32_t kFirstPause = 64;
  static constexpr std::uint32_t kLongestPause = 4096;

  // A test begins from the start. Should checkpoints be made in its run?
  bool begin_test() {
    if (pause_left_ != 0) --pause_left_;
    return makes_more();
  }
  bool makes_more() const { return !is_stale() && whole_ >= kLeast && pause_left_ == 0; }
  // Must whole runs be measured before there are more checkpoints?
  bool is_stale() const { return served_ >= kServed; }
  std::int64_t segment() const { return std::max(kShortest, whole_ / segments_); }

  // A run without checkpoints has taken this long.
  void ran(std::int64_t time) {
    whole_ = whole_ == 0 || is_stale() ? time : (3 * whole_ + time) / 4;
    served_ = 0;
  }
  // A test goes on from a checkpoint.
  void serves() { ++served_; }

  // So many more tests have taken this long, from one that began at `floor` to the next.
  void took(std::uint32_t tests, std::int64_t time, std::int64_t floor) {
    tests_ += tests;
    time_ += time;
    if (!is_loss(tests_, time_, floor) && tests_ < kForgotten) return;
    tests_ = 0;
    time_ = 0;
  }
  // So many tests went on from a checkpoint, together in this time; otherwise they would have begun at `floor`. Is that
  // too long?
  bool is_loss(std::uint32_t tests, std::int64_t time, std::int64_t floor) {
    if (tests < kTests || 10 * time <= 9 * tests * (whole_ - floor)) return false;
    if (segments_ / 2 >= kFewestSegments) {
      segments_ /= 2;
    } else {
      segments_ = kMostSegments;
      pause_left_ = pause_;
      pause_ = std::min(2 * pause_, kLongestPause);
    }
    return true;
  }

 private:
  std::int64_t whole_ = 0;
  std::int64_t segments_ = kMostSegments;
  std::int64_t time_ = 0;
  std::uint32_t tests_ = 0;
  std::uint32_t served_ = 0;
  std::uint32_t pause_ = kFirstPause;
  std::uint32_t pause_left_ = 0;
};

}  // namespace heddle::runtime
