// Inputs in models: the bad cases, and what is symbolic by which policy. That all strategies explore them correctly is
// tested in tests/differential/inputs_test.cpp.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "explore/factory.h"
#include "explore/loop.h"
#include "symbolic/evaluate.h"
#include "symbolic/text.h"
#include "tests/differential/compile.h"
#include "tests/differential/environment.h"
#include "tests/support/segments.h"

namespace heddle::explore {
namespace {

using testing::Contains;
using testing::HasSubstr;
using trace::OpKind;

constexpr const char* kAll[] = {"contextual", "unfolding", "dpor", "dpor-1", "dpor-2", "exhaustive", "race-flip"};
constexpr const char* kComplete[] = {"auto", "contextual", "unfolding", "dpor", "dpor-1", "dpor-2", "exhaustive"};

Result run(trace::Executor& executor, std::string_view strategy, std::uint32_t depth = trace::kDefaultDepth,
           const StrategyOptions& strategy_options = {}) {
  Options options;
  options.keep_going = true;
  options.budget.depth = depth;
  return explore(executor, [&] { return make_strategy(strategy, executor, strategy_options); }, options);
}

Result run(const std::string& source, std::string_view strategy, std::uint32_t depth = trace::kDefaultDepth,
           const StrategyOptions& strategy_options = {}) {
  return run(*differential::compile(source), strategy, depth, strategy_options);
}

// Ten of them, if there is time for that.
TEST(Inputs, n_independent_branches_have_2_to_the_n_paths_and_n_questions_for_z3) {
  const std::uint64_t branches = differential::twins_every() == 1 ? 10 : 6;
  const std::string source = fmt::format(
      "shared s; thread t {{ local n = 0; for (local i = 0; i < {}; i = i + 1) {{ if (input > 5) n = n + 1; }} s = n; "
      "}}",
      branches);
  for (const std::string_view strategy : kAll) {
    const Result r = run(source, strategy);
    EXPECT_EQ(r.tests, 1ULL << branches) << strategy;
    const symbolic::SolverStatistics solver = r.progress.inputs.value_or(symbolic::SolverStatistics{});
    EXPECT_GT(solver.queries, 0U) << strategy;
    EXPECT_LE(solver.z3_calls, branches) << strategy;
  }
}

TEST(Inputs, an_assumption_that_never_holds_ends_the_exploration_after_one_test) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run("shared x; thread t { local a = input; assume(a * 2 == 7); x = 1; error; }", strategy);
    EXPECT_EQ(r.verdict, Verdict::kComplete) << strategy;
    EXPECT_EQ(r.tests, 1U) << strategy;
  }
}

// limit: or one that the solver does not answer in `--solver-seconds`
TEST(Inputs, a_question_that_takes_too_long_is_a_reason_with_its_place) {
  // Dividend, quotient and remainder: what every programmer knows takes a solver minutes.
  const std::string source = R"(
shared x;
thread t {
  local a = input;
  local b = input | 1;
  if (a / b * b + a % b != a) x = 1;
}
)";
  StrategyOptions options;
  options.solver.seconds_per_query = 0.001;
  for (const std::string_view strategy : kComplete) {
    const Result r = run(source, strategy, trace::kDefaultDepth, options);
    EXPECT_EQ(r.verdict, Verdict::kIncomplete) << strategy;
    EXPECT_THAT(r.reasons, Contains(HasSubstr("too hard for the solver (test.model:6:"))) << strategy;
    EXPECT_GE(r.progress.inputs.value_or(symbolic::SolverStatistics{}).unknown, 1U) << strategy;
  }
}

TEST(Inputs, a_loop_over_inputs_is_cut_at_the_depth_bound) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run("shared n; thread t { while (input != 0) n = n + 1; }", strategy, 13);
    EXPECT_EQ(r.verdict, Verdict::kIncomplete) << strategy;
    EXPECT_THAT(r.reasons, Contains(HasSubstr("1 thread cut after k=13 steps"))) << strategy;
    // A round is a decision, a read and a write: four rounds and the decision after them, or fewer.
    EXPECT_EQ(r.tests, 6U) << strategy;
  }
}

TEST(Inputs, threads_have_inputs_of_their_own_also_when_they_take_them_at_once) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run(R"(
shared x;
thread t[i : 2] { local a = input; if (a == 10 + i) fetch_add(x, 1); }
thread check { if (x == 2) error; }
)",
                         strategy);
    ASSERT_EQ(r.findings.size(), 1U) << strategy;
    std::set<std::pair<std::string, std::int64_t>> inputs;
    for (const InputInfo& i : r.findings[0].inputs) inputs.insert({i.name, i.value});
    EXPECT_THAT(inputs, Contains(std::pair<std::string, std::int64_t>("t[0].input1", 10)));
    EXPECT_THAT(inputs, Contains(std::pair<std::string, std::int64_t>("t[1].input1", 11)));
  }
}

TEST(Inputs, an_index_is_explored_with_all_its_values_and_one_that_is_out_of_range) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run("shared a[5]; thread t { local i = input; a[i] = 1; }", strategy);
    EXPECT_EQ(r.tests, 6U) << strategy;
    ASSERT_EQ(r.findings.size(), 1U) << strategy;
    EXPECT_EQ(name(r.findings[0]), "out-of-range") << strategy;
  }
}

TEST(Inputs, a_division_is_explored_with_zero_and_stays_symbolic_otherwise) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run("shared x; thread t { local d = input; if (100 / d == 7) x = 1; }", strategy);
    EXPECT_EQ(r.tests, 3U) << strategy;
    ASSERT_EQ(r.findings.size(), 1U) << strategy;
    EXPECT_EQ(name(r.findings[0]), "division-by-zero") << strategy;
  }
}

TEST(Inputs, an_expression_goes_through_shared_memory_to_another_thread) {
  for (const std::string_view strategy : kComplete) {
    const Result r = run(R"(
shared x, ready;
lock m;
thread producer { local v = input; lock(m); x = v * 3; ready = 1; unlock(m); }
thread consumer { lock(m); local r = ready; local v = x; unlock(m); if (r == 1) { if (v == 3000001) error; } }
)",
                         strategy);
    ASSERT_EQ(r.findings.size(), 1U) << strategy;
    EXPECT_EQ(static_cast<std::int32_t>(3U * static_cast<std::uint32_t>(r.findings[0].inputs.at(0).value)), 3000001);
  }
}

TEST(Inputs, a_compare_and_swap_of_what_depends_on_inputs_has_both_outcomes) {
  for (const std::string_view strategy : kComplete) {
    const Result r =
        run("shared x; thread a { x = input & 3; } thread b { local s = cas(x, 2, 7); assert(s == 0); }", strategy);
    EXPECT_EQ(r.findings.size(), 1U) << strategy;
    EXPECT_TRUE(r.reasons.empty()) << strategy;
  }
}

// limit: A decision with more than 1024 possible values
TEST(Inputs, a_decision_with_too_many_values_is_a_reason) {
  const Result r = run("shared a[1030]; thread t { local i = input; assume(i >= 0 && i < 1030); a[i] = 1; }", "dpor");
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, Contains(HasSubstr("has too many values")));
}

TEST(Inputs, reads_are_fresh_variables_if_they_are_made_symbolic) {
  const auto executor = differential::compile("shared x = 4, y; thread t { local a = x; if (a > 3) y = a + 1; }");
  ASSERT_TRUE(executor->make_symbolic(trace::SymbolicValues::kInputsAndReads));
  trace::Trace trace;
  executor->run({}, trace);
  const symbolic::Expressions& in = *executor->expressions();
  ASSERT_EQ(trace.operations.size(), 4U);  // read, decision, write, end
  EXPECT_EQ(trace.operations[1].kind, OpKind::kBranch);
  ASSERT_EQ(trace.expressions.size(), 2U);
  EXPECT_EQ(trace.expressions[0].operation, 0U);
  const symbolic::ExprId read = trace.expressions[0].expression;
  EXPECT_EQ(in[read].kind, symbolic::Kind::kVariable);
  EXPECT_EQ(trace.expressions[1].operation, 2U);
  symbolic::Model model;
  model.set(symbolic::VariableId(static_cast<std::size_t>(in[read].value)), 4);
  EXPECT_EQ(symbolic::evaluate(in, trace.expressions[1].expression, model), 5U);
  EXPECT_EQ(symbolic::evaluate(in, trace::unpack_branch(trace.operations[1].operand).expression, model), 1U);
}

// Each segment between two visible operations is a function of the variables that begin it: with their values, it
// yields the decisions, what is written, and the values that begin the next one.
TEST(Inputs, live_locals_make_every_segment_a_function_of_the_values_at_its_beginning) {
  const auto executor = differential::compile(R"(
shared x = 3, y;
thread t {
  local a = input + 1;
  local b = x;
  if (a + b > 2) b = b * 2;
  y = b;
  b = b + a;
  y = b - 1;
  assert(b != 17);
}
)");
  ASSERT_TRUE(executor->make_symbolic(trace::SymbolicValues::kInputsReadsAndLocals));
  trace::Test test;
  test.inputs.push_back({trace::ThreadId(0), 0, 5});
  trace::Trace trace;
  executor->run(test, trace);
  const tests::Segments segments = tests::check_segments(*executor->expressions(), trace);
  EXPECT_EQ(segments.problem, "");
  EXPECT_EQ(segments.decisions, 2U);
  EXPECT_GE(segments.locals, 6U);  // a and b after each of three visible operations
}

}  // namespace
}  // namespace heddle::explore
