#include "unfolding/waiting_deadlocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "tests/unit/unfolding/whole_unfolding.h"

namespace heddle::unfolding {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Net kNets[] = {Net::kContextual, Net::kPlaceReplicated};

TEST(WaitingDeadlocks, programs_that_block_on_nothing_but_locks_and_joins_have_none) {
  const WholeUnfolding e = explored("lock m; thread t[i : 2] { lock(m); unlock(m); }", Net::kContextual);
  EXPECT_FALSE(WaitingDeadlocks::possible(e.process()));
}

TEST(WaitingDeadlocks, a_signal_that_comes_before_the_wait_is_missed) {
  for (const Net net : kNets) {
    const WholeUnfolding e = explored(R"(
lock m; cond c;
thread waiter { lock(m); wait(c, m); unlock(m); }
thread signaller { signal(c); })",
                                      net);
    ASSERT_THAT(e.result.findings, SizeIs(1));
    ASSERT_THAT(e.result.findings[0].waits, SizeIs(1));
    const explore::Finding& f = e.result.findings[0];
    EXPECT_EQ(f.trace.pending[f.waits[0].pending].operation.kind, trace::OpKind::kWake);
  }
}

TEST(WaitingDeadlocks, a_wait_guarded_by_what_the_signaller_sets_has_none) {
  for (const Net net : kNets) {
    const WholeUnfolding e = explored(R"(
lock m; cond c; shared ready;
thread waiter { lock(m); while (ready == 0) wait(c, m); unlock(m); }
thread signaller { lock(m); ready = 1; signal(c); unlock(m); })",
                                      net);
    EXPECT_THAT(e.result.findings, IsEmpty());
    EXPECT_TRUE(WaitingDeadlocks::possible(e.process()));
    EXPECT_EQ(e.result.verdict, explore::Verdict::kComplete);
  }
}

// No test of the unfolding runs into it: each pair of threads decides by its own race whether to take the token of
// the other, and both decisions together are not needed to reach any local state.
TEST(WaitingDeadlocks, a_deadlock_that_no_test_runs_into_is_found_and_confirmed) {
  for (const Net net : kNets) {
    const WholeUnfolding e = explored(R"(
shared x, y; semaphore s = 1;
thread a { if (x == 1) acquire(s); }
thread b { x = 1; }
thread c { if (y == 1) acquire(s); }
thread d { y = 1; })",
                                      net);
    ASSERT_THAT(e.result.findings, SizeIs(2)) << "either of the two may come too late";
    for (const explore::Finding& f : e.result.findings) EXPECT_EQ(name(f), "deadlock");
  }
}

TEST(WaitingDeadlocks, threads_at_a_barrier_that_is_never_full_wait_together) {
  for (const Net net : kNets) {
    const WholeUnfolding e = explored("barrier b(3); thread t { arrive(b); } thread u { arrive(b); }", net);
    ASSERT_THAT(e.result.findings, SizeIs(1));
    EXPECT_THAT(where(e.result.findings[0]), HasSubstr(", ")) << "the places of both";
  }
}

TEST(WaitingDeadlocks, a_thread_that_failed_might_have_posted_so_there_is_none) {
  const WholeUnfolding e = explored("semaphore s = 0; thread a { acquire(s); } thread b { error; }", Net::kContextual);
  ASSERT_THAT(e.result.findings, SizeIs(1));
  EXPECT_EQ(name(e.result.findings[0]), "error");
}

// Asks only the solver.
explore::UnfoldingOptions without_search() {
  explore::UnfoldingOptions options;
  options.deadlocks.search_work = 0;
  options.deadlocks.search_share = 0;
  return options;
}

constexpr std::string_view kTokens = "semaphore s = 1; thread t[i : 2] { acquire(s); release(s); }";

TEST(WaitingDeadlocks, the_solver_is_asked_where_the_search_takes_too_long) {
  const auto executor = differential::compile(kTokens);
  explore::UnfoldingStrategy strategy(*executor, without_search());
  EXPECT_EQ(explore::explore(*executor, strategy, {}).verdict, explore::Verdict::kComplete);
  EXPECT_EQ(strategy.deadlocks().queries(), 1U);
}

TEST(WaitingDeadlocks, an_unfolding_that_is_too_large_for_the_solver_is_searched_all_the_same) {
  const auto executor = differential::compile(kTokens);
  explore::UnfoldingOptions options = without_search();
  options.deadlocks.limits.events = 5;
  explore::UnfoldingStrategy strategy(*executor, options);
  EXPECT_EQ(explore::explore(*executor, strategy, {}).verdict, explore::Verdict::kComplete);
  EXPECT_EQ(strategy.deadlocks().queries(), 0U);
}

// limit: which is given up after 60 seconds
TEST(WaitingDeadlocks, a_search_that_runs_out_of_time_makes_the_result_incomplete) {
  const auto executor = differential::compile(kTokens);
  explore::UnfoldingOptions options = without_search();
  options.deadlocks.limits.seconds = 0;
  explore::UnfoldingStrategy strategy(*executor, options);
  const explore::Result result = explore::explore(*executor, strategy, {});
  EXPECT_EQ(result.verdict, explore::Verdict::kIncomplete);
  EXPECT_THAT(result.reasons, ElementsAre(HasSubstr("was stopped after 0 seconds")));
}

}  // namespace
}  // namespace heddle::unfolding
