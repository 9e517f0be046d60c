#include "explore/assumed_inputs.h"

#include <gtest/gtest.h>

#include <set>

#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"
#include "tests/differential/many_plans.h"
#include "tests/differential/observations.h"

namespace heddle::explore {
namespace {

using differential::compile;

constexpr const char* kSampling[] = {"random", "pct"};
constexpr std::uint64_t kTests = 1000;

// The values of the first input in those runs that met all assumptions.
std::set<std::int64_t> values_behind_assumptions(const char* source, std::string_view strategy) {
  const auto executor = compile(source);
  const auto made = make_strategy(strategy, *executor, {});
  std::set<std::int64_t> values;
  Options options;
  options.budget.tests = kTests;
  options.on_trace = [&](const trace::Trace& trace) {
    const auto input =
        std::ranges::find(trace.operations, trace::OpKind::kInput, [](const trace::Operation& op) { return op.kind; });
    if (trace.outcome == trace::Outcome::kFinished) values.insert(input->value);
  };
  explore(*executor, *made, options);
  return values;
}

TEST(AssumedInputs, many_values_meet_an_assumption_that_chance_does_not) {
  for (const char* strategy : kSampling) {
    const auto values = values_behind_assumptions(
        "shared x; thread t { local a = input; assume(a > 9000 && a < 10000); x = a; }", strategy);
    EXPECT_GT(values.size(), 100U) << strategy;
    for (const std::int64_t v : values) EXPECT_TRUE(v > 9000 && v < 10000) << v;
  }
}

TEST(AssumedInputs, the_solver_gives_different_values_where_random_changes_never_do) {
  for (const char* strategy : kSampling) {
    const auto values = values_behind_assumptions(
        "shared x; thread t { local a = input; local b = input; assume(a * 3 + b == 123456789); x = a; }", strategy);
    EXPECT_GT(values.size(), 20U) << strategy;
  }
}

TEST(AssumedInputs, one_assumption_after_the_other_is_met) {
  for (const char* strategy : kSampling) {
    const auto values = values_behind_assumptions(
        "shared x; thread t { local a = input; for (local i = 0; i < 6; i = i + 1) { local c = input; assume(c == a + "
        "i); } "
        "x = a; }",
        strategy);
    EXPECT_GT(values.size(), 10U) << strategy;
  }
}

TEST(AssumedInputs, both_sides_of_a_branch_before_an_assumption_are_taken) {
  for (const char* strategy : kSampling) {
    const auto values = values_behind_assumptions(
        "shared x; thread t { local a = input; if (a > 0) { assume(a > 77000 && a < 78000); } else { assume(a > "
        "-78000); "
        "assume(a < -77000); } x = a; }",
        strategy);
    ASSERT_FALSE(values.empty());
    EXPECT_LT(*values.begin(), 0) << strategy;
    EXPECT_GT(*values.rbegin(), 0) << strategy;
  }
}

TEST(AssumedInputs, an_assumption_that_never_holds_is_run_into_and_nothing_else) {
  for (const char* strategy : kSampling) {
    EXPECT_TRUE(
        values_behind_assumptions("shared x; thread t { local a = input; assume(a * 2 == 7); x = a; }", strategy)
            .empty());
  }
}

TEST(AssumedInputs, are_the_same_whenever_results_come) {
  const auto executor = compile(
      "shared x; thread t { local a = input; assume(a % 1000 == 7); x = a; } thread u { local b = input; assume(b > x "
      "+ 500); }");
  for (const char* name : kSampling) {
    const auto expected = differential::observe(*executor, name, {.budget = {.tests = kTests}});
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      differential::AheadExecutor ahead(*executor, seed);
      const auto strategy = make_strategy(name, ahead, {});
      differential::Shuffled shuffled(*strategy, seed);
      const auto seen = differential::observe(ahead, shuffled, {.budget = {.tests = kTests}});
      EXPECT_EQ(differential::difference(expected, seen), "") << name << ", " << seed << " at once";
    }
  }
}

}  // namespace
}  // namespace heddle::explore
