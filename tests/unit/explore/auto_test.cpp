#include "explore/auto.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "explore/dpor/optimal.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"
#include "tests/differential/many_plans.h"

namespace heddle::explore {
namespace {

// Threads that are joined, after which main looks at what they did.
std::string adders(int threads, int rounds) {
  std::string text = "shared x; const N = " + std::to_string(threads) + ";\n";
  text += "proc add() { for (local i = 0; i < " + std::to_string(rounds) + "; i = i + 1) { x = x + 1; } }\n";
  text += "thread main {\n";
  for (int i = 0; i < threads; ++i) text += "  local t" + std::to_string(i) + " = spawn add();\n";
  for (int i = 0; i < threads; ++i) text += "  join(t" + std::to_string(i) + ");\n";
  return text + "  assert(x != 2);\n}\n";
}

Result run(trace::Executor& executor, Strategy& strategy) {
  Options options;
  options.keep_going = true;
  return explore(executor, strategy, options);
}

std::set<std::string> places(const Result& result) {
  std::set<std::string> found;
  for (const Finding& f : result.findings) found.insert(name(f) + " at " + where(f));
  return found;
}

TEST(Auto, runs_every_trace_where_each_needs_a_test_of_its_own) {
  const auto executor = differential::compile(adders(2, 4));
  const auto automatic = make_strategy("auto", *executor, {});
  const Result result = run(*executor, *automatic);
  const auto dpor = make_strategy("dpor", *executor, {});
  const Result expected = run(*executor, *dpor);
  EXPECT_EQ(result.progress.engine, "dpor");
  EXPECT_EQ(result.progress.traces, expected.progress.traces);
  EXPECT_TRUE(automatic->finds_livelocks());
  EXPECT_EQ(places(result), places(expected));
  EXPECT_LE(result.tests, expected.tests + expected.tests / 8 + 2 * Auto::kFirstLook);
}

TEST(Auto, runs_every_trace_once_with_several_tests_in_flight) {
  const auto executor = differential::compile(adders(2, 4));
  differential::AheadExecutor ahead(*executor, 15);
  const auto automatic = make_strategy("auto", ahead, {});
  const Result result = run(ahead, *automatic);
  const auto dpor = make_strategy("dpor", *executor, {});
  const Result expected = run(*executor, *dpor);
  EXPECT_EQ(result.progress.engine, "dpor");
  EXPECT_EQ(result.progress.traces, expected.progress.traces);
  EXPECT_EQ(places(result), places(expected));
  EXPECT_GT(ahead.mean_in_flight(), 3);
}

// Those who sit apart put their forks back in no order, so that no event has all others in its past; but what follows
// from an event is the rest of the run.
TEST(Auto, runs_every_trace_where_the_rest_of_a_run_follows_from_an_event) {
  const auto executor = differential::compile(
      "const N = 4; lock fork[N];\n"
      "thread phil[i : N] {\n"
      "  for (local round = 0; round < 2; round = round + 1) {\n"
      "    lock(fork[i]); lock(fork[(i + 1) % N]); unlock(fork[(i + 1) % N]); unlock(fork[i]);\n"
      "  }\n"
      "}\n");
  const auto automatic = make_strategy("auto", *executor, {});
  const Result result = run(*executor, *automatic);
  EXPECT_EQ(result.progress.engine, "dpor");
  EXPECT_EQ(result.progress.traces, 831u);
}

TEST(Auto, keeps_to_the_unfolding_where_tests_share_events) {
  const auto executor = differential::compile(
      "shared x = 1; shared y = 1;\n"
      "thread a { for (local i = 0; i < 3; i = i + 1) { x = x + y; } }\n"
      "thread b { for (local i = 0; i < 3; i = i + 1) { y = y + x; } }\n"
      "thread c { local p = x; local q = y; }\n");
  const auto automatic = make_strategy("auto", *executor, {});
  const Result result = run(*executor, *automatic);
  const auto contextual = make_strategy("contextual", *executor, {});
  const Result expected = run(*executor, *contextual);
  EXPECT_EQ(result.progress.engine, "contextual");
  EXPECT_EQ(result.progress.events, expected.progress.events);
  EXPECT_FALSE(automatic->finds_livelocks());
}

TEST(Auto, is_nothing_but_the_unfolding_in_small_programs) {
  const auto executor = differential::compile(adders(2, 2));
  const auto automatic = make_strategy("auto", *executor, {});
  const auto contextual = make_strategy("contextual", *executor, {});
  EXPECT_EQ(run(*executor, *automatic).tests, run(*executor, *contextual).tests);
}

}  // namespace
}  // namespace heddle::explore
