#include "trace/replay_state.h"

#include <gtest/gtest.h>

#include "trace_builder.h"

namespace heddle::trace {
namespace {

using enum OpKind;

constexpr ThreadSet set(std::initializer_list<int> threads) {
  ThreadSet result;
  for (const int t : threads) result.insert(ThreadId(static_cast<std::size_t>(t)));
  return result;
}

class ReplayStateTest : public testing::Test {
 protected:
  ZeroStates executor_;
  ReplayState state_{executor_};
};

TEST_F(ReplayStateTest, a_held_lock_disables_exactly_those_who_want_it) {
  TraceBuilder b;
  b.step(0, kLock, 0).step(0, kUnlock, 0).exit(0).step(1, kLock, 0).step(1, kUnlock, 0).exit(1);
  b.step(2, kRead, 1).exit(2);
  state_.start(b.trace());
  EXPECT_EQ(state_.enabled(), set({0, 1, 2}));
  state_.advance();
  EXPECT_EQ(state_.alive(), set({0, 1, 2}));
  EXPECT_EQ(state_.enabled(), set({0, 2}));
  EXPECT_EQ(state_.state(LocationId(0)), 1);
  state_.advance();
  EXPECT_EQ(state_.alive(), set({1, 2}));
  EXPECT_EQ(state_.enabled(), set({1, 2}));
}

TEST_F(ReplayStateTest, the_pending_operation_of_a_blocked_thread_is_its_next_step) {
  TraceBuilder b;
  b.step(0, kSemPost, 0).step(1, kSemWait, 0).exit(1).pending(Pending::Why::kBlocked, 0, kSemWait, 0);
  state_.start(b.trace());
  EXPECT_EQ(state_.enabled(), set({0}));
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({0, 1}));
  EXPECT_EQ(state_.next_of(ThreadId(0)).kind, kSemWait);
  state_.advance();
  EXPECT_TRUE(state_.at_end());
  EXPECT_EQ(state_.alive(), set({0}));
  EXPECT_EQ(state_.enabled(), ThreadSet());
}

TEST_F(ReplayStateTest, a_wake_up_that_a_timed_wait_has_used_wakes_nobody_later) {
  TraceBuilder b;
  b.step(0, kWait, 0).step(1, kSignal, 0, 0, 0).exit(1).step(0, kTimedWake, 0).step(0, kWait, 0);
  b.pending(Pending::Why::kBlocked, 0, kWake, 0);
  state_.start(b.trace());
  while (!state_.at_end()) state_.advance();
  EXPECT_EQ(state_.alive(), set({0}));
  EXPECT_EQ(state_.enabled(), ThreadSet());
}

TEST_F(ReplayStateTest, threads_that_failed_or_were_cut_take_no_further_step) {
  TraceBuilder b;
  b.step(0, kRead, 0).step(1, kRead, 0).pending(Pending::Why::kFailed, 0, kRead, 0);
  b.pending(Pending::Why::kCut, 1, kRead, 0);
  state_.start(b.trace());
  EXPECT_EQ(state_.alive(), set({0, 1}));
  state_.advance();
  EXPECT_EQ(state_.alive(), set({1}));
  state_.advance();
  EXPECT_EQ(state_.alive(), ThreadSet());
}

TEST_F(ReplayStateTest, a_created_thread_exists_from_its_creation_and_can_be_joined_after_its_end) {
  TraceBuilder b;
  b.step(0, kCreate, -1, 0, 1).step(1, kRead, 0).exit(1).step(0, kJoin, -1, 0, 1).exit(0);
  state_.start(b.trace());
  EXPECT_EQ(state_.alive(), set({0}));
  state_.advance();
  EXPECT_EQ(state_.alive(), set({0, 1}));
  EXPECT_EQ(state_.enabled(), set({1}));
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({0}));
  state_.advance();
  EXPECT_TRUE(state_.at_end());
}

TEST_F(ReplayStateTest, a_failed_thread_cannot_be_joined) {
  TraceBuilder b;
  b.step(0, kCreate, -1, 0, 1).step(1, kRead, 0).pending(Pending::Why::kBlocked, 0, kJoin, -1, 1);
  b.pending(Pending::Why::kFailed, 1, kExit);
  state_.start(b.trace());
  state_.advance();
  state_.advance();
  EXPECT_EQ(state_.alive(), set({0}));
  EXPECT_EQ(state_.enabled(), ThreadSet());
}

TEST_F(ReplayStateTest, a_signal_has_one_outcome_per_waiting_thread_and_enables_only_the_chosen_one) {
  TraceBuilder b;
  b.step(0, kWait, 0).step(1, kWait, 0).step(2, kSignal, 0, 0, 1).exit(2).step(1, kWake).exit(1);
  b.pending(Pending::Why::kBlocked, 0, kWake);
  state_.start(b.trace());
  EXPECT_EQ(state_.outcomes_of_next(ThreadId(2)), 1);
  state_.advance();
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({2}));
  ASSERT_EQ(state_.outcomes_of_next(ThreadId(2)), 2);
  EXPECT_EQ(state_.outcome_of_next(ThreadId(2), 0), 0);
  EXPECT_EQ(state_.outcome_of_next(ThreadId(2), 1), 1);
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({1}));
}

TEST_F(ReplayStateTest, the_last_arrival_lets_the_whole_group_leave) {
  TraceBuilder b;
  b.step(0, kArrive, 0, 0, kNoChoice, 2).step(1, kArrive, 0, 0, kNoChoice, 2);
  b.step(0, kLeave).exit(0).step(1, kLeave).exit(1);
  state_.start(b.trace());
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({1}));
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({0, 1}));
  state_.advance();
  EXPECT_EQ(state_.enabled(), set({1}));
}

TEST_F(ReplayStateTest, a_compare_exchange_modifies_only_where_it_finds_what_it_expects) {
  TraceBuilder b;
  b.step(0, kCas, 0, 1, kNoChoice, 0).exit(0).step(1, kCas, 0, 1, kNoChoice, 0).exit(1);
  state_.start(b.trace());
  EXPECT_EQ(state_.effect_of_next(ThreadId(1)), Effect::kModify);
  state_.advance();
  EXPECT_EQ(state_.effect_of_next(ThreadId(1)), Effect::kObserve);
}

TEST_F(ReplayStateTest, a_restart_forgets_the_trace_before) {
  TraceBuilder held;
  held.step(0, kLock, 0).pending(Pending::Why::kBlocked, 0, kLock, 0);
  state_.start(held.trace());
  state_.advance();
  TraceBuilder free;
  free.step(1, kLock, 0).exit(1);
  state_.start(free.trace());
  EXPECT_EQ(state_.alive(), set({1}));
  EXPECT_EQ(state_.enabled(), set({1}));
}

}  // namespace
}  // namespace heddle::trace
