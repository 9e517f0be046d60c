#include "runtime/process/checkpoint_cost.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// This many runs; how many of them were measured?
int run(CheckpointCost& cost, int times, std::int64_t start, std::int64_t whole) {
  int measured = 0;
  for (int i = 0; i < times && !cost.pays(); ++i) {
    if (!cost.is_due()) continue;
    cost.ran(start, whole);
    ++measured;
  }
  return measured;
}

TEST(checkpoint_cost, of_a_short_start_is_seldom_looked_at) {
  CheckpointCost cost;
  EXPECT_EQ(run(cost, 640, 1000, 2000), 5 + (640 - 5) / 64);
  EXPECT_FALSE(cost.pays());
}

TEST(checkpoint_cost, of_a_very_long_start_is_known_after_three_runs) {
  CheckpointCost cost;
  EXPECT_EQ(run(cost, 100, 90 * kMillisecond, 100 * kMillisecond), 3);
  EXPECT_TRUE(cost.pays());
}

TEST(checkpoint_cost, is_compared_over_some_milliseconds) {
  CheckpointCost cost;
  EXPECT_EQ(run(cost, 100, kMillisecond / 2, kMillisecond), 12);
  EXPECT_TRUE(cost.pays());
}

TEST(checkpoint_cost, is_compared_again_after_a_while_if_it_is_less) {
  CheckpointCost cost;
  int measured = 0;
  int served = 0;
  for (int i = 0; i < 100'000; ++i) {
    measured += run(cost, 100, 5 * kMillisecond, 6 * kMillisecond);
    ASSERT_TRUE(cost.pays());
    cost.served(kMillisecond);
    ++served;
  }
  EXPECT_GT(measured, 100);
  EXPECT_LT(6 * measured, served / 20);
}

TEST(checkpoint_cost, is_not_paid_for_long_if_it_is_more) {
  CheckpointCost cost;
  std::int64_t runs = 0;
  std::int64_t served = 0;
  while (runs < 100'000) {
    if (cost.pays()) {
      cost.served(5 * kMillisecond);
      ++served;
    } else {
      if (cost.is_due()) cost.ran(kMillisecond, 2 * kMillisecond);
      ++runs;
    }
  }
  EXPECT_GT(served, 8);
  EXPECT_LT(served, 200);
}

TEST(checkpoint_cost, of_a_start_that_is_shared_by_one_test_only_is_too_much) {
  CheckpointCost cost;
  run(cost, 100, 5 * kMillisecond, 6 * kMillisecond);
  for (int i = 0; i < CheckpointCost::kFewTests; ++i) cost.served(7 * kMillisecond);
  EXPECT_FALSE(cost.pays());
}

}  // namespace
}  // namespace heddle::runtime
