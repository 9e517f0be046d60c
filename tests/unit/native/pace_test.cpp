#include "native/pace.h"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

// Runs tests that take so long each until a window is over.
double run_window(Pace& pace, double now, double seconds) {
  do {
    now += seconds;
  } while (!pace.count() || !pace.is_over(now));
  return now;
}

TEST(Pace, does_not_begin_with_short_tests) {
  constexpr double kMicrosecond = 1e-6;
  Pace pace(0);
  double now = 0;
  for (int i = 0; i < 10'000; ++i) {
    now = run_window(pace, now, kMicrosecond);
    EXPECT_FALSE(pace.should_begin(now));
  }
}

TEST(Pace, begins_with_long_tests_once_the_cost_is_little) {
  constexpr double kMillisecond = 1e-3;
  Pace pace(0);
  double now = 0;
  bool begins = false;
  while (!begins) {
    now = run_window(pace, now, kMillisecond);
    begins = pace.should_begin(now);
  }
  EXPECT_GE(now, 0.03);
  EXPECT_LE(now, 0.2);
}

TEST(Pace, ends_if_several_do_not_pay_and_tries_again_later) {
  constexpr double kMillisecond = 1e-3;
  Pace pace(0);
  double now = 0;
  do {
    now = run_window(pace, now, kMillisecond);
  } while (!pace.should_begin(now));
  pace.begin_window(now, kMillisecond);
  now = run_window(pace, now, kMillisecond / 2);
  EXPECT_FALSE(pace.should_end(now));
  int windows = 0;
  do {
    now = run_window(pace, now, kMillisecond);
    ++windows;
  } while (!pace.should_end(now));
  EXPECT_EQ(windows, 3);
  int alone = 0;
  do {
    now = run_window(pace, now, kMillisecond);
    ++alone;
  } while (!pace.should_begin(now));
  EXPECT_EQ(alone, 9);
}

TEST(Pace, what_several_cost_is_at_most_a_tenth_of_the_time) {
  constexpr double kMillisecond = 1e-3;
  constexpr double kCost = 50e-3;
  Pace pace(0);
  double now = 0;
  double costs = 0;
  for (int i = 0; i < 1000; ++i) {
    now = run_window(pace, now, kMillisecond);
    if (!pace.should_begin(now)) continue;
    now += kCost;
    costs += kCost;
    pace.begin_window(now, kCost);
  }
  EXPECT_GT(costs, 0);
  EXPECT_LE(costs, now / 9);
}

}  // namespace
}  // namespace heddle::native
