#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

using trace::Outcome;

trace::Trace run_with_sleeper(std::string_view source, std::uint64_t sleep, std::initializer_list<int> prefix = {}) {
  trace::Test test = schedule(prefix);
  test.sleep = trace::ThreadSet::of_word(sleep);
  return run(source, test);
}

TEST(Sleep, a_sleeping_thread_takes_no_step) {
  const trace::Trace t = run_with_sleeper("shared x, y; thread A { x = 1; } thread B { y = 1; }", 1);
  EXPECT_EQ(steps(t), Strings({"1 write @1 0->1"}));
  EXPECT_EQ(pending(t), Strings({"asleep: 0 write @0"}));
  EXPECT_EQ(t.outcome, Outcome::kAsleep);
}
TEST(Sleep, threads_fall_asleep_behind_the_prefix) {
  EXPECT_EQ(steps(run_with_sleeper("shared x, y; thread A { x = 1; x = 2; } thread B { y = 1; }", 1, {0})),
            Strings({"0 write @0 0->1", "1 write @1 0->1"}));
}
TEST(Sleep, a_write_wakes_a_thread_that_would_read) {
  EXPECT_EQ(steps(run_with_sleeper("shared x; thread A { local a = x; } thread B { x = 1; }", 1)),
            Strings({"1 write @0 0->1", "0 read @0 1->1"}));
}
TEST(Sleep, a_read_wakes_a_thread_that_would_write) {
  EXPECT_EQ(run_with_sleeper("shared x; thread A { x = 1; } thread B { local a = x; }", 1).outcome, Outcome::kFinished);
}
TEST(Sleep, a_read_does_not_wake_a_thread_that_would_read) {
  EXPECT_EQ(run_with_sleeper("shared x; thread A { local a = x; } thread B { local b = x; }", 1).outcome,
            Outcome::kAsleep);
}
TEST(Sleep, an_access_to_another_element_does_not_wake) {
  EXPECT_EQ(run_with_sleeper("shared a[2]; thread A { a[0] = 1; } thread B { a[1] = 1; }", 1).outcome,
            Outcome::kAsleep);
}
TEST(Sleep, a_cas_that_would_fail_before_and_after_a_read_sleeps_on) {
  EXPECT_EQ(run_with_sleeper("shared x = 5; thread A { cas(x, 1, 2); } thread B { local b = x; }", 1).outcome,
            Outcome::kAsleep);
}
TEST(Sleep, a_cas_that_would_succeed_is_woken_by_a_read) {
  EXPECT_EQ(run_with_sleeper("shared x = 1; thread A { cas(x, 1, 2); } thread B { local b = x; }", 1).outcome,
            Outcome::kFinished);
}
TEST(Sleep, a_failing_cas_does_not_wake_a_reader) {
  EXPECT_EQ(run_with_sleeper("shared x = 5; thread A { local a = x; } thread B { cas(x, 1, 2); }", 1).outcome,
            Outcome::kAsleep);
}
TEST(Sleep, taking_a_lock_wakes_a_thread_that_wants_it) {
  const trace::Trace t =
      run_with_sleeper("lock m; thread A { lock(m); unlock(m); } thread B { lock(m); unlock(m); }", 1);
  EXPECT_EQ(t.outcome, Outcome::kFinished);
}
TEST(Sleep, a_failing_trylock_does_not_wake_a_failing_trylock) {
  EXPECT_EQ(run_with_sleeper("lock m; thread H { lock(m); } thread A { trylock(m); } thread B { trylock(m); }", 2, {0})
                .outcome,
            Outcome::kAsleep);
}
TEST(Sleep, the_end_of_a_thread_wakes_the_one_that_joins_it) {
  EXPECT_EQ(run_with_sleeper("shared x; thread A { join(B); x = 2; } thread B { x = 1; }", 1).outcome,
            Outcome::kFinished);
}
TEST(Sleep, a_signal_wakes_the_chosen_sleeper) {
  EXPECT_EQ(run_with_sleeper("lock m; cond c; thread A { lock(m); wait(c, m); } thread B { signal(c); }", 1, {0, 0, 0})
                .outcome,
            Outcome::kFinished);
}
TEST(Sleep, a_woken_thread_stays_awake) {
  EXPECT_EQ(run_with_sleeper("shared x, y; thread A { x = 1; y = 1; } thread B { x = 2; }", 1).outcome,
            Outcome::kFinished);
}
TEST(Sleep, a_local_operation_behind_the_step_does_not_hide_it) {
  EXPECT_EQ(run_with_sleeper("shared x; thread A { local a = x; } thread B { x = 1; assert(1); }", 1).outcome,
            Outcome::kFinished);
}
TEST(Sleep, a_thread_created_later_is_awake) {
  EXPECT_EQ(run_with_sleeper("shared x; proc p() { x = 1; } thread A { spawn p(); }", 2).outcome, Outcome::kFinished);
}
TEST(Sleep, asleep_hides_a_failure) {
  EXPECT_EQ(run_with_sleeper("shared x; thread A { x = 1; } thread B { error; }", 1).outcome, Outcome::kAsleep);
}

}  // namespace
}  // namespace heddle::model
