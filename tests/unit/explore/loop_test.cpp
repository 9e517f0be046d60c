#include "explore/loop.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "explore/factory.h"
#include "explore/one_at_a_time.h"
#include "tests/differential/compile.h"
#include "trace/surprise.h"

namespace heddle::explore {
namespace {

using differential::compile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result run(trace::Executor& executor, std::string_view strategy, const Options& options = {}) {
  const auto made = make_strategy(strategy, executor, {});
  return explore(executor, *made, options);
}

Result run(std::string_view source, std::string_view strategy, const Options& options = {}) {
  const auto executor = compile(source);
  return run(*executor, strategy, options);
}

constexpr std::string_view kRace = R"(
shared x;
thread a { x = x + 1; }
thread b { x = x + 1; assert(x == 2); }
)";

constexpr std::string_view kTwoLocks = R"(
lock m, n;
thread a { lock(m); lock(n); unlock(n); unlock(m); }
thread b { lock(n); lock(m); unlock(m); unlock(n); }
)";

// "0 waits for 1; 1 waits for 0"
std::string waits_of(const Finding& finding) {
  std::string text;
  for (const Wait& wait : finding.waits) {
    const std::string holder = wait.holder.valid() ? fmt::format("{}", wait.holder.value) : "nobody";
    text += fmt::format("{}{} waits for {}", text.empty() ? "" : "; ",
                        finding.trace.pending[wait.pending].operation.thread.value, holder);
  }
  return text;
}

TEST(Loop, a_program_without_bugs_is_complete_without_reasons) {
  const Result r = run("shared x; thread a { x = 1; } thread b { x = 2; }", "exhaustive");
  EXPECT_EQ(r.verdict, Verdict::kComplete);
  EXPECT_THAT(r.reasons, IsEmpty());
  EXPECT_EQ(r.tests, 2U);
  EXPECT_EQ(r.progress.traces, 2U);
}

TEST(Loop, stops_at_the_first_finding_and_says_what_failed_where) {
  const Result r = run(kRace, "exhaustive");
  EXPECT_EQ(r.verdict, Verdict::kBug);
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(name(r.findings[0]), "assertion");
  EXPECT_EQ(where(r.findings[0]), "test.model:4:23");
  EXPECT_EQ(r.findings[0].failure.kind, trace::FailureKind::kAssertion);
  EXPECT_THAT(r.findings[0].note, HasSubstr("x == 2"));
  EXPECT_EQ(r.findings[0].count, 1U);
  EXPECT_THAT(r.reasons, IsEmpty());
}

TEST(Loop, keep_going_counts_the_tests_that_show_a_finding_and_runs_as_many_as_without_it) {
  const Result failing = run(kRace, "exhaustive", {.keep_going = true});
  const Result passing = run("shared x; thread a { x = x + 1; } thread b { x = x + 1; assert(x >= 1); }", "exhaustive");
  ASSERT_EQ(failing.findings.size(), 1U);
  EXPECT_GT(failing.findings[0].count, 1U);
  EXPECT_LT(failing.findings[0].count, failing.tests);
  EXPECT_EQ(failing.tests, passing.tests);
  EXPECT_EQ(failing.progress.traces, passing.progress.traces);
  EXPECT_EQ(passing.verdict, Verdict::kComplete);
}

TEST(Loop, the_test_of_a_finding_replays_its_trace) {
  const auto executor = compile(kRace);
  const Result r = run(*executor, "random", {.budget = {.tests = 1000}});
  ASSERT_EQ(r.findings.size(), 1U);
  trace::Trace again;
  executor->run(r.findings[0].test, again);
  EXPECT_EQ(again, r.findings[0].trace);
  EXPECT_EQ(again.outcome, trace::Outcome::kFailed);
}

TEST(Loop, a_deadlock_names_the_places_in_order_and_who_waits_for_whom) {
  const Result r = run(kTwoLocks, "exhaustive", {.keep_going = true});
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(name(r.findings[0]), "deadlock");
  EXPECT_EQ(where(r.findings[0]), "test.model:3:21, test.model:4:21");
  EXPECT_EQ(waits_of(r.findings[0]), "0 waits for 1; 1 waits for 0");
  EXPECT_EQ(r.progress.deadlocks, 1U);
}

TEST(Loop, a_cycle_has_its_threads_in_its_order) {
  const Result r = run(R"(
lock m, n, o;
thread a { lock(m); lock(o); }
thread b { lock(n); lock(m); }
thread c { lock(o); lock(n); }
)",
                       "exhaustive", {.keep_going = true});
  const auto cycle = std::ranges::find_if(r.findings, [](const Finding& f) { return f.waits.size() == 3; });
  ASSERT_NE(cycle, r.findings.end());
  EXPECT_EQ(waits_of(*cycle), "0 waits for 2; 2 waits for 1; 1 waits for 0");
}

TEST(Loop, who_waits_for_whom_is_known_for_every_kind_of_waiting) {
  const Result r = run(R"(
lock m; cond c; semaphore s = 0; barrier b(9);
thread w0 { lock(m); wait(c, m); unlock(m); }
thread w1 { acquire(s); }
thread w2 { arrive(b); }
)",
                       "exhaustive", {.budget = {.tests = 1}});
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(waits_of(r.findings[0]), "0 waits for nobody; 1 waits for nobody; 2 waits for nobody");
  const Result join = run(R"(
lock m;
thread t { lock(m); local h = spawn p(); join(h); unlock(m); }
proc p() { lock(m); unlock(m); }
)",
                          "exhaustive", {.budget = {.tests = 1}});
  ASSERT_EQ(join.findings.size(), 1U);
  EXPECT_EQ(waits_of(join.findings[0]), "0 waits for 1; 1 waits for 0");
  EXPECT_EQ(join.findings[0].waits[0].since, kNoOperation) << "it joins";
  const trace::Operation& taken = join.findings[0].trace.operations.at(join.findings[0].waits[1].since);
  EXPECT_EQ(taken.kind, trace::OpKind::kLock);
  EXPECT_EQ(taken.thread, trace::ThreadId(0));
  EXPECT_EQ(join.findings[0].waits[0].held.size(), 1U);
  EXPECT_EQ(join.findings[0].waits[1].held.size(), 0U);
}

// Plans one step, sees none, and is surprised.
class SurprisedStrategy : public OneAtATime {
 public:
  bool next_test(trace::Test& test) override {
    test.schedule = {{trace::ThreadId(0)}};
    return true;
  }
  void observe_run(const trace::Trace& trace) override { trace::expect_step(!trace.operations.empty(), 0, "no step"); }
  Progress progress() const override { return {}; }
};

// Has no room for any operation.
class FullExecutor : public trace::Executor {
 public:
  void run(const trace::Test& /*test*/, trace::Trace& trace) override {
    trace = {};
    trace.pending.push_back({trace::Pending::Why::kReady, {.thread = trace::ThreadId(0)}});
  }
  std::int64_t initial_state(trace::LocationId /*location*/) const override { return 0; }
  const trace::Names& names() const override { return names_; }
  trace::ThreadId intern_thread(trace::ThreadId /*parent*/, std::uint32_t /*nth*/) override { return {}; }

 private:
  trace::Names names_;
};

// limit: In one run: 4,000,000 operations
TEST(Loop, a_run_that_is_cut_before_its_schedule_is_over_ends_the_exploration) {
  FullExecutor executor;
  SurprisedStrategy strategy;
  const Result r = explore(executor, strategy, {});
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, ElementsAre(HasSubstr("runs are longer than can be followed: test 1 was cut after 0")));
}

TEST(Loop, the_test_budget_is_a_reason_only_if_there_was_more_to_do) {
  const std::string_view two_traces = "shared x; thread a { x = 1; } thread b { x = 2; }";
  const Result exact = run(two_traces, "exhaustive", {.budget = {.tests = 2}});
  EXPECT_EQ(exact.verdict, Verdict::kComplete);
  const Result less = run(two_traces, "exhaustive", {.budget = {.tests = 1}});
  EXPECT_EQ(less.verdict, Verdict::kIncomplete);
  EXPECT_THAT(less.reasons, ElementsAre("stopped after 1 test"));
  EXPECT_EQ(less.tests, 1U);
}

TEST(Loop, a_time_budget_of_zero_stops_before_the_first_test) {
  const Result r = run(kRace, "exhaustive", {.budget = {.seconds = 0}});
  EXPECT_EQ(r.tests, 0U);
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, ElementsAre("stopped after 0 seconds"));
}

TEST(Loop, an_interrupt_keeps_the_partial_result) {
  std::atomic<bool> interrupted = false;
  Options options{.interrupted = &interrupted};
  options.on_trace = [&](const trace::Trace&) { interrupted = true; };
  const Result r = run("shared x; thread a { x = 1; } thread b { x = 2; }", "exhaustive", options);
  EXPECT_EQ(r.tests, 1U);
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, ElementsAre("interrupted"));
}

TEST(Loop, cut_threads_are_counted_with_their_place) {
  const Result r =
      run("shared x;\nthread t[i : 2] {\n  while (1) x = 1;\n}", "random", {.budget = {.tests = 5, .depth = 7}});
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, testing::Contains("2 threads cut after k=7 steps (test.model:3:13)"));
}

TEST(Loop, an_endless_local_loop_is_named) {
  const Result r = run("shared x; thread t { x = 1;\n while (1) skip; }", "exhaustive");
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  ASSERT_EQ(r.reasons.size(), 1U);
  EXPECT_THAT(r.reasons[0], HasSubstr("1 thread cut in an endless local loop (test.model:2:"));
}

TEST(Loop, too_many_threads_are_a_reason) {
  const Result r = run("proc p() { skip; } thread t { for (local i = 0; i < 1100; i = i + 1) spawn p(); }",
                       "exhaustive", {.budget = {.tests = 10, .depth = 2000}});
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_THAT(r.reasons, testing::Contains(HasSubstr("the program starts more than 1024 threads (test.model:1:")));
}

// limit: except by `random` and `pct`, which give it random values
TEST(Loop, an_input_without_a_domain_is_a_reason_unless_the_strategy_explores_inputs) {
  const Result random = run("shared x; thread t { local a = input; x = a; }", "random");
  EXPECT_EQ(random.verdict, Verdict::kIncomplete);
  EXPECT_THAT(random.reasons,
              Contains(AllOf(HasSubstr("was given only some of its values"), HasSubstr("input at test.model:1:"))));
  const Result symbolic = run("shared x; thread t { local a = input; x = a; }", "exhaustive");
  EXPECT_EQ(symbolic.verdict, Verdict::kComplete);
  EXPECT_EQ(symbolic.tests, 1U);
  const Result domain = run("shared x; thread t { local a = input(0, 3); x = a; }", "exhaustive");
  EXPECT_EQ(domain.verdict, Verdict::kComplete);
  EXPECT_EQ(domain.tests, 4U);
}

TEST(Loop, a_false_assume_stops_a_run_and_is_neither_a_finding_nor_a_reason) {
  const Result r = run("shared x; thread t { local a = input(0, 3); assume(a < 2); x = a; }", "exhaustive");
  EXPECT_EQ(r.verdict, Verdict::kComplete);
  EXPECT_EQ(r.tests, 4U);
}

TEST(Loop, a_bug_has_its_reasons_of_incompleteness_too) {
  const Result r = run("shared x; thread t { x = 0; assert(x == 1); }", "random");
  EXPECT_EQ(r.verdict, Verdict::kBug);
  EXPECT_FALSE(r.reasons.empty());
}

// limit: Without a budget `random` and `pct` stop after 10,000 tests.
TEST(Loop, a_strategy_without_end_stops_by_itself_if_there_is_no_budget) {
  const Result r = run("shared x; thread a { x = 1; } thread b { x = 2; }", "random");
  EXPECT_EQ(r.tests, kEndlessTests);
  EXPECT_EQ(r.verdict, Verdict::kIncomplete);
  EXPECT_EQ(r.progress.traces, 2U);
}

// limit: Equal findings (same kind, same places) are merged and counted
TEST(Loop, one_failure_of_two_threads_at_one_place_is_one_finding_of_one_test) {
  const Result r =
      run("shared x;\nthread t[i : 2] { local a = x; assert(a == 1); }", "exhaustive", {.keep_going = true});
  ASSERT_EQ(r.findings.size(), 1U);
  EXPECT_EQ(r.findings[0].count, r.tests);
}

TEST(Factory, knows_its_strategies_by_name_and_no_other) {
  const auto executor = compile("shared x; thread a { x = 1; }");
  for (const StrategyInfo& s : strategies()) EXPECT_NE(make_strategy(s.name, *executor, {}), nullptr) << s.name;
  EXPECT_EQ(make_strategy("best", *executor, {}), nullptr);
}

}  // namespace
}  // namespace heddle::explore
