#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

using trace::Outcome;
using trace::Policy;

constexpr std::string_view kTwoWriters = "shared x; thread A { x = 1; x = 2; } thread B { x = 3; x = 4; }";

TEST(Schedules, the_schedule_is_followed) {
  EXPECT_EQ(steps(run(kTwoWriters, schedule({0, 1, 1, 0}))),
            Strings({"0 write @0 0->1", "1 write @0 1->3", "1 write @0 3->4", "0 write @0 4->2"}));
}
TEST(Schedules, behind_the_schedule_the_last_thread_goes_on) {
  EXPECT_EQ(steps(run(kTwoWriters, schedule({1}))),
            Strings({"1 write @0 0->3", "1 write @0 3->4", "0 write @0 4->1", "0 write @0 1->2"}));
}
TEST(Schedules, a_thread_that_has_ended_cannot_be_scheduled) {
  const trace::Trace t = run(kTwoWriters, schedule({0, 0, 0, 1}));
  EXPECT_EQ(t.outcome, Outcome::kDiverged);
  EXPECT_EQ(t.diverged_at, 2U);
  EXPECT_EQ(pending(t), Strings({"ready: 1 write @0"}));
}
TEST(Schedules, a_thread_that_does_not_exist_cannot_be_scheduled) {
  EXPECT_EQ(run(kTwoWriters, schedule({0, 9})).diverged_at, 1U);
  EXPECT_EQ(run(kTwoWriters, schedule({500})).outcome, Outcome::kDiverged);
}
TEST(Schedules, no_thread_at_all_cannot_be_scheduled) {
  trace::Test test;
  test.schedule.push_back({});
  EXPECT_EQ(run(kTwoWriters, test).outcome, Outcome::kDiverged);
}
TEST(Schedules, a_blocked_thread_cannot_be_scheduled) {
  const trace::Trace t = run("lock m; thread A { lock(m); unlock(m); } thread B { lock(m); }", schedule({0, 1}));
  EXPECT_EQ(t.outcome, Outcome::kDiverged);
  EXPECT_EQ(t.diverged_at, 1U);
  EXPECT_EQ(pending(t), Strings({"ready: 0 unlock @0", "blocked: 1 lock @0"}));
}
TEST(Schedules, a_choice_outside_of_the_domain_diverges) {
  for (const std::int32_t choice : {3, -2}) {
    trace::Test test;
    test.schedule = {choosing(0, choice)};
    EXPECT_EQ(run("thread A { local a = input(1, 3); }", test).outcome, Outcome::kDiverged) << choice;
  }
}
TEST(Schedules, a_signal_to_a_thread_that_does_not_wait_diverges) {
  trace::Test test;
  test.schedule = {choosing(0, 1)};
  EXPECT_EQ(run("cond c; thread A { signal(c); } thread B { signal(c); }", test).outcome, Outcome::kDiverged);
}
TEST(Schedules, a_choice_is_ignored_where_there_is_none) {
  trace::Test test;
  test.schedule = {choosing(0, 5)};
  EXPECT_EQ(run(kTwoWriters, test).outcome, Outcome::kFinished);
}
TEST(Schedules, the_test_of_a_trace_runs_the_same_trace) {
  const auto executor = compiled(
      "shared x; lock m; cond c; proc p(k) { lock(m); x = x + k; signal(c); unlock(m); }"
      "thread A { local v = input(1, 3); spawn p(v); lock(m); while (x == 0) wait(c, m); unlock(m); }"
      "thread B { local w = input; if (w > 0) x = w; }");
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    trace::Test test;
    test.policy.kind = Policy::Kind::kRandom;
    test.policy.seed = seed;
    const trace::Trace first = run(*executor, test);
    EXPECT_EQ(run(*executor, trace::test_of(first, test.depth)), first) << seed;
  }
}

TEST(Determinism, the_same_test_gives_the_same_trace) {
  const auto executor = compiled(kTwoWriters);
  for (const Policy::Kind kind :
       {Policy::Kind::kRunOn, Policy::Kind::kRandom, Policy::Kind::kPct, Policy::Kind::kDelay}) {
    trace::Test test;
    test.policy.kind = kind;
    test.policy.seed = 5;
    EXPECT_EQ(run(*executor, test), run(*executor, test));
  }
}
TEST(Determinism, another_executor_of_the_same_program_gives_the_same_trace) {
  trace::Test test;
  test.policy.kind = Policy::Kind::kRandom;
  test.policy.seed = 11;
  EXPECT_EQ(run(kTwoWriters, test), run(kTwoWriters, test));
}
TEST(Determinism, a_run_does_not_see_what_an_earlier_one_left) {
  const auto executor = compiled(
      "shared x; lock m; cond c; proc p() { x = x + 1; } "
      "thread A { lock(m); local i = x; spawn p(); wait(c, m); }");
  const trace::Trace first = run(*executor);
  run(*executor, schedule({0, 0}));
  EXPECT_EQ(run(*executor), first);
}

TEST(Policies, run_on_continues_a_thread_until_it_blocks) {
  EXPECT_EQ(steps(run("lock m; shared x; thread A { lock(m); unlock(m); } thread B { lock(m); x = 1; unlock(m); }",
                      schedule({1}))),
            Strings({"1 lock @0 0->2", "1 write @1 0->1", "1 unlock @0 2->0", "0 lock @0 0->1", "0 unlock @0 1->0"}));
}
TEST(Policies, delayed_threads_go_when_nobody_else_can) {
  trace::Test test;
  test.policy.kind = Policy::Kind::kDelay;
  test.policy.delayed = trace::ThreadSet(trace::ThreadId(0));
  EXPECT_EQ(steps(run("shared x; thread A { x = 1; } thread B { x = 2; } thread C { x = 3; }", test)),
            Strings({"1 write @0 0->2", "2 write @0 2->3", "0 write @0 3->1"}));
}
TEST(Policies, random_runs_show_every_order_of_two_writes) {
  const auto executor = compiled("shared x; thread A { x = 1; } thread B { x = 2; }");
  bool seen[2] = {};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    trace::Test test;
    test.policy.kind = Policy::Kind::kRandom;
    test.policy.seed = seed;
    seen[run(*executor, test).operations[0].thread.index()] = true;
  }
  EXPECT_TRUE(seen[0] && seen[1]);
}
TEST(Policies, random_runs_try_every_value_of_a_domain_and_every_waiter) {
  const auto executor = compiled(kTwoWriters);
  bool value[3] = {};
  bool woken[2] = {};
  const auto domain = compiled("thread A { local a = input(0, 2); }");
  const auto waiters = compiled("lock m; cond c; thread W[i : 2] { lock(m); wait(c, m); } thread S { signal(c); }");
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    trace::Test test;
    test.policy.kind = Policy::Kind::kRandom;
    test.policy.seed = seed;
    value[run(*domain, test).operations[0].value] = true;
    test.schedule = schedule({0, 0, 0, 1, 1, 1, 2}).schedule;
    woken[run(*waiters, test).operations[6].choice] = true;
  }
  EXPECT_TRUE(value[0] && value[1] && value[2]);
  EXPECT_TRUE(woken[0] && woken[1]);
}
TEST(Policies, random_inputs_are_small_and_large) {
  const auto executor = compiled("thread A { local a = input; }");
  bool small = false;
  bool large = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    trace::Test test;
    test.policy.kind = Policy::Kind::kRandom;
    test.policy.seed = seed;
    const std::int64_t value = run(*executor, test).operations[0].value;
    (value >= -16 && value <= 16 ? small : large) = true;
  }
  EXPECT_TRUE(small && large);
}

}  // namespace
}  // namespace heddle::model
