#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>
#include <tuple>
#include <vector>

#include "explore/dpor/history.h"
#include "tests/differential/compile.h"
#include "tests/differential/generator.h"
#include "tests/unit/trace/trace_builder.h"

namespace heddle::explore::dpor {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using trace::Operation;
using trace::OpKind;
using trace::Pending;
using trace::ThreadId;
using trace::TraceBuilder;

// A race as (position of the first event, thread of the second, its choice, does it modify there).
using Seen = std::tuple<std::uint32_t, int, int, bool>;

std::vector<Seen> races(const History& history) {
  std::vector<Seen> result;
  for (std::uint32_t i = 0; i < history.race_count(); ++i) {
    const Race& r = history.race(i);
    result.emplace_back(r.first, r.second.thread.value, r.second.choice, r.second.touch != Touch::kObserves);
  }
  return result;
}

std::vector<Seen> races(const TraceBuilder& builder) {
  History history;
  history.extend(builder.trace());
  return races(history);
}

constexpr int kNo = trace::kNoChoice;

TEST(History, two_writes_race_and_two_reads_do_not) {
  TraceBuilder t;
  t.step(0, OpKind::kWrite, 7, 1).step(1, OpKind::kWrite, 7, 2).step(0, OpKind::kRead, 8).step(1, OpKind::kRead, 8);
  EXPECT_THAT(races(t), ElementsAre(Seen{0, 1, kNo, true}));
}

TEST(History, additions_do_not_race_with_each_other_but_each_with_who_looks) {
  TraceBuilder t;
  t.step(0, OpKind::kAdd, 7, 1, kNo, 4).step(1, OpKind::kAdd, 7, 3, kNo, 4).step(2, OpKind::kRead, 7);
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{0, 2, kNo, false}, Seen{1, 2, kNo, false}));
}

TEST(History, who_comes_before_one_addition_finds_what_the_others_have_left) {
  TraceBuilder t;
  t.step(0, OpKind::kAdd, 7, 1, kNo, 4).step(1, OpKind::kAdd, 7, 3, kNo, 4);
  t.step(2, OpKind::kCas, 7, 9, kNo, 2);  // expects 2, which the second one alone leaves there
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{0, 2, kNo, true}, Seen{1, 2, kNo, false}));
}

TEST(History, a_write_races_with_the_last_read_of_each_thread_and_they_hide_the_write_before) {
  TraceBuilder t;
  t.step(3, OpKind::kWrite, 7, 1);
  t.step(0, OpKind::kRead, 7).step(0, OpKind::kRead, 7).step(1, OpKind::kRead, 7);
  t.step(2, OpKind::kWrite, 7, 2);
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{0, 0, kNo, false}, Seen{0, 1, kNo, false}, Seen{2, 2, kNo, true},
                                             Seen{3, 2, kNo, true}));
}

TEST(History, a_race_that_other_steps_order_anyway_is_none) {
  // The message through location 8 orders the two accesses to 7.
  TraceBuilder t;
  t.step(0, OpKind::kWrite, 7, 1).step(0, OpKind::kWrite, 8, 1).step(1, OpKind::kRead, 8).step(1, OpKind::kRead, 7);
  EXPECT_THAT(races(t), ElementsAre(Seen{1, 1, kNo, false}));
}

TEST(History, taking_a_lock_races_with_the_last_taking_not_with_the_release) {
  TraceBuilder t;
  t.step(0, OpKind::kLock, 7).step(0, OpKind::kUnlock, 7).step(1, OpKind::kLock, 7).step(1, OpKind::kUnlock, 7);
  t.step(2, OpKind::kLock, 7);
  EXPECT_THAT(races(t), ElementsAre(Seen{0, 1, kNo, true}, Seen{2, 2, kNo, true}));
}

TEST(History, an_operation_that_is_blocked_in_the_end_races_with_what_blocks_it) {
  TraceBuilder t;
  t.step(0, OpKind::kLock, 7).step(0, OpKind::kLock, 8).step(1, OpKind::kTryLock, 7);
  t.pending(Pending::Why::kBlocked, 0, OpKind::kSemWait, 9).pending(Pending::Why::kBlocked, 1, OpKind::kLock, 8);
  t.pending(Pending::Why::kBlocked, 2, OpKind::kLock, 7);
  // The failed trylock of thread 1 is a race, too; nobody made thread 0 wait.
  EXPECT_THAT(races(t), ElementsAre(Seen{0, 1, kNo, true}, Seen{1, 1, kNo, true}, Seen{0, 2, kNo, true}));
}

TEST(History, a_thread_that_was_cut_races_with_nobody) {
  TraceBuilder t;
  t.step(0, OpKind::kLock, 7).pending(Pending::Why::kCut, 1, OpKind::kLock, 7);
  EXPECT_THAT(races(t), IsEmpty());
}

TEST(History, a_semaphore_is_waited_for_back_to_the_event_before_which_it_was_free) {
  TraceBuilder t;
  t.step(0, OpKind::kSemPost, 7).step(1, OpKind::kSemWait, 7).step(0, OpKind::kSemPost, 7);
  t.step(2, OpKind::kSemWait, 7);
  // Not before the first post: nothing to take there.
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{1, 0, kNo, true}, Seen{1, 2, kNo, true}));
}

TEST(History, the_effect_of_the_reversed_step_is_that_of_the_earlier_state) {
  TraceBuilder t;
  t.step(0, OpKind::kWrite, 7, 5).step(1, OpKind::kCas, 7, 9, kNo, 0).step(0, OpKind::kLock, 8);
  t.step(1, OpKind::kTryLock, 8).step(0, OpKind::kUnlock, 8).step(2, OpKind::kTryLock, 8);
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{0, 1, kNo, true},     // the CAS finds its 0 before the write
                                             Seen{2, 1, kNo, true},     // the lock is free there
                                             Seen{3, 0, kNo, true},     // the failed trylock after the unlock
                                             Seen{4, 2, kNo, false}));  // the lock is still taken there
}

TEST(History, a_signal_before_the_wait_that_it_ended_wakes_nobody) {
  TraceBuilder t;
  t.step(0, OpKind::kWait, 7).step(1, OpKind::kSignal, 7, 0, 0).step(0, OpKind::kWake, 7);
  EXPECT_THAT(races(t), ElementsAre(Seen{0, 1, kNo, false}));
}

TEST(History, other_outcomes_of_a_step_count_as_races_with_itself) {
  TraceBuilder t;
  t.step(0, OpKind::kChoose, -1, 0, 1, trace::pack(trace::Domain{.low = 0, .high = 2}));
  EXPECT_THAT(races(t), UnorderedElementsAre(Seen{0, 0, 0, false}, Seen{0, 0, 2, false}));
}

TEST(History, created_and_joined_threads_are_ordered_even_without_steps) {
  TraceBuilder t;
  t.step(0, OpKind::kWrite, 7, 1).step(0, OpKind::kCreate, -1, 0, 1).step(0, OpKind::kCreate, -1, 0, 2).exit(2);
  t.step(1, OpKind::kWrite, 7, 2).exit(1).step(3, OpKind::kJoin, -1, 0, 1).step(3, OpKind::kWrite, 7, 3);
  t.step(4, OpKind::kJoin, -1, 0, 2);
  History history;
  history.extend(t.trace());
  EXPECT_EQ(history.race_count(), 0U);
  EXPECT_TRUE(history.happens_before(2, 6));
  EXPECT_FALSE(history.happens_before(3, 6));
}

// The happens-before relation by its definition, as a matrix.
std::vector<std::vector<bool>> closure(const std::vector<const Operation*>& steps) {
  const std::size_t n = steps.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
  std::array<std::size_t, trace::kMaxThreads> waker;
  waker.fill(n);
  for (std::size_t j = 0; j < n; ++j) {
    const Operation& op = *steps[j];
    std::set<std::size_t> direct;
    for (std::size_t i = 0; i < j; ++i) {
      if (dependent(*steps[i], op)) direct.insert(i);
      if (steps[i]->kind == OpKind::kCreate && steps[i]->choice == op.thread.value) direct.insert(i);
      if (op.kind != OpKind::kJoin) continue;
      const bool created = steps[i]->kind == OpKind::kCreate && steps[i]->choice == op.choice;
      if (steps[i]->thread.value == op.choice || created) direct.insert(i);
    }
    if (op.kind == OpKind::kWake || op.kind == OpKind::kLeave) direct.insert(waker[op.thread.index()]);
    for (const trace::ThreadId w : woken_by(op)) waker[w.index()] = j;
    before[j][j] = true;
    for (const std::size_t i : direct) {
      for (std::size_t k = 0; k <= i; ++k) before[j][k] = before[j][k] || before[i][k];
    }
  }
  return before;
}

std::vector<const Operation*> steps_of(const trace::Trace& trace) {
  std::vector<const Operation*> steps;
  for (const Operation& op : trace.operations) {
    if (is_step(op)) steps.push_back(&op);
  }
  return steps;
}

void expect_same(const History& a, const History& b) {
  ASSERT_EQ(a.length(), b.length());
  for (std::uint32_t i = 0; i < a.length(); ++i) {
    for (std::uint32_t j = 0; j < a.length(); ++j) ASSERT_EQ(a.happens_before(i, j), b.happens_before(i, j));
  }
  EXPECT_EQ(races(a), races(b));
}

TEST(History, equals_its_definition_on_random_runs_and_is_the_same_after_taking_steps_back) {
  constexpr std::uint64_t kPrograms = 300;
  constexpr std::uint64_t kRuns = 10;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const auto executor = differential::compile(text(differential::generate(seed)));
    History history;
    trace::Test test;
    trace::Trace trace;
    test.policy.kind = trace::Policy::Kind::kRandom;
    for (test.policy.seed = 0; test.policy.seed < kRuns; ++test.policy.seed) {
      const auto kept = static_cast<std::uint32_t>(test.schedule.size());
      executor->run(test, trace);
      history.truncate(kept);
      history.extend(trace);
      History fresh;
      fresh.extend(trace);
      expect_same(history, fresh);

      const auto steps = steps_of(trace);
      const auto before = closure(steps);
      ASSERT_EQ(history.length(), steps.size());
      for (std::uint32_t i = 0; i < steps.size(); ++i) {
        for (std::uint32_t j = 0; j < steps.size(); ++j) ASSERT_EQ(history.happens_before(i, j), before[j][i]);
      }
      // The next run shares a part of this one.
      test.schedule = trace::test_of(trace, test.depth).schedule;
      test.schedule.resize(test.schedule.size() * test.policy.seed / kRuns);
    }
  }
}

}  // namespace
}  // namespace heddle::explore::dpor
