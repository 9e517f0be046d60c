#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::native {

// Decides by the clock when several targets pay. The traces do not depend on it, only how long they take.
//
// Tests are counted in windows, in which they are run either by one target alone or by several. Several are tried once
// the tests of a window were long enough, and enough of them in flight, and enough time has passed for the cost of
// several (starting them, and starting over) to be little beside it. They continue as long as a window takes less time
// per test with several than it did with one. All times are in seconds; `now` counts from anything.
class Pace {
 public:
  explicit Pace(double now) : start_(now), window_start_(now) {}

  // One more test has been run; this many were in flight. True if it is time to ask is_over().
  bool count(std::size_t in_flight) {
    in_flight_ += in_flight;
    return std::has_single_bit(++tests_) && tests_ >= kShortWindow;
  }
  // Is this window over? Then should_begin or should_end is to be called.
  bool is_over(double now) const { return tests_ >= kWindow || now - window_start_ >= kLongWindow; }
  // This window was run by one target, which took so long of the processor: should several be tried?
  bool should_begin(double now, double work);
  // It was run by several: should one continue alone?
  bool should_end(double now);
  // A new window begins, after something that took so long and would not have been needed with one target.
  void begin_window(double now, double cost);

 private:
  static constexpr std::uint32_t kShortWindow = 8;
  static constexpr std::uint32_t kWindow = 64;
  static constexpr double kLongWindow = 20e-3;
  // Processes that wait for each other lose some ten microseconds each time: tests must be this long, and this many in
  // flight on average.
  static constexpr double kShortTest = 50e-6;
  static constexpr double kMany = 4;
  static constexpr double kFirstCost = 4e-3;
  // The cost may be one part in this many of the time.
  static constexpr double kPartOfTime = 10;
  // A window must take at most this part of the time.
  static constexpr double kGain = 0.95;
  // Tests differ, and one window says little: this many in a row must not have paid.
  static constexpr std::uint32_t kWindowsInVain = 3;
  static constexpr std::uint32_t kMostSkipped = 256;

  double per_test(double now) const { return (now - window_start_) / tests_; }
  bool is_worthwhile(double work) const;

  double start_;
  double window_start_;
  std::uint32_t tests_ = 0;    // in this window
  std::size_t in_flight_ = 0;  // summed over them
  double alone_ = 0;           // per test, in the last window of one target
  double last_ = kFirstCost;   // the last cost
  double costs_ = 0;           // all of them
  std::uint32_t in_vain_ = 0;  // windows of several, in a row, that did not pay
  std::uint32_t to_skip_ = 0;  // windows of one target before several are tried again
  std::uint32_t next_skips_ = 8;
};

}  // namespace heddle::native
