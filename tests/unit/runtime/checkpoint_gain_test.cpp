#include "runtime/process/checkpoint_gain.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

CheckpointGain of_runs(std::int64_t whole) {
  CheckpointGain gain;
  gain.ran(whole);
  return gain;
}

// How many tests pass before checkpoints are made again?
int pause_of(CheckpointGain& gain) {
  int tests = 0;
  while (!gain.begin_test()) ++tests;
  return tests;
}

TEST(checkpoint_gain, is_nothing_before_a_run_was_measured_and_in_short_ones) {
  CheckpointGain gain;
  EXPECT_FALSE(gain.begin_test());
  gain.ran(CheckpointGain::kLeast - 1);
  EXPECT_FALSE(gain.begin_test());
  for (int i = 0; i < 10; ++i) gain.ran(2 * CheckpointGain::kLeast);
  EXPECT_TRUE(gain.begin_test());
}

TEST(checkpoint_gain, needs_segments_that_are_a_part_of_the_run_and_not_too_short) {
  EXPECT_EQ(of_runs(120 * kMillisecond).segment(), 120 * kMillisecond / CheckpointGain::kMostSegments);
  EXPECT_EQ(of_runs(CheckpointGain::kLeast).segment(), CheckpointGain::kShortest);
}

TEST(checkpoint_gain, is_no_loss_where_tests_take_less_than_whole_runs) {
  CheckpointGain gain = of_runs(20 * kMillisecond);
  for (std::uint32_t tests = 1; tests < 1000; ++tests) EXPECT_FALSE(gain.is_loss(tests, tests * 15 * kMillisecond, 0));
  // Without them, tests would begin after half of the run.
  EXPECT_TRUE(gain.is_loss(1000, 1000 * 15 * kMillisecond, 10 * kMillisecond));
}

TEST(checkpoint_gain, is_not_judged_by_a_few_tests) {
  CheckpointGain gain = of_runs(20 * kMillisecond);
  EXPECT_FALSE(gain.is_loss(CheckpointGain::kTests - 1, 1000 * kMillisecond, 0));
  EXPECT_TRUE(gain.is_loss(CheckpointGain::kTests, 1000 * kMillisecond, 0));
}

TEST(checkpoint_gain, tries_longer_segments_before_it_pauses) {
  CheckpointGain gain = of_runs(120 * kMillisecond);
  const std::int64_t first = gain.segment();
  EXPECT_TRUE(gain.is_loss(10, 2000 * kMillisecond, 0));
  EXPECT_EQ(gain.segment(), 2 * first);
  EXPECT_TRUE(gain.begin_test());
  EXPECT_TRUE(gain.is_loss(10, 2000 * kMillisecond, 0));
  EXPECT_EQ(gain.segment(), 4 * first);
  EXPECT_TRUE(gain.is_loss(10, 2000 * kMillisecond, 0));
  EXPECT_FALSE(gain.makes_more());
  EXPECT_EQ(pause_of(gain), static_cast<int>(CheckpointGain::kFirstPause) - 1);
  EXPECT_EQ(gain.segment(), first);
}

TEST(checkpoint_gain, pauses_longer_each_time_tests_that_each_begin_at_the_start_take_longer) {
  CheckpointGain gain = of_runs(20 * kMillisecond);
  std::uint32_t pause = CheckpointGain::kFirstPause;
  for (int i = 0; i < 12; ++i) {
    while (gain.makes_more()) gain.took(1, 25 * kMillisecond, 0);
    EXPECT_EQ(pause_of(gain), static_cast<int>(pause) - 1);
    pause = std::min(2 * pause, CheckpointGain::kLongestPause);
  }
  EXPECT_EQ(pause, CheckpointGain::kLongestPause);
}

TEST(checkpoint_gain, is_measured_again_after_many_tests) {
  CheckpointGain gain = of_runs(20 * kMillisecond);
  for (std::uint32_t i = 0; i < CheckpointGain::kServed; ++i) gain.serves();
  EXPECT_TRUE(gain.is_stale());
  EXPECT_FALSE(gain.begin_test());
  gain.ran(100 * kMillisecond);
  EXPECT_TRUE(gain.begin_test());
  EXPECT_EQ(gain.segment(), 100 * kMillisecond / CheckpointGain::kMostSegments);
}

}  // namespace
}  // namespace heddle::runtime
