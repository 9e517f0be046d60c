#include "tests/unit/model/programs.h"
#include "trace/semantics.h"

// The steps of each synchronisation primitive. A step is written "thread kind @location #choice before->after".

namespace heddle::model {
namespace {

using trace::Outcome;

TEST(Memory, a_read_shows_the_value_before_and_after) {
  const trace::Trace t = run("shared x = 4; thread T { local a = x; }");
  EXPECT_EQ(t.operations[0].before, 4);
  EXPECT_EQ(t.operations[0].value, 4);
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kObserve);
}
TEST(Memory, a_write_shows_the_value_before_and_after) {
  const trace::Trace t = run("shared x = 4; thread T { x = 5; }");
  EXPECT_EQ(text(t.operations[0]), "0 write @0 4->5");
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kModify);
}
TEST(Memory, fetch_add_is_one_step_and_gives_the_old_value) {
  EXPECT_EQ(steps(run("shared x = 4, r; thread T { r = fetch_add(x, 3); }")),
            Strings({"0 rmw @0 4->7", "0 write @1 0->4"}));
}
TEST(Memory, fetch_add_wraps_around) {
  EXPECT_EQ(steps(run("shared x = 2147483647; thread T { fetch_add(x, 1); }")),
            Strings({"0 add @0 2147483647->-2147483648"}));
}
TEST(Memory, exchange_is_one_step_and_gives_the_old_value) {
  EXPECT_EQ(steps(run("shared x = 4, r; thread T { r = exchange(x, 3); }")),
            Strings({"0 exchange @0 4->3", "0 write @1 0->4"}));
}
TEST(Memory, a_cas_that_finds_the_expected_value_modifies) {
  const trace::Trace t = run("shared x = 4, r; thread T { r = cas(x, 4, 9); }");
  EXPECT_EQ(steps(t), Strings({"0 cas @0 4->9", "0 write @1 0->1"}));
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kModify);
  EXPECT_EQ(t.operations[0].operand, 4);
}
TEST(Memory, a_cas_that_finds_another_value_observes) {
  const trace::Trace t = run("shared x = 5, r = 7; thread T { r = cas(x, 4, 9); }");
  EXPECT_EQ(steps(t), Strings({"0 cas @0 5->5", "0 write @1 7->0"}));
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kObserve);
}
TEST(Memory, the_arguments_of_cas_are_read_before_it) {
  EXPECT_EQ(steps(run("shared x = 1, y = 1, z = 2; thread T { cas(x, y, z); }")),
            Strings({"0 read @1 1->1", "0 read @2 2->2", "0 cas @0 1->2"}));
}

TEST(Locks, the_state_of_a_held_lock_is_one_plus_its_holder) {
  EXPECT_EQ(steps(run("lock m; thread A { skip; } thread B { lock(m); unlock(m); }")),
            Strings({"1 lock @0 0->2", "1 unlock @0 2->0"}));
}
TEST(Locks, a_held_lock_blocks_the_others) {
  const trace::Trace t = run("lock m; thread A { lock(m); } thread B { lock(m); }");
  EXPECT_EQ(steps(t), Strings({"0 lock @0 0->1"}));
  EXPECT_EQ(pending(t), Strings({"blocked: 1 lock @0"}));
  EXPECT_EQ(t.outcome, Outcome::kDeadlock);
}
TEST(Locks, unlock_enables_exactly_the_threads_that_wait_for_this_lock) {
  const auto executor = compiled(
      "lock m, n; thread A { lock(m); lock(n); unlock(m); unlock(n); }"
      "thread B { lock(m); } thread C { lock(n); } thread D { lock(m); }");
  trace::Test test = schedule({0, 0, 0});
  test.sleep = kEverybody;
  EXPECT_EQ(pending(run(*executor, test)),
            Strings({"asleep: 0 unlock @1", "asleep: 1 lock @0", "blocked: 2 lock @1", "asleep: 3 lock @0"}));
}
TEST(Locks, locking_a_lock_twice_blocks_forever) {
  const trace::Trace t = run("lock m; thread A { lock(m); lock(m); }");
  EXPECT_EQ(pending(t), Strings({"blocked: 0 lock @0"}));
  EXPECT_EQ(t.outcome, Outcome::kDeadlock);
}
TEST(Locks, trylock_of_a_free_lock_takes_it) {
  const trace::Trace t = run("lock m; shared r; thread A { r = trylock(m); unlock(m); }");
  EXPECT_EQ(steps(t), Strings({"0 trylock @0 0->1", "0 write @1 0->1", "0 unlock @0 1->0"}));
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kModify);
}
TEST(Locks, trylock_of_a_held_lock_observes_it) {
  const trace::Trace t = run("lock m; shared r = 5; thread A { lock(m); r = trylock(m); }");
  EXPECT_EQ(steps(t), Strings({"0 lock @0 0->1", "0 trylock @0 1->1", "0 write @1 5->0"}));
  EXPECT_EQ(t.operations[1].effect, trace::Effect::kObserve);
}
TEST(Locks, a_thread_may_end_with_a_lock) {
  EXPECT_EQ(run("lock m; thread A { lock(m); }").outcome, Outcome::kFinished);
}
TEST(Locks, each_element_of_an_array_is_a_lock_of_its_own) {
  EXPECT_EQ(run("lock m[2]; thread A { lock(m[0]); } thread B { lock(m[1]); }").outcome, Outcome::kFinished);
}

constexpr std::string_view kWaitAndSignal =
    "lock m; cond c; thread A { lock(m); wait(c, m); unlock(m); } thread B { lock(m); signal(c); unlock(m); }";

TEST(Conditions, wait_is_four_steps) {
  EXPECT_EQ(steps(run(kWaitAndSignal)),
            Strings({"0 lock @0 0->1", "0 wait @1 0->1", "0 unlock @0 1->0", "1 lock @0 0->2", "1 signal @1 #0 1->0",
                     "1 unlock @0 2->0", "0 wake @1", "0 lock @0 0->1", "0 unlock @0 1->0"}));
}
TEST(Conditions, wake_has_the_condition_variable_but_no_effect) {
  const trace::Trace t = run(kWaitAndSignal);
  EXPECT_EQ(text(t.operations[7]), "0 wake @1");
  EXPECT_EQ(t.operations[7].effect, trace::Effect::kNone);
}
TEST(Conditions, a_signal_to_nobody_observes_and_is_lost) {
  const trace::Trace t = run(kWaitAndSignal, schedule({1, 1, 1}));
  EXPECT_EQ(text(t.operations[1]), "1 signal @1");
  EXPECT_EQ(t.operations[1].effect, trace::Effect::kObserve);
  EXPECT_EQ(t.outcome, Outcome::kDeadlock);
  EXPECT_EQ(pending(t), Strings({"blocked: 0 wake @1"}));
}
TEST(Conditions, a_signal_may_come_before_the_waiting_thread_releases_the_mutex) {
  const trace::Trace t =
      run("lock m; cond c; thread A { lock(m); wait(c, m); unlock(m); } thread B { signal(c); }", schedule({0, 0, 1}));
  EXPECT_EQ(t.outcome, Outcome::kFinished);
}

constexpr std::string_view kTwoWaiters =
    "lock m; cond c; thread W[i : 2] { lock(m); wait(c, m); unlock(m); } thread S { signal(c); } ";

TEST(Conditions, a_signal_wakes_the_chosen_one_of_several) {
  trace::Test test = schedule({0, 0, 0, 1, 1, 1});
  test.schedule.push_back(choosing(2, 1));
  const trace::Trace t = run(kTwoWaiters, test);
  EXPECT_EQ(text(t.operations[6]), "2 signal @1 #1 3->1");
  EXPECT_EQ(pending(t), Strings({"blocked: 0 wake @1"}));
}
TEST(Conditions, a_signal_without_a_choice_wakes_the_first) {
  const trace::Trace t = run(kTwoWaiters, schedule({0, 0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(pending(t), Strings({"blocked: 1 wake @1"}));
}
constexpr std::string_view kTimedWait =
    "lock m; cond c; shared x; thread A { lock(m); x = 1 + timedwait(c, m); unlock(m); } thread B { signal(c); }";

TEST(Conditions, a_timed_wait_leaves_the_queue_when_its_time_has_run_out) {
  EXPECT_EQ(steps(run(kTimedWait, schedule({0, 0, 0, 0, 0, 0, 0}))),
            Strings({"0 lock @0 0->1", "0 wait @1 0->1", "0 unlock @0 1->0", "0 timed-wake @1 1->0", "0 lock @0 0->1",
                     "0 write @2 0->2", "0 unlock @0 1->0", "1 signal @1"}));
}
TEST(Conditions, a_timed_wait_that_gets_its_signal_observes) {
  const trace::Trace t = run(kTimedWait, schedule({0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(text(t.operations[3]), "1 signal @1 #0 1->0");
  EXPECT_EQ(text(t.operations[5]), "0 timed-wake @1");
  EXPECT_EQ(t.operations[5].effect, trace::Effect::kObserve);
  EXPECT_EQ(text(t.operations[7]), "0 write @2 0->1");
}
TEST(Conditions, a_signal_to_a_timed_wait_does_not_count_for_the_next_wait) {
  const trace::Trace t =
      run("lock m; cond c; thread A { lock(m); timedwait(c, m); wait(c, m); } thread B { signal(c); }",
          schedule({0, 0, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(pending(t), Strings({"blocked: 0 wake @1"}));
}
TEST(Conditions, broadcast_wakes_all) {
  const trace::Trace t =
      run("lock m; cond c; thread W[i : 2] { lock(m); wait(c, m); unlock(m); } thread S { broadcast(c); }",
          schedule({0, 0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(text(t.operations[6]), "2 broadcast @1 3->0");
  EXPECT_EQ(t.outcome, Outcome::kFinished);
}
TEST(Conditions, broadcast_to_nobody_observes) {
  const trace::Trace t = run("cond c; thread S { broadcast(c); }");
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kObserve);
}

TEST(Semaphores, acquire_takes_one_and_release_gives_one) {
  EXPECT_EQ(steps(run("semaphore s = 2; thread A { acquire(s); acquire(s); release(s); }")),
            Strings({"0 sem-wait @0 2->1", "0 sem-wait @0 1->0", "0 sem-post @0 0->1"}));
}
TEST(Semaphores, a_semaphore_starts_with_zero_by_default) {
  EXPECT_EQ(pending(run("semaphore s; thread A { acquire(s); }")), Strings({"blocked: 0 sem-wait @0"}));
}
TEST(Semaphores, release_enables_those_who_wait) {
  EXPECT_EQ(steps(run("semaphore s; thread A { acquire(s); } thread B { release(s); }")),
            Strings({"1 sem-post @0 0->1", "0 sem-wait @0 1->0"}));
}
TEST(Semaphores, the_last_one_disables_the_others) {
  EXPECT_EQ(pending(run("semaphore s = 1; thread A { acquire(s); } thread B { acquire(s); }")),
            Strings({"blocked: 1 sem-wait @0"}));
}
TEST(Semaphores, tryacquire_takes_one_if_there_is_one) {
  EXPECT_EQ(steps(run("semaphore s = 1; shared r; thread A { r = tryacquire(s); }")),
            Strings({"0 sem-trywait @0 1->0", "0 write @1 0->1"}));
}
TEST(Semaphores, tryacquire_observes_if_there_is_none) {
  const trace::Trace t = run("semaphore s; shared r = 3; thread A { r = tryacquire(s); }");
  EXPECT_EQ(steps(t), Strings({"0 sem-trywait @0", "0 write @1 3->0"}));
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kObserve);
}

TEST(Barriers, arrive_is_two_steps_and_the_last_arrival_opens) {
  const trace::Trace t = run("barrier b(2); thread A { arrive(b); } thread B { arrive(b); }");
  EXPECT_EQ(steps(t), Strings({"0 arrive @0 0->1", "1 arrive @0 1->0", "1 leave @0", "0 leave @0"}));
  EXPECT_EQ(t.operations[0].operand, 2);
  EXPECT_EQ(t.operations[2].effect, trace::Effect::kNone);
}
TEST(Barriers, a_thread_waits_until_its_group_is_whole) {
  EXPECT_EQ(pending(run("barrier b(2); thread A { arrive(b); }")), Strings({"blocked: 0 leave @0"}));
}
TEST(Barriers, a_barrier_can_be_used_again) {
  EXPECT_EQ(run("barrier b(2); thread A { arrive(b); arrive(b); } thread B { arrive(b); arrive(b); }").outcome,
            Outcome::kFinished);
}
TEST(Barriers, a_group_of_one_never_waits) {
  EXPECT_EQ(steps(run("barrier b(1); thread A { arrive(b); }")), Strings({"0 arrive @0", "0 leave @0"}));
}

TEST(Inputs, an_input_without_a_domain_is_a_local_operation) {
  trace::Test test;
  test.inputs = {{trace::ThreadId(0), 0, 41}};
  EXPECT_EQ(operations(run("shared r; thread A { r = input + 1; }", test)),
            Strings({"0 input 0->41", "0 write @0 0->42", "0 exit"}));
}
TEST(Inputs, an_input_that_the_test_does_not_mention_is_zero) {
  EXPECT_EQ(steps(run("shared r = 1; thread A { r = input; }")), Strings({"0 write @0 1->0"}));
}
TEST(Inputs, inputs_are_numbered_by_thread_and_may_come_in_any_order) {
  trace::Test test;
  test.inputs = {{trace::ThreadId(1), 0, 30}, {trace::ThreadId(0), 1, 20}, {trace::ThreadId(0), 0, 10}};
  EXPECT_EQ(steps(run("shared r; thread A { r = input; r = input(); } thread B { r = input; }", test)),
            Strings({"0 write @0 0->10", "0 write @0 10->20", "1 write @0 20->30"}));
}
TEST(Inputs, an_input_is_cut_to_32_bits) {
  trace::Test test;
  test.inputs = {{trace::ThreadId(0), 0, (std::int64_t{1} << 32) + 5}};
  EXPECT_EQ(steps(run("shared r; thread A { r = input; }", test)), Strings({"0 write @0 0->5"}));
}
TEST(Inputs, an_input_with_a_domain_is_a_choice) {
  trace::Test test;
  test.schedule = {choosing(0, 2)};
  const trace::Trace t = run("shared r; thread A { r = input(-1, 3); }", test);
  EXPECT_EQ(steps(t), Strings({"0 choose #2 0->1", "0 write @0 0->1"}));
  const trace::Domain d = trace::unpack_domain(t.operations[0].operand);
  EXPECT_EQ(d.low, -1);
  EXPECT_EQ(d.high, 3);
  EXPECT_FALSE(t.operations[0].location.valid());
}
TEST(Inputs, a_choice_that_is_left_open_is_the_first) {
  EXPECT_EQ(steps(run("thread A { local a = input(5, 9); }")), Strings({"0 choose #0 0->5"}));
}

}  // namespace
}  // namespace heddle::model
