#include "trace/deadlock_cores.h"

#include <gtest/gtest.h>

#include "tests/unit/trace/trace_builder.h"

namespace heddle::trace {
namespace {

using Kind = DeadlockCore::Kind;
constexpr auto kBlocked = Pending::Why::kBlocked;

std::vector<DeadlockCore> cores(const TraceBuilder& builder, Outcome outcome = Outcome::kDeadlock) {
  Trace trace = builder.trace();
  trace.outcome = outcome;
  DeadlockCores finder;
  const auto found = finder.find(trace);
  return {found.begin(), found.end()};
}

DeadlockCore core(Kind kind, std::uint64_t waiting, ThreadId keeper = {}) {
  return {kind, ThreadSet::of_word(waiting), keeper};
}

TraceBuilder circle_of_two() {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10).step(1, OpKind::kLock, 11);
  b.pending(kBlocked, 0, OpKind::kLock, 11).pending(kBlocked, 1, OpKind::kLock, 10);
  return b;
}

TEST(DeadlockCores, a_run_that_finishes_has_none) {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10).step(0, OpKind::kUnlock, 10).exit(0);
  EXPECT_TRUE(cores(b, Outcome::kFinished).empty());
}

TEST(DeadlockCores, two_threads_that_want_each_others_lock_are_a_cycle) {
  EXPECT_EQ(cores(circle_of_two()), std::vector{core(Kind::kCycle, 0b11)});
}

TEST(DeadlockCores, threads_that_are_stuck_behind_a_cycle_do_not_belong_to_it) {
  TraceBuilder b = circle_of_two();
  b.pending(kBlocked, 2, OpKind::kLock, 10).pending(kBlocked, 3, OpKind::kJoin, -1, 2);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kCycle, 0b11)});
}

TEST(DeadlockCores, two_cycles_in_one_run_are_two_cores) {
  TraceBuilder b;
  for (int t = 0; t < 4; ++t) b.step(t, OpKind::kLock, 10 + t);
  b.pending(kBlocked, 0, OpKind::kLock, 12).pending(kBlocked, 1, OpKind::kLock, 13);
  b.pending(kBlocked, 2, OpKind::kLock, 10).pending(kBlocked, 3, OpKind::kLock, 11);
  EXPECT_EQ(cores(b), (std::vector{core(Kind::kCycle, 0b0101), core(Kind::kCycle, 0b1010)}));
}

TEST(DeadlockCores, a_thread_that_wants_a_lock_it_holds_is_a_cycle_of_one) {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10).pending(kBlocked, 0, OpKind::kLock, 10);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kCycle, 0b1)});
}

TEST(DeadlockCores, a_trylock_holds_as_well_as_a_lock) {
  TraceBuilder b;
  b.step(0, OpKind::kTryLock, 10).pending(kBlocked, 0, OpKind::kLock, 10);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kCycle, 0b1)});
}

TEST(DeadlockCores, a_lock_that_was_passed_on_belongs_to_its_last_holder) {
  TraceBuilder b;
  b.step(2, OpKind::kLock, 10).step(2, OpKind::kUnlock, 10).exit(2);
  b.step(0, OpKind::kLock, 10).step(1, OpKind::kLock, 11);
  b.pending(kBlocked, 0, OpKind::kLock, 11).pending(kBlocked, 1, OpKind::kLock, 10);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kCycle, 0b11)});
}

TEST(DeadlockCores, joining_a_thread_that_wants_the_own_lock_is_a_cycle) {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10);
  b.pending(kBlocked, 0, OpKind::kJoin, -1, 1).pending(kBlocked, 1, OpKind::kLock, 10);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kCycle, 0b11)});
}

TEST(DeadlockCores, a_lock_whose_holder_has_ended_is_a_core_for_each_who_wants_it) {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10).exit(0);
  b.pending(kBlocked, 1, OpKind::kLock, 10).pending(kBlocked, 2, OpKind::kLock, 10);
  EXPECT_EQ(cores(b),
            (std::vector{core(Kind::kKeptLock, 0b010, ThreadId(0)), core(Kind::kKeptLock, 0b100, ThreadId(0))}));
}

TEST(DeadlockCores, threads_that_wait_for_signals_semaphores_and_barriers_are_one_core) {
  TraceBuilder b;
  b.pending(kBlocked, 0, OpKind::kWake, 10).pending(kBlocked, 1, OpKind::kSemWait, 11);
  b.pending(kBlocked, 2, OpKind::kLeave, 12).pending(kBlocked, 3, OpKind::kJoin, -1, 0);
  EXPECT_EQ(cores(b), std::vector{core(Kind::kWaiting, 0b0111)});
}

TEST(DeadlockCores, a_cycle_is_genuine_in_a_run_in_which_something_else_failed_or_was_cut) {
  for (const Outcome outcome : {Outcome::kFailed, Outcome::kCut, Outcome::kAssumeFailed, Outcome::kTooManyThreads}) {
    EXPECT_EQ(cores(circle_of_two(), outcome), std::vector{core(Kind::kCycle, 0b11)}) << name(outcome);
  }
}

TEST(DeadlockCores, waiting_threads_are_not_blamed_if_a_thread_failed_or_was_cut_that_might_have_woken_them) {
  TraceBuilder b;
  b.pending(kBlocked, 0, OpKind::kSemWait, 10).pending(Pending::Why::kFailed, 1, OpKind::kRead, 11);
  for (const Outcome outcome : {Outcome::kFailed, Outcome::kCut, Outcome::kAssumeFailed, Outcome::kTooManyThreads}) {
    EXPECT_TRUE(cores(b, outcome).empty()) << name(outcome);
  }
}

TEST(DeadlockCores, a_lock_held_by_a_failed_thread_is_no_core) {
  TraceBuilder b;
  b.step(0, OpKind::kLock, 10).pending(Pending::Why::kFailed, 0, OpKind::kRead, 11);
  b.pending(kBlocked, 1, OpKind::kLock, 10);
  EXPECT_TRUE(cores(b, Outcome::kFailed).empty());
}

TEST(DeadlockCores, runs_that_were_not_taken_to_their_end_have_none) {
  for (const Outcome outcome : {Outcome::kAsleep, Outcome::kDiverged}) {
    EXPECT_TRUE(cores(circle_of_two(), outcome).empty()) << name(outcome);
  }
}

TEST(DeadlockCores, the_places_of_a_core_are_those_of_its_waiting_threads) {
  TraceBuilder b = circle_of_two();
  b.pending(kBlocked, 2, OpKind::kLock, 10);
  std::vector<PlaceId> places = {PlaceId(7)};
  places_of(core(Kind::kCycle, 0b11), b.trace(), places);
  EXPECT_EQ(places, (std::vector{PlaceId(0), PlaceId(1)}));
}

}  // namespace
}  // namespace heddle::trace
