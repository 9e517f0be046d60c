#include "explore/random.h"

#include <gtest/gtest.h>

#include "explore/pct.h"
#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::explore {
namespace {

using differential::compile;

constexpr std::string_view kProgram = "shared x; thread t[i : 3] { x = i; x = x + 1; }";

template <class S, class... Args>
differential::Observations run(std::uint64_t tests, Args... args) {
  const auto executor = compile(kProgram);
  S strategy(args...);
  return differential::observe(*executor, strategy, {.budget = {.tests = tests}});
}

TEST(Random, the_same_seed_runs_the_same_tests_and_another_seed_others) {
  const auto a = run<Random>(20, 7);
  EXPECT_TRUE(a.traces == run<Random>(20, 7).traces);
  EXPECT_FALSE(a.traces == run<Random>(20, 8).traces);
}

TEST(Random, finds_every_trace_of_a_small_program_in_the_end) {
  const auto executor = compile(kProgram);
  const auto all = differential::observe(*executor, "exhaustive");
  const auto seen = differential::observe(*executor, "random", {.budget = {.tests = 50'000}});
  EXPECT_EQ(seen.traces.size(), all.traces.size());
  EXPECT_EQ(seen.result.progress.traces, all.traces.size());
  EXPECT_EQ(seen.result.verdict, Verdict::kIncomplete);
}

TEST(Pct, the_same_seed_runs_the_same_tests_and_another_seed_others) {
  const auto a = run<Pct>(20, 7, 3);
  EXPECT_TRUE(a.traces == run<Pct>(20, 7, 3).traces);
  EXPECT_FALSE(a.traces == run<Pct>(20, 8, 3).traces);
}

TEST(Pct, depth_one_never_preempts_so_only_the_orders_of_the_threads_are_seen) {
  EXPECT_EQ((run<Pct>(200, 1, 1).traces.size()), 6U);
  EXPECT_GT((run<Pct>(200, 1, 3).traces.size()), 6U);
}

TEST(Pct, draws_its_change_points_among_as_many_steps_as_the_longest_run_had) {
  const auto executor = compile(kProgram);
  Pct strategy(1, 3);
  Plan plan;
  trace::Trace trace;
  ASSERT_EQ(strategy.next(plan), Next::kPlan);
  executor->run(plan.test, trace);
  EXPECT_EQ(strategy.next(plan), Next::kNothingNow);
  strategy.observe(plan.ticket, trace);
  ASSERT_EQ(strategy.next(plan), Next::kPlan);
  EXPECT_EQ(plan.test.policy.pct_length, 9U);
  EXPECT_EQ(plan.test.policy.pct_depth, 3U);
}

}  // namespace
}  // namespace heddle::explore
