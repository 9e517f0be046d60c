#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

using trace::Outcome;
using trace::ThreadId;

Strings thread_names(const trace::Executor& executor) {
  Strings result;
  for (const auto& t : executor.names().threads) result.push_back(t.name);
  return result;
}

TEST(Threads, static_threads_are_numbered_in_the_order_of_the_text) {
  EXPECT_EQ(thread_names(*compiled("thread B { skip; } thread A[i : 2] { skip; } thread C { skip; }")),
            Strings({"B", "A[0]", "A[1]", "C"}));
}
TEST(Threads, a_replicated_thread_knows_its_index) {
  EXPECT_EQ(steps(run("shared a[3]; thread T[i : 3] { a[i] = i + 10; }")),
            Strings({"0 write @0 0->10", "1 write @1 0->11", "2 write @2 0->12"}));
}
TEST(Threads, a_replicated_thread_may_be_left_out) {
  EXPECT_EQ(thread_names(*compiled("const N = 0; thread T[i : N] { skip; } thread A { skip; }")), Strings({"A"}));
}
TEST(Threads, initial_local_code_runs_at_the_start_in_the_order_of_threads) {
  EXPECT_EQ(operations(run("shared x; thread A { assert(1); x = 1; } thread B { assert(2); x = 2; }")),
            Strings({"0 assert 0->1", "1 assert 0->1", "0 write @0 0->1", "0 exit", "1 write @0 1->2", "1 exit"}));
}
TEST(Threads, a_thread_without_steps_ends_at_the_start) {
  EXPECT_EQ(operations(run("shared x; thread A { x = 1; } thread B { skip; }")),
            Strings({"1 exit", "0 write @0 0->1", "0 exit"}));
}

constexpr std::string_view kSpawn =
    "shared x; proc worker(k, l) { x = k * 10 + l; } "
    "thread T { local t = spawn worker(4, 2); join(t); x = 1; }";

TEST(Spawn, create_and_join_name_the_thread_and_have_no_location) {
  const trace::Trace t = run(kSpawn);
  EXPECT_EQ(steps(t), Strings({"0 create #1", "1 write @0 0->42", "0 join #1", "0 write @0 42->1"}));
  EXPECT_EQ(t.operations[0].effect, trace::Effect::kNone);
  EXPECT_EQ(t.operations[3].kind, trace::OpKind::kJoin);
  EXPECT_EQ(t.operations[3].effect, trace::Effect::kNone);
  EXPECT_EQ(t.outcome, Outcome::kFinished);
}
TEST(Spawn, a_join_waits_for_the_end) {
  trace::Test test = schedule({0});
  test.sleep = kEverybody;
  EXPECT_EQ(pending(run(kSpawn, test)), Strings({"blocked: 0 join #1", "asleep: 1 write @0"}));
}
TEST(Spawn, the_initial_local_code_of_a_created_thread_belongs_to_the_creation) {
  EXPECT_EQ(operations(run("proc p() { assert(1); } thread T { spawn p(); }")),
            Strings({"0 create #1", "1 assert 0->1", "1 exit", "0 exit"}));
}
TEST(Spawn, arguments_are_read_before_the_creation) {
  EXPECT_EQ(steps(run("shared x = 3, y; proc p(a) { y = a; } thread T { spawn p(x + 1); }")),
            Strings({"0 read @0 3->3", "0 create #1", "1 write @1 0->4"}));
}
TEST(Spawn, a_created_thread_is_named_by_its_proc_and_parent) {
  const auto executor = compiled("proc q() { skip; } proc p() { spawn q(); } thread T { spawn p(); spawn p(); }");
  run(*executor);
  EXPECT_EQ(thread_names(*executor), Strings({"T", "p#T.0", "q#T.0.0", "p#T.1", "q#T.1.0"}));
}
TEST(Spawn, a_created_thread_that_runs_different_procs_has_both_names) {
  const auto executor =
      compiled("proc p() { skip; } proc q() { skip; } thread T { if (input(0, 1)) spawn p(); else spawn q(); }");
  run(*executor);
  trace::Test test;
  test.schedule = {choosing(0, 1)};
  run(*executor, test);
  EXPECT_EQ(thread_names(*executor), Strings({"T", "q|p#T.0"}));
}

constexpr std::string_view kTwoParents =
    "shared x; proc p() { x = 1; } thread A { spawn p(); spawn p(); } thread B { spawn p(); }";

TEST(Spawn, a_thread_has_the_same_id_in_every_run) {
  const auto executor = compiled(kTwoParents);
  run(*executor, schedule({0, 0, 1}));
  const Strings names = thread_names(*executor);
  const trace::Trace other = run(*executor, schedule({1, 0, 0}));
  EXPECT_EQ(thread_names(*executor), names);
  EXPECT_EQ(names.at(static_cast<std::size_t>(other.operations[0].choice)), "p#B.0");
}
TEST(Spawn, interning_gives_threads_the_next_free_ids) {
  const auto executor = compiled("shared x; proc p() { x = 1; } thread A { x = 0; spawn p(); x = 2; spawn p(); }");
  EXPECT_EQ(executor->intern_thread(ThreadId(0), 1), ThreadId(1));
  EXPECT_EQ(executor->intern_thread(ThreadId(0), 0), ThreadId(2));
  run(*executor);
  EXPECT_EQ(thread_names(*executor), Strings({"A", "p#A.1", "p#A.0"}));
}
TEST(Spawn, interning_a_known_thread_gives_its_id) {
  const auto executor = compiled(kTwoParents);
  run(*executor);
  const std::size_t count = executor->names().threads.size();
  EXPECT_LT(executor->intern_thread(ThreadId(0), 1).index(), count);
  EXPECT_EQ(executor->names().threads.size(), count);
}
TEST(Spawn, interning_refuses_what_cannot_be_a_thread) {
  const auto executor = compiled(kTwoParents);
  EXPECT_FALSE(executor->intern_thread(ThreadId(40), 0).valid());
  EXPECT_FALSE(executor->intern_thread(ThreadId(0), 1000000).valid());
}
TEST(Spawn, names_know_the_parent_and_the_number) {
  const auto executor = compiled(kSpawn);
  run(*executor);
  EXPECT_EQ(executor->names().threads[1].parent, ThreadId(0));
  EXPECT_EQ(executor->names().threads[1].nth, 0U);
}
TEST(Spawn, what_would_start_too_many_threads_stops_there) {
  const auto executor = compiled("shared x; proc p() { skip; } thread T { while (1) spawn p(); } thread U { x = 1; }");
  trace::Test test;
  test.depth = 2 * trace::kMaxThreads;
  const trace::Trace t = run(*executor, test);
  EXPECT_EQ(t.outcome, Outcome::kTooManyThreads);
  EXPECT_EQ(steps(t).size(), trace::kMaxThreads - 1);  // the others continue: 1022 creations and one write
  EXPECT_EQ(pending(t), Strings({"beyond: 0 create"}));
}

TEST(Join, a_handle_may_come_through_a_shared_variable) {
  EXPECT_EQ(
      run("shared h; proc p() { skip; } thread A { h = spawn p(); } thread B { local t = h; if (t != 0) join(t); }")
          .outcome,
      Outcome::kFinished);
}
TEST(Join, a_static_thread_is_joined_by_its_name) {
  EXPECT_EQ(
      steps(run(
          "shared x, a[2]; thread main { join(T); join(W[1]); } thread T { x = 1; } thread W[i : 2] { a[i] = 1; }")),
      Strings({"1 write @0 0->1", "0 join #1", "2 write @1 0->1", "3 write @2 0->1", "0 join #3"}));
}
TEST(Join, joining_oneself_blocks_forever) { EXPECT_EQ(run("thread T { join(T); }").outcome, Outcome::kDeadlock); }
TEST(Join, joining_a_number_that_is_no_thread_fails) {
  EXPECT_EQ(failures(run("thread T { join(7); }")), Strings({"0 bad-join"}));
  EXPECT_EQ(failures(run("thread T { join(-1); }")), Strings({"0 bad-join"}));
  EXPECT_EQ(failures(run("thread T { join(1000); }")), Strings({"0 bad-join"}));
}
TEST(Join, a_guessed_handle_fails_in_every_order) {
  constexpr std::string_view kGuess =
      "shared x, y; proc p() { skip; } thread A { spawn p(); x = 1; } thread B { local a = y; join(2); }";
  EXPECT_EQ(failures(run(kGuess, schedule({0, 1}))), Strings({"1 bad-join"}));
  EXPECT_EQ(failures(run(kGuess, schedule({1, 0}))), Strings({"1 bad-join"}));
}
TEST(Join, a_thread_that_failed_does_not_end) {
  const trace::Trace t = run("proc p() { error; } thread T { join(spawn p()); }");
  EXPECT_EQ(pending(t), Strings({"blocked: 0 join #1", "failed: 1 exit"}));
  EXPECT_EQ(t.outcome, Outcome::kFailed);
}

}  // namespace
}  // namespace heddle::model
