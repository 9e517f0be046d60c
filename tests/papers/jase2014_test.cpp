// Kähkönen, Saarikivi, Heljanko: Unfolding based automated testing of multithreaded programs (2014). What its
// figures say about programs, checked by running all interleavings.

#include <gtest/gtest.h>

#include "explore/unfolding/unfolding_strategy.h"
#include "tests/differential/compile.h"
#include "tests/differential/exhaust.h"
#include "tests/differential/observations.h"
#include "tests/papers/example.h"
#include "tests/papers/programs.h"

namespace heddle::papers {
namespace {

using differential::compile;
using differential::exhaust;
using differential::Observations;

TEST(Jase2014, fig2_two_reads_before_two_writes_have_two_traces_among_six_interleavings) {
  const Observations o = exhaust("shared x, y; thread t[i : 2] { local a = x; y = i; }");
  EXPECT_EQ(o.result.tests, 6U);
  EXPECT_EQ(o.traces.size(), 2U);
}

TEST(Jase2014, fig3_two_independent_pairs_have_four_traces_but_two_tests_would_reach_all_events) {
  const Observations o = exhaust(kPairs);
  EXPECT_EQ(o.traces.size(), 4U);
  // Each pair has its two orders: a read and a write in each of them.
  EXPECT_EQ(o.replicated_events.size(), 8U);
}

constexpr std::string_view kFig9 = R"(
shared x;
thread t1 { local a = x; if (a > 0) error; }
thread t2 { local b = x; if (b == 0) x = input; }
)";

// "the events 4 and 5 get added"; then the branches, of which the third test takes the other one.
TEST(Jase2014, fig9_reaches_the_error_with_the_third_test_and_has_seven_events) {
  const auto executor = compile(kFig9);
  for (const auto& [strategy, events] : {std::pair{"unfolding", 7U}, {"contextual", 6U}}) {
    const Observations o = differential::observe(*executor, strategy);
    EXPECT_EQ(o.result.tests, 3U) << strategy;
    EXPECT_EQ(o.result.progress.events, events) << strategy;
    ASSERT_EQ(o.result.findings.size(), 1U) << strategy;
    EXPECT_EQ(name(o.result.findings[0]), "error");
    ASSERT_EQ(o.result.findings[0].inputs.size(), 1U);
    EXPECT_GT(o.result.findings[0].inputs[0].value, 0);
    EXPECT_TRUE(o.complete()) << strategy;
    // A stop at the first bug takes the same three tests.
    const auto made = explore::make_strategy(strategy, *executor, {});
    EXPECT_EQ(explore::explore(*executor, *made, {}).tests, 3U) << strategy;
  }
}

TEST(Jase2014, fig9_has_three_paths_among_inputs_and_schedules) {
  const Observations o = exhaust(kFig9);
  EXPECT_EQ(o.traces.size(), 3U);
  EXPECT_EQ(o.replicated_events.size(), 7U);
  EXPECT_EQ(o.contextual_events.size(), 6U);
}

// The examples with inputs, as a user runs them.
TEST(Jase2014, the_examples_with_inputs_have_as_many_paths_as_they_say) {
  EXPECT_EQ(explore_example("paper/jase2014_fig9", "dpor").tests, 3U);
  EXPECT_EQ(explore_example("paper/jase2014_sec43", "dpor").tests, 2U);
  EXPECT_EQ(explore_example("paper/nwpt2013_slide23", "dpor").tests, 3U);
}

// "there is no execution path where both x = 1 and x = 2 are executed. However, in the unfolding of this program the
// events for the writes to x are concurrent if the symbolic constraints are ignored"
TEST(Jase2014, section_4_3_an_extension_with_conflicting_branches_is_removed_without_a_test) {
  for (const std::string_view strategy : {"unfolding", "contextual"}) {
    const auto executor = compile(R"(
shared x;
proc first(a) { if (a == 2) x = 1; }
proc second(b) { if (b != 2) x = 2; }
thread main { local v = input; local t1 = spawn first(v); local t2 = spawn second(v); }
)");
    const Observations o = differential::observe(*executor, strategy, {}, {.events = true});
    EXPECT_EQ(o.result.tests, 2U) << strategy;
    // Two creations, two branches of each thread, two writes.
    EXPECT_EQ(o.result.progress.events, 8U) << strategy;
    EXPECT_TRUE(o.complete()) << strategy;
  }
}

// "it would be enough to perform just two tests for this program"
TEST(Jase2014, fig3_two_independent_pairs_take_two_tests) {
  EXPECT_EQ(explore_example("paper/jase2014_fig3", "unfolding"), (Effort{2, 8}));
  EXPECT_EQ(explore_example("paper/jase2014_fig3", "contextual"), (Effort{2, 6}));
}

// Two branches of thread 1, its write (in the place-replicated net before and after the read of thread 2), its read;
// the read of thread 2 before and after the write, with two branches each; the paths of the tree are six Mazurkiewicz
// traces.
TEST(Jase2014, fig1_and_fig7_the_paths_and_the_unfolding_of_the_example) {
  EXPECT_EQ(explore_example("paper/jase2014_fig1", "unfolding").events, 11U);
  EXPECT_EQ(explore_example("paper/jase2014_fig1", "contextual").events, 10U);
  EXPECT_EQ(explore_example("paper/jase2014_fig1", "dpor").tests, 6U);
}

// Example 2: the first test runs thread 1 and then thread 2; event 4, the write before the read of thread 1, is the
// only extension, and the target of the second test, which adds event 5 and one of the branches.
TEST(Jase2014, fig9_example_2_one_extension_after_the_first_test) {
  const auto executor = compile(kFig9);
  explore::UnfoldingStrategy strategy(*executor, {.net = trace::Net::kPlaceReplicated});
  explore::Plan plan;
  trace::Trace trace;
  const auto run_next = [&] {
    ASSERT_EQ(strategy.next(plan), explore::Next::kPlan);
    executor->run(plan.test, trace);
    strategy.observe(plan.ticket, trace);
  };
  run_next();
  EXPECT_EQ(strategy.progress().events, 3U);
  std::uint64_t extensions = 0;
  const unfolding::BranchingProcess& process = strategy.unfolding().process();
  for (std::size_t i = 0; i < process.size(); ++i) extensions += process[unfolding::EventId(i)].executed() ? 0 : 1;
  EXPECT_EQ(extensions, 1U);
  run_next();
  EXPECT_EQ(strategy.progress().events, 6U);
  run_next();
  EXPECT_EQ(strategy.progress().events, 7U);
  EXPECT_EQ(strategy.next(plan), explore::Next::kNothingLeft);
}

TEST(Jase2014, section_6_1_race_flipping_misses_a_trace_of_one_writer_and_two_readers) {
  const std::string_view source = "shared x; thread w { x = 1; } thread r[i : 2] { local a = x; }";
  const auto executor = compile(source);
  EXPECT_EQ(differential::observe(*executor, "race-flip").traces.size(), 3U);
  EXPECT_EQ(differential::observe(*executor, "exhaustive").traces.size(), 4U);
}

// Table 2 compares with two variants of an earlier reduction, after random free runs. They run each trace at least
// once; what differs is how often, and that is theirs alone: the numbers of tests here are for free runs without
// preemption.
void expect_reductions(std::string_view source, const std::map<std::string, std::int64_t>& definitions,
                       std::uint64_t tests_1, std::uint64_t tests_2) {
  const auto executor = compile(source, definitions);
  const Observations optimal = differential::observe(*executor, "dpor");
  const Observations first = differential::observe(*executor, "dpor-1");
  const Observations second = differential::observe(*executor, "dpor-2");
  EXPECT_EQ(differential::difference(optimal, first), "");
  EXPECT_EQ(differential::difference(optimal, second), "");
  EXPECT_EQ(first.result.tests, tests_1);
  EXPECT_EQ(second.result.tests, tests_2);
}

TEST(Jase2014, table_2_a_single_lock_gives_the_reductions_nothing_to_do_twice) {
  expect_reductions(kSingleLock, {}, 2520, 2520);
}

TEST(Jase2014, table_2_dining_dpor_1_runs_several_times_the_tests_of_dpor_2) {
  expect_reductions(kDining, {{"P", 3}}, 391, 115);
  expect_reductions(kDining, {{"P", 4}}, 8099, 964);
}

TEST(Jase2014, table_2_fib_dpor_1_runs_far_more_tests_than_dpor_2) {
  expect_reductions(kFibBench, {{"N", 3}}, 39245, 1825);
}

TEST(Jase2014, table_2_pairs_are_explored_once_for_each_trace) { expect_reductions(kPairs, {{"N", 5}}, 32, 32); }

TEST(Jase2014, section_4_4_a_circular_wait_of_two_philosophers_is_one_deadlock_place) {
  const auto executor = compile(kDining, {{"P", 2}});
  const Observations o = differential::observe(*executor, "exhaustive");
  EXPECT_GT(o.deadlocks.size(), 0U);
  ASSERT_EQ(o.findings.size(), 1U);
  EXPECT_EQ(o.findings.begin()->first, "deadlock");
}

}  // namespace
}  // namespace heddle::papers
