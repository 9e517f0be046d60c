#include "trace/policy.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace heddle::trace {
namespace {

Picker picker(Policy::Kind kind, std::uint64_t seed = 0) {
  Policy policy;
  policy.kind = kind;
  policy.seed = seed;
  Picker result;
  result.reset(policy);
  return result;
}

TEST(Picker, run_on_goes_on_with_the_same_thread) {
  EXPECT_EQ(picker(Policy::Kind::kRunOn).pick(ThreadSet::of_word(0b111), ThreadId(1), 5), ThreadId(1));
}
TEST(Picker, run_on_takes_the_lowest_enabled_thread_at_the_start) {
  EXPECT_EQ(picker(Policy::Kind::kRunOn).pick(ThreadSet::of_word(0b1100), ThreadId::none(), 0), ThreadId(2));
}
TEST(Picker, run_on_takes_the_lowest_enabled_thread_if_the_current_one_is_blocked) {
  EXPECT_EQ(picker(Policy::Kind::kRunOn).pick(ThreadSet::of_word(0b1100), ThreadId(1), 1), ThreadId(2));
}
TEST(Picker, run_on_takes_the_first_outcome) { EXPECT_EQ(picker(Policy::Kind::kRunOn).pick_outcome(5), 0); }
TEST(Picker, run_on_takes_zero_for_an_input) { EXPECT_EQ(picker(Policy::Kind::kRunOn).pick_input(), 0); }

TEST(Picker, delay_prefers_the_others_even_to_the_current_thread) {
  Policy policy;
  policy.kind = Policy::Kind::kDelay;
  policy.delayed = ThreadSet(ThreadId(0));
  Picker p;
  p.reset(policy);
  EXPECT_EQ(p.pick(ThreadSet::of_word(0b11), ThreadId(0), 1), ThreadId(1));
  EXPECT_EQ(p.pick(ThreadSet::of_word(0b01), ThreadId(1), 2), ThreadId(0));
}
TEST(Picker, delayed_threads_matter_only_to_delay) {
  Policy policy;
  policy.delayed = ThreadSet(ThreadId(0));
  Picker p;
  p.reset(policy);
  EXPECT_EQ(p.pick(ThreadSet::of_word(0b11), ThreadId(0), 1), ThreadId(0));
}

TEST(Picker, random_picks_every_enabled_thread_and_no_other) {
  Picker p = picker(Policy::Kind::kRandom, 3);
  std::set<std::size_t> seen;
  for (std::uint32_t i = 0; i < 200; ++i) seen.insert(p.pick(ThreadSet::of_word(0b1011), ThreadId(0), i).index());
  EXPECT_EQ(seen, (std::set<std::size_t>{0, 1, 3}));
}
TEST(Picker, random_picks_about_equally_often) {
  Picker p = picker(Policy::Kind::kRandom, 4);
  std::vector<int> count(64);
  for (std::uint32_t i = 0; i < 30000; ++i)
    ++count[p.pick(ThreadSet::of_word(0b10000000000000000000000000000000000000101ULL), ThreadId(0), i).index()];
  EXPECT_NEAR(count[0], 10000, 500);
  EXPECT_NEAR(count[2], 10000, 500);
  EXPECT_NEAR(count[40], 10000, 500);
}
TEST(Picker, random_outcomes_stay_in_range) {
  Picker p = picker(Policy::Kind::kRandom, 5);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(p.pick_outcome(3));
  EXPECT_EQ(seen, (std::set<std::int64_t>{0, 1, 2}));
}
TEST(Picker, the_same_seed_picks_the_same) {
  Picker a = picker(Policy::Kind::kRandom, 6);
  Picker b = picker(Policy::Kind::kRandom, 6);
  for (std::uint32_t i = 0; i < 50; ++i)
    EXPECT_EQ(a.pick(ThreadSet::of_word(0xff), ThreadId(0), i), b.pick(ThreadSet::of_word(0xff), ThreadId(0), i));
}
TEST(Picker, reset_starts_anew) {
  Policy policy;
  policy.kind = Policy::Kind::kRandom;
  Picker p;
  p.reset(policy);
  const std::int32_t first = p.pick_input();
  p.pick_input();
  p.reset(policy);
  EXPECT_EQ(p.pick_input(), first);
}

// Between change points PCT runs the enabled thread of highest priority.
TEST(Picker, pct_without_change_points_never_preempts) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Policy policy;
    policy.kind = Policy::Kind::kPct;
    policy.pct_depth = 1;
    policy.seed = seed;
    Picker p;
    p.reset(policy);
    const ThreadId first = p.pick(ThreadSet::of_word(0b111), ThreadId::none(), 0);
    for (std::uint32_t i = 1; i < 100; ++i) EXPECT_EQ(p.pick(ThreadSet::of_word(0b111), first, i), first);
  }
}
TEST(Picker, pct_starts_with_every_thread_for_some_seed) {
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    seen.insert(picker(Policy::Kind::kPct, seed).pick(ThreadSet::of_word(0b111), ThreadId::none(), 0).index());
  }
  EXPECT_EQ(seen, (std::set<std::size_t>{0, 1, 2}));
}
TEST(Picker, pct_of_depth_d_preempts_at_most_d_minus_1_times) {
  bool preempted_twice = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Policy policy;
    policy.kind = Policy::Kind::kPct;
    policy.pct_depth = 3;
    policy.pct_length = 20;
    policy.seed = seed;
    Picker p;
    p.reset(policy);
    ThreadId current = p.pick(ThreadSet::of_word(0b111), ThreadId::none(), 0);
    int switches = 0;
    for (std::uint32_t i = 1; i < 40; ++i) {
      const ThreadId next = p.pick(ThreadSet::of_word(0b111), current, i);
      switches += next != current;
      current = next;
    }
    EXPECT_LE(switches, 2) << seed;
    preempted_twice |= switches == 2;
  }
  EXPECT_TRUE(preempted_twice);
}
TEST(Picker, a_change_point_puts_the_thread_behind_all_others) {
  Policy policy;
  policy.kind = Policy::Kind::kPct;
  policy.pct_depth = 2;
  policy.pct_length = 1;  // the change point is after the first step
  Picker p;
  p.reset(policy);
  const ThreadId first = p.pick(ThreadSet::of_word(0b111), ThreadId::none(), 0);
  const ThreadId second = p.pick(ThreadSet::of_word(0b111), first, 1);
  EXPECT_NE(second, first);
  EXPECT_NE(p.pick(ThreadSet::of_word(0b111) - ThreadSet(second), second, 2), first);
}

}  // namespace
}  // namespace heddle::trace
