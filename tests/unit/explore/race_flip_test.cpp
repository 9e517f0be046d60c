#include "explore/race_flip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::explore {
namespace {

using differential::compile;
using differential::Observations;

Observations flip(std::string_view source) {
  const auto executor = compile(source);
  return differential::observe(*executor, "race-flip");
}

TEST(RaceFlip, one_writer_and_two_readers_show_three_of_the_four_traces) {
  // W R1 R2, then W postponed: R1 R2 W, then R2 postponed: R1 W R2. The first position is not flipped again, so
  // R2 W R1 is never run.
  const std::string_view source = "shared x; thread w { x = 1; } thread r[i : 2] { local a = x; }";
  std::vector<std::vector<std::string>> orders;
  const auto executor = compile(source);
  Options options;
  options.on_trace = [&](const trace::Trace& trace) {
    orders.emplace_back();
    for (const trace::Operation& op : trace.operations) {
      if (is_step(op)) orders.back().push_back(executor->names().threads[op.thread.index()].name);
    }
  };
  RaceFlip strategy(*executor);
  const Result r = explore(*executor, strategy, options);
  const auto& t = executor->names().threads;
  const std::string w = t[0].name;
  const std::string r1 = t[1].name;
  const std::string r2 = t[2].name;
  EXPECT_THAT(orders, testing::ElementsAre(testing::ElementsAre(w, r1, r2), testing::ElementsAre(r1, r2, w),
                                           testing::ElementsAre(r1, w, r2)));
  EXPECT_EQ(r.tests, 3U);
  EXPECT_EQ(r.progress.traces, 3U);
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, testing::ElementsAre(testing::HasSubstr("flips each position once")));
  EXPECT_EQ(differential::observe(*compile(source), "exhaustive").traces.size(), 4U);
}

TEST(RaceFlip, two_threads_that_do_not_race_are_run_once) {
  const Observations o = flip("shared x, y; thread a { x = 1; x = 2; } thread b { y = 1; local c = y; }");
  EXPECT_EQ(o.result.tests, 1U);
}

TEST(RaceFlip, a_write_and_a_read_are_run_in_both_orders) {
  const Observations o = flip("shared x; thread a { x = 1; } thread b { local c = x; }");
  EXPECT_EQ(o.result.tests, 2U);
  EXPECT_EQ(o.traces.size(), 2U);
}

TEST(RaceFlip, accesses_ordered_by_a_join_are_no_race) {
  const Observations o = flip("shared x; proc p() { x = 1; } thread t { local h = spawn p(); join(h); x = 2; }");
  EXPECT_EQ(o.result.tests, 1U);
}

TEST(RaceFlip, sections_of_one_lock_are_run_in_both_orders_and_what_they_protect_is_not_flipped) {
  const Observations o = flip("shared x; lock m; thread t[i : 2] { lock(m); x = x + 1; unlock(m); }");
  EXPECT_EQ(o.result.tests, 2U);
  EXPECT_EQ(o.traces.size(), 2U);
}

TEST(RaceFlip, finds_the_deadlock_of_two_locks_taken_in_opposite_order) {
  const Observations o = flip(R"(
lock m, n;
thread a { lock(m); lock(n); unlock(n); unlock(m); }
thread b { lock(n); lock(m); unlock(m); unlock(n); }
)");
  EXPECT_EQ(o.deadlocks.size(), 1U);
}

TEST(RaceFlip, tries_all_values_of_inputs_and_all_waiting_threads) {
  const Observations inputs = flip("shared x; thread t { local a = input(0, 2); local b = input(0, 1); x = a + b; }");
  EXPECT_EQ(inputs.traces.size(), 6U);
}

}  // namespace
}  // namespace heddle::explore
