#include "model/interpreter.h"
#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

using trace::Outcome;

TEST(Failures, a_true_assertion_is_recorded) {
  EXPECT_EQ(operations(run("thread T { assert(3); }")), Strings({"0 assert 0->1", "0 exit"}));
}
TEST(Failures, a_false_assertion_stops_the_thread) {
  const trace::Trace t = run("shared x; thread T { assert(x == 1); x = 2; }");
  EXPECT_EQ(operations(t), Strings({"0 read @0", "0 assert"}));
  EXPECT_EQ(failures(t), Strings({"0 assertion"}));
  EXPECT_EQ(pending(t), Strings({"failed: 0 exit"}));
  EXPECT_EQ(t.outcome, Outcome::kFailed);
}
TEST(Failures, a_failure_names_its_place) {
  const auto executor = compiled("shared x;\nthread T {\n  assert(x ==\n    1);\n}");
  const trace::Trace t = run(*executor);
  const auto& place = executor->names().places[t.failures.at(0).place.index()];
  EXPECT_EQ(place.file, "test.model");
  EXPECT_EQ(place.line, 3U);
  EXPECT_EQ(place.column, 3U);
  EXPECT_EQ(place.text, "assert(x == 1)");
}
TEST(Failures, the_pending_operation_of_a_failed_thread_has_the_place_of_the_failure) {
  const trace::Trace t = run("thread T { error; }");
  EXPECT_EQ(t.pending.at(0).operation.place, t.failures.at(0).place);
}
TEST(Failures, error_with_a_message_shows_it_in_the_place) {
  const auto executor = compiled("thread T { error(\"lost\"); }");
  const trace::Trace t = run(*executor);
  EXPECT_EQ(failures(t), Strings({"0 error"}));
  EXPECT_EQ(executor->names().places[t.failures.at(0).place.index()].text, "error(\"lost\")");
}
TEST(Failures, division_by_zero_fails) {
  EXPECT_EQ(failures(run("thread T { local z = 0; local a = 1 / z; }")), Strings({"0 division-by-zero"}));
}
TEST(Failures, modulo_zero_fails) {
  EXPECT_EQ(failures(run("thread T { local z = 0; local a = 1 % z; }")), Strings({"0 division-by-zero"}));
}
TEST(Failures, a_constant_division_by_zero_in_a_thread_fails_when_it_is_executed) {
  EXPECT_EQ(run("thread T { if (0) { local a = 1 / 0; } }").outcome, Outcome::kFinished);
  EXPECT_EQ(failures(run("thread T { local a = 1 / 0; }")), Strings({"0 division-by-zero"}));
}
TEST(Failures, a_negative_index_fails) {
  EXPECT_EQ(failures(run("shared a[2]; thread T { local i = -1; a[i] = 1; }")), Strings({"0 out-of-range"}));
}
TEST(Failures, an_index_behind_the_end_fails_for_reads) {
  EXPECT_EQ(failures(run("shared a[2]; thread T { local v = a[2]; }")), Strings({"0 out-of-range"}));
}
TEST(Failures, an_index_behind_the_end_fails_for_locks) {
  EXPECT_EQ(failures(run("lock m[2]; thread T { local i = 2; lock(m[i]); }")), Strings({"0 out-of-range"}));
}
TEST(Failures, an_index_behind_the_end_fails_for_threads) {
  EXPECT_EQ(failures(run("thread W[i : 2] { skip; } thread T { join(W[2]); }")), Strings({"2 out-of-range"}));
}
TEST(Failures, unlocking_a_free_lock_fails) {
  EXPECT_EQ(failures(run("lock m; thread T { unlock(m); }")), Strings({"0 lock-misuse"}));
}
TEST(Failures, unlocking_the_lock_of_another_thread_fails) {
  EXPECT_EQ(failures(run("lock m; shared x; thread A { lock(m); } thread B { x = 1; unlock(m); }")),
            Strings({"1 lock-misuse"}));
}
TEST(Failures, waiting_without_the_mutex_fails_before_the_wait) {
  const trace::Trace t = run("lock m; cond c; thread T { wait(c, m); }");
  EXPECT_EQ(failures(t), Strings({"0 lock-misuse"}));
  EXPECT_TRUE(t.operations.empty());
}
TEST(Failures, the_other_threads_run_on) {
  EXPECT_EQ(steps(run("shared x; thread A { error; } thread B { x = 1; }")), Strings({"1 write @0 0->1"}));
}
TEST(Failures, several_threads_can_fail_in_one_run) {
  EXPECT_EQ(failures(run("shared x; thread A { x = 1; error; } thread B { assert(0); }")),
            Strings({"1 assertion", "0 error"}));
}

TEST(Assume, a_true_assume_is_recorded) {
  EXPECT_EQ(operations(run("thread T { assume(2); }")), Strings({"0 assume 0->1", "0 exit"}));
}
TEST(Assume, a_false_assume_stops_the_thread_silently) {
  const trace::Trace t = run("shared x; thread A { assume(0); x = 1; } thread B { x = 2; }");
  EXPECT_EQ(steps(t), Strings({"1 write @0 0->2"}));
  EXPECT_TRUE(t.failures.empty());
  EXPECT_EQ(pending(t), Strings({"assume-failed: 0 exit"}));
  EXPECT_EQ(t.outcome, Outcome::kAssumeFailed);
}

TEST(Cut, a_thread_takes_at_most_depth_steps) {
  trace::Test test;
  test.depth = 3;
  const trace::Trace t = run("shared x; thread T { while (1) x = 1; }", test);
  EXPECT_EQ(steps(t).size(), 3U);
  EXPECT_EQ(pending(t), Strings({"cut: 0 write @0"}));
  EXPECT_EQ(t.outcome, Outcome::kCut);
}
TEST(Cut, a_thread_that_ends_with_its_last_allowed_step_is_not_cut) {
  trace::Test test;
  test.depth = 2;
  EXPECT_EQ(run("shared x; thread T { x = 1; x = 2; }", test).outcome, Outcome::kFinished);
}
TEST(Cut, the_others_run_on) {
  trace::Test test;
  test.depth = 2;
  EXPECT_EQ(steps(run("shared x, y; thread A { while (1) x = 1; } thread B { y = 1; }", test)).back(),
            "1 write @1 0->1");
}
TEST(Cut, with_depth_zero_nobody_takes_a_step) {
  trace::Test test;
  test.depth = 0;
  const trace::Trace t = run("shared x; thread A { x = 1; } thread B { skip; }", test);
  EXPECT_EQ(operations(t), Strings({"1 exit"}));
  EXPECT_EQ(pending(t), Strings({"cut: 0 write @0"}));
}
TEST(Cut, a_cut_thread_is_not_enabled_by_an_unlock) {
  trace::Test test;
  test.depth = 1;
  const trace::Trace t = run("lock m; shared x; thread A { lock(m); unlock(m); } thread B { x = 1; lock(m); }", test);
  EXPECT_EQ(pending(t), Strings({"cut: 0 unlock @0", "cut: 1 lock @0"}));
}
TEST(Cut, the_last_arrival_at_a_barrier_does_not_let_itself_go_on) {
  trace::Test test;
  test.depth = 1;
  const trace::Trace t = run("barrier b(2); thread T[i : 2] { arrive(b); }", test);
  EXPECT_EQ(steps(t).size(), 2U);
  EXPECT_EQ(t.outcome, Outcome::kCut);
}
TEST(Cut, an_endless_local_loop_is_cut) {
  const auto executor = compiled("shared x;\nthread T {\n  x = 1;\n  while (1) skip;\n}");
  const trace::Trace t = run(*executor);
  EXPECT_EQ(t.outcome, Outcome::kCut);
  EXPECT_EQ(pending(t), Strings({"cut: 0 exit"}));
  EXPECT_EQ(executor->names().places[t.pending[0].operation.place.index()].line, 4U);
}
TEST(Cut, an_endless_goto_is_cut) { EXPECT_EQ(run("thread T { l: goto l; }").outcome, Outcome::kCut); }
TEST(Cut, a_long_local_loop_is_not_cut) {
  EXPECT_EQ(run("thread T { for (local i = 0; i < 100000; i = i + 1) skip; }").outcome, Outcome::kFinished);
}

TEST(Outcomes, a_failure_hides_a_cut) {
  trace::Test test;
  test.depth = 1;
  EXPECT_EQ(run("shared x; thread A { while (1) x = 1; } thread B { error; }", test).outcome, Outcome::kFailed);
}
TEST(Outcomes, an_assume_hides_a_deadlock) {
  EXPECT_EQ(run("lock m; thread A { lock(m); lock(m); } thread B { assume(0); }").outcome, Outcome::kAssumeFailed);
}
TEST(Outcomes, a_cut_hides_a_deadlock) {
  trace::Test test;
  test.depth = 2;
  EXPECT_EQ(run("lock m; shared x; thread A { lock(m); while (1) x = 1; } thread B { lock(m); }", test).outcome,
            Outcome::kCut);
}

}  // namespace
}  // namespace heddle::model
