#include "runtime/checkpoint_cost.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// So many runs; how many of them were measured?
int run(CheckpointCost& cost, int times, std::int64_t start, std::int64_t whole) {
  int measured = 0;
  for (int i = 0; i < times; ++i) {
    if (!cost.is_due()) continue;
    cost.ran(start, whole);
    ++measured;
  }
  return measured;
}

TEST(checkpoint_cost, few_runs_are_measured) {
  CheckpointCost cost;
  EXPECT_EQ(run(cost, 640, 1000, 2000), 4 + (640 - 4) / 64);
  EXPECT_FALSE(cost.pays());
}

TEST(checkpoint_cost, a_long_start_is_worth_a_try_after_two_runs) {
  CheckpointCost cost;
  run(cost, 1, kMillisecond, 2 * kMillisecond);
  EXPECT_FALSE(cost.pays());
  run(cost, 1, kMillisecond, 2 * kMillisecond);
  EXPECT_TRUE(cost.pays());
}

TEST(checkpoint_cost, what_is_faster_is_kept) {
  CheckpointCost cost;
  run(cost, 2, 5 * kMillisecond, 6 * kMillisecond);
  cost.served(8 * kMillisecond);  // with the start
  for (int i = 0; i < 1000; ++i) cost.served(2 * kMillisecond);
  EXPECT_TRUE(cost.pays());
}

TEST(checkpoint_cost, what_is_slower_is_given_up_for_longer_each_time) {
  CheckpointCost cost;
  run(cost, 2, kMillisecond, 2 * kMillisecond);
  int pause = 0;
  for (int i = 0; i < 4; ++i) {
    for (std::uint32_t k = 0; k < CheckpointCost::kTried; ++k) cost.served(2 * kMillisecond);
    ASSERT_FALSE(cost.pays());
    int runs = 0;
    for (; !cost.pays(); ++runs) run(cost, 1, kMillisecond, 2 * kMillisecond);
    EXPECT_GT(runs, pause);
    pause = runs;
  }
}

TEST(checkpoint_cost, a_start_that_is_shared_by_one_test_only_does_not_pay) {
  CheckpointCost cost;
  run(cost, 2, 5 * kMillisecond, 6 * kMillisecond);
  for (std::uint32_t i = 0; i < CheckpointCost::kTried; ++i) cost.served(7 * kMillisecond);
  EXPECT_FALSE(cost.pays());
}

}  // namespace
}  // namespace heddle::runtime
