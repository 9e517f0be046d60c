#include "unfolding/deadlock_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "explore/factory.h"
#include "tests/papers/programs.h"
#include "tests/unit/unfolding/whole_unfolding.h"

namespace heddle::unfolding {
namespace {

using testing::SizeIs;

class DeadlockSearchOf : public testing::TestWithParam<Net> {
 protected:
  static WholeUnfolding explore(std::string_view source, const std::map<std::string, std::int64_t>& definitions = {}) {
    return explored(source, GetParam(), definitions);
  }
};
INSTANTIATE_TEST_SUITE_P(Net, DeadlockSearchOf, testing::Values(Net::kContextual, Net::kPlaceReplicated),
                         [](const auto& info) { return info.param == Net::kContextual ? "contextual" : "replicated"; });

// As many as DPOR has traces that end in a deadlock.
TEST_P(DeadlockSearchOf, dining_philosophers_finds_16_and_45_and_121) {
  for (const auto& [philosophers, deadlocks] : {std::pair{3, 16}, {4, 45}, {5, 121}}) {
    const WholeUnfolding e = explore(papers::kDining, {{"P", philosophers}});
    EXPECT_EQ(e.result.progress.deadlocks, deadlocks);
    ASSERT_THAT(e.result.findings, SizeIs(1));
    EXPECT_EQ(e.result.findings[0].count, deadlocks) << "each is run into once, by a test or by its confirmation";
  }
}

TEST_P(DeadlockSearchOf, locks_taken_in_one_order_finds_nothing) {
  const WholeUnfolding e = explore(R"(
lock m, n;
thread t[i : 3] { lock(m); lock(n); unlock(n); unlock(m); })");
  EXPECT_EQ(e.result.progress.deadlocks, 0U);
  EXPECT_THAT(e.result.findings, SizeIs(0));
}

TEST_P(DeadlockSearchOf, a_thread_that_locks_twice_finds_a_cycle_of_one) {
  const WholeUnfolding e = explore("lock m; thread t { lock(m); lock(m); }");
  EXPECT_EQ(e.result.progress.deadlocks, 1U);
  ASSERT_THAT(e.result.findings, SizeIs(1));
  EXPECT_EQ(e.result.findings[0].core.waiting, trace::ThreadSet(trace::ThreadId(0)));
  EXPECT_EQ(e.result.findings[0].waits[0].holder, trace::ThreadId(0));
}

TEST_P(DeadlockSearchOf, a_lock_that_is_kept_by_a_thread_that_ends_finds_who_wants_it) {
  const WholeUnfolding e = explore("lock m; thread a { lock(m); } thread b { lock(m); unlock(m); }");
  EXPECT_EQ(e.result.progress.deadlocks, 1U);
  ASSERT_THAT(e.result.findings, SizeIs(1));
  EXPECT_EQ(e.result.findings[0].core.kind, trace::DeadlockCore::Kind::kKeptLock);
  EXPECT_EQ(e.result.findings[0].core.waiting, trace::ThreadSet(trace::ThreadId(1)));
  EXPECT_EQ(e.result.findings[0].waits[0].holder, trace::ThreadId(0));
}

TEST_P(DeadlockSearchOf, a_join_under_a_lock_that_the_joined_thread_wants_finds_a_cycle) {
  const WholeUnfolding e = explore(R"(
lock m;
proc p() { lock(m); unlock(m); }
thread main { local h = spawn p(); lock(m); join(h); unlock(m); })");
  EXPECT_EQ(e.result.progress.deadlocks, 1U);
  ASSERT_THAT(e.result.findings, SizeIs(1));
  ASSERT_THAT(e.result.findings[0].waits, SizeIs(2));
  EXPECT_EQ(e.result.findings[0].waits[0].holder, trace::ThreadId(1));
  EXPECT_EQ(e.result.findings[0].waits[1].holder, trace::ThreadId(0));
}

TEST_P(DeadlockSearchOf, a_deadlock_with_bystanders_reports_it_once) {
  const WholeUnfolding e = explore(R"(
lock m, n; shared x;
thread a { lock(m); lock(n); unlock(n); unlock(m); }
thread b { lock(n); lock(m); unlock(m); unlock(n); }
thread c { lock(m); x = 1; unlock(m); }
thread d { lock(n); x = 2; unlock(n); })");
  EXPECT_THAT(e.result.findings, SizeIs(1));
}

// Each of a, b, c has seen one write and not another one. Any two of them can be where they take their locks, but all
// three cannot: the three writes would have to form a cycle.
constexpr std::string_view kCircleOfReads = R"(
shared x, y, z;
lock l, m, n;
thread wx { x = 1; }
thread wy { y = 1; }
thread wz { z = 1; }
thread a { if (y == 1) { if (x == 0) { lock(l); lock(m); } } }
thread b { if (z == 1) { if (y == 0) { lock(m); lock(n); } } }
thread c { if (x == 1) { if (z == 0) { lock(n); lock(l); } } }
)";

// Without the kept locks, which are findings of their own.
std::set<std::string> cycles_of_three(const explore::Result& result) {
  std::set<std::string> places;
  for (const explore::Finding& f : result.findings) {
    if (std::ranges::count(where(f), ',') == 2) places.insert(where(f));
  }
  return places;
}

TEST_P(DeadlockSearchOf, conditions_that_are_consistent_pairwise_but_not_together_finds_no_cycle) {
  EXPECT_THAT(cycles_of_three(explore(kCircleOfReads).result), SizeIs(0));
}

TEST_P(DeadlockSearchOf, conditions_that_are_consistent_together_finds_their_cycle) {
  std::string source(kCircleOfReads);
  source.replace(source.find("z == 0"), 6, "z == 1");  // c has seen both of its writes
  EXPECT_THAT(cycles_of_three(explore(source).result), SizeIs(1));
}

TEST_P(DeadlockSearchOf, dining_philosophers_counts_confirmations_apart_from_tests) {
  const auto executor = differential::compile(papers::kDining);
  explore::UnfoldingStrategy strategy(*executor, {.net = GetParam()});
  std::uint64_t runs = 0;
  std::uint64_t confirmations = 0;
  explore::Plan plan;
  trace::Trace trace;
  while (strategy.next(plan) == explore::Next::kPlan) {
    ++runs;
    if (plan.confirms) ++confirmations;
    executor->run(plan.test, trace);
    strategy.observe(plan.ticket, trace);
  }
  explore::UnfoldingStrategy again(*executor, {.net = GetParam()});
  const explore::Result result = explore::explore(*executor, again, {.keep_going = true});
  EXPECT_GT(result.confirmations, 0U);
  EXPECT_EQ(result.confirmations, confirmations);
  EXPECT_EQ(result.tests, runs - confirmations);
}

}  // namespace
}  // namespace heddle::unfolding
