// A pruned search in turns with a plain one: what the two take together, by a clock that counts tests.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>

#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"

namespace heddle::explore {
namespace {

using Time = prune::Turns::Time;

// Every order is another state: 1,698 traces, few of which can be ended early.
constexpr std::string_view kEveryOrderCounts = R"(
shared x = 1, y = 1;
thread a { for (local i = 0; i < 3; i = i + 1) x = x + y; }
thread b { for (local i = 0; i < 3; i = i + 1) y = y + x; }
thread c { local s = x; local t = y; assert(s < 1000 && t < 1000); }
)";
// None is: 4,096 traces, of which 13 runs are left.
constexpr std::string_view kNoOrderCounts = R"(
shared x[12];
proc writer(i) { x[i] = 1; }
thread reader {
  for (local i = 0; i < 12; i = i + 1) {
    local t = spawn writer(i);
    local a = x[i];
    join(t);
    assert(a <= 1);
  }
}
)";

struct Costs {
  Time start{};
  Time pruned_test{};
  Time plain_test{};
};

std::string why_off(const Result& result) {
  return result.progress.pruning ? std::string(result.progress.pruning->off) : "it was never on";
}

struct Spent {
  Time all{};
  Result result;
};

// With turns, unless the pruned search is alone, or there is none.
Spent explore_with(std::string_view source, const Costs& costs, bool prunes, bool in_turns) {
  const auto executor = differential::compile(source);
  const auto now = std::make_shared<Time>(costs.start);
  StrategyOptions strategy_options;
  if (prunes) {
    prune::Options& prune = strategy_options.prune.emplace();
    if (in_turns) prune.turns = prune::Turns{.clock = [now] { return *now; }, .at_least = Time(10)};
  }
  Options options;
  options.on_trace = [&](const trace::Trace& trace) {
    *now += trace.locals.empty() ? costs.plain_test : costs.pruned_test;
  };
  const auto strategy = make_strategy("dpor", *executor, strategy_options);
  Spent spent{{}, explore(*executor, *strategy, options)};
  EXPECT_TRUE(spent.result.reasons.empty());
  spent.all = *now;
  return spent;
}

TEST(Adaptive, takes_at_most_a_quarter_more_than_the_plain_search_and_a_stretch_of_tests) {
  for (const int start : {0, 1, 100, 10'000}) {
    for (const int pruned_test : {1, 7, 100, 3'000}) {
      const Costs costs{Time(start), Time(pruned_test), Time(1)};
      const Time plain = explore_with(kEveryOrderCounts, costs, false, false).all;
      const Time both = explore_with(kEveryOrderCounts, costs, true, true).all;
      // The first stretch has two tests.
      EXPECT_LE(both, plain + plain / 4 + 2 * costs.pruned_test) << "start " << start << ", pruned " << pruned_test;
    }
  }
}

TEST(Adaptive, takes_at_most_five_times_what_the_pruned_search_takes_and_a_few_turns) {
  for (const int pruned_test : {1, 10, 100}) {
    const Costs costs{Time(0), Time(pruned_test), Time(1)};
    const Time pruned = explore_with(kNoOrderCounts, costs, true, false).all;
    const Time both = explore_with(kNoOrderCounts, costs, true, true).all;
    EXPECT_LE(both, 5 * pruned + 10 * std::max(costs.pruned_test, Time(10))) << "pruned " << pruned_test;
  }
}

TEST(Adaptive, prunes_to_the_end_what_takes_little_of_the_start) {
  const Spent spent = explore_with(kNoOrderCounts, {Time(1'000), Time(1), Time(1)}, true, true);
  EXPECT_EQ(spent.result.tests, 13U);
  EXPECT_EQ(why_off(spent.result), "");
}

TEST(Adaptive, a_program_with_inputs_is_begun_by_the_plain_search) {
  constexpr std::string_view kOneInput = "thread t { local a = input; assert(a * a != 49); }";
  const auto executor = differential::compile(kOneInput);
  StrategyOptions strategy_options;
  strategy_options.prune.emplace().turns = prune::Turns{.clock = [] { return Time(1'000'000); }};
  const auto strategy = make_strategy("dpor", *executor, strategy_options);
  Options options;
  options.keep_going = true;
  const Result result = explore(*executor, *strategy, options);
  EXPECT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(why_off(result), "the search without pruning was faster");
}

}  // namespace
}  // namespace heddle::explore
