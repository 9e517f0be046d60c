#include "native/pace.h"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

constexpr std::size_t kInFlight = 15;

// Runs tests that take so long each until a window is over.
double run_window(Pace& pace, double now, double seconds, std::size_t in_flight = kInFlight) {
  do {
    now += seconds;
  } while (!pace.count(in_flight) || !pace.is_over(now));
  return now;
}

// The same, by a target that has a core to itself.
bool should_begin_after(Pace& pace, double& now, double seconds, std::size_t in_flight = kInFlight) {
  const double start = now;
  now = run_window(pace, now, seconds, in_flight);
  return pace.should_begin(now, now - start);
}

TEST(Pace, does_not_begin_with_short_tests) {
  constexpr double kMicrosecond = 1e-6;
  Pace pace(0);
  double now = 0;
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_FALSE(should_begin_after(pace, now, kMicrosecond));
  }
}

TEST(Pace, does_not_begin_if_few_tests_are_in_flight) {
  constexpr double kTenth = 1e-4;
  for (const std::size_t in_flight : {1U, 3U, 4U}) {
    Pace pace(0);
    double now = 0;
    bool begins = false;
    for (int i = 0; i < 1000; ++i) begins = should_begin_after(pace, now, kTenth, in_flight) || begins;
    EXPECT_EQ(begins, in_flight == 4);
  }
}

TEST(Pace, does_not_take_waiting_for_work) {
  constexpr double kMillisecond = 1e-3;
  Pace pace(0);
  double now = 0;
  for (int i = 0; i < 1000; ++i) {
    now = run_window(pace, now, kMillisecond);
    EXPECT_FALSE(pace.should_begin(now, kMillisecond / 10));
  }
}

TEST(Pace, begins_with_long_tests_once_the_cost_is_little) {
  constexpr double kMillisecond = 1e-3;
  Pace pace(0);
  double now = 0;
  while (!should_begin_after(pace, now, kMillisecond)) {
  }
  EXPECT_GE(now, 0.03);
  EXPECT_LE(now, 0.2);
}

TEST(Pace, ends_if_several_do_not_pay_and_tries_again_later) {
  constexpr double kMillisecond = 1e-3;
  Pace pace(0);
  double now = 0;
  while (!should_begin_after(pace, now, kMillisecond)) {
  }
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
  while (!should_begin_after(pace, now, kMillisecond)) ++alone;
  EXPECT_EQ(alone, 8);
}

TEST(Pace, what_several_cost_is_at_most_a_tenth_of_the_time) {
  constexpr double kMillisecond = 1e-3;
  constexpr double kCost = 50e-3;
  Pace pace(0);
  double now = 0;
  double costs = 0;
  for (int i = 0; i < 1000; ++i) {
    if (!should_begin_after(pace, now, kMillisecond)) continue;
    now += kCost;
    costs += kCost;
    pace.begin_window(now, kCost);
  }
  EXPECT_GT(costs, 0);
  EXPECT_LE(costs, now / 9);
}

}  // namespace
}  // namespace heddle::native
