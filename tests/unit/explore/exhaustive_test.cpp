#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/exhaust.h"
#include "tests/differential/observations.h"

namespace heddle::explore {
namespace {

using differential::compile;
using differential::exhaust;
using differential::Observations;

// limit: `exhaustive` runs every interleaving: for programs with a few dozen steps.
TEST(Exhaustive, runs_every_interleaving_of_two_times_two_reads) {
  // 4! / (2! 2!) interleavings, all of them one trace.
  const Observations o = exhaust("shared x; thread t[i : 2] { local a = x; a = x; }");
  EXPECT_EQ(o.result.tests, 6U);
  EXPECT_EQ(o.traces.size(), 1U);
  EXPECT_EQ(o.result.progress.traces, 1U);
}

TEST(Exhaustive, runs_every_interleaving_of_three_writes) {
  const Observations o = exhaust("shared x; thread t[i : 3] { x = i; }");
  EXPECT_EQ(o.result.tests, 6U);
  EXPECT_EQ(o.traces.size(), 6U);
  EXPECT_EQ(o.final_states.size(), 3U);
}

TEST(Exhaustive, tries_all_values_of_inputs) {
  const Observations o = exhaust("shared x; thread t { local a = input(-1, 1); local b = input(0, 1); x = a + b; }");
  EXPECT_EQ(o.result.tests, 6U);
  EXPECT_EQ(o.traces.size(), 6U);
  EXPECT_EQ(o.final_states.size(), 4U);
}

TEST(Exhaustive, tries_every_waiting_thread_for_a_signal) {
  // Both wait; the semaphore makes sure of it. Either can be woken, the other waits for ever.
  const Observations o = exhaust(R"(
lock m; cond c; semaphore s = 0;
thread w[i : 2] { lock(m); release(s); wait(c, m); unlock(m); }
thread t { acquire(s); acquire(s); lock(m); signal(c); unlock(m); }
)");
  EXPECT_EQ(o.deadlocks.size(), o.traces.size());
  ASSERT_EQ(o.findings.size(), 1U);
  // Two orders of entering, two threads to choose, and the woken one takes the lock after the signaller.
  EXPECT_GE(o.traces.size(), 4U);
}

TEST(Exhaustive, steps_that_concern_only_their_thread_are_not_interleaved) {
  const Observations alone = exhaust("shared x; thread t[i : 3] { x = i; }");
  const Observations spawned = exhaust(R"(
shared x;
proc p(i) { x = i; }
thread t { local a = spawn p(0); local b = spawn p(1); local c = spawn p(2); join(a); join(b); join(c); }
)");
  EXPECT_EQ(spawned.result.tests, alone.result.tests);
  EXPECT_EQ(spawned.traces.size(), alone.traces.size());
}

TEST(Exhaustive, a_program_without_steps_has_one_trace) {
  const Observations o = exhaust("shared x; thread t { skip; }");
  EXPECT_EQ(o.result.tests, 1U);
  EXPECT_EQ(o.traces.size(), 1U);
}

TEST(Exhaustive, readers_and_a_writer_have_the_events_of_the_formula) {
  // readers(n): 2^n traces, 2^n + n + n 2^(n-1) place-replicated events, 2n + 1 contextual ones.
  for (std::int64_t n = 1; n <= 5; ++n) {
    const auto executor =
        compile("const N = 1; shared x; thread r[i : N] { local a = x; } thread w { x = 1; }", {{"N", n}});
    const Observations o = differential::observe(*executor, "exhaustive", {}, {.events = true});
    const std::uint64_t power = 1ULL << n;
    EXPECT_EQ(o.traces.size(), power);
    EXPECT_EQ(o.replicated_events.size(), power + n + n * power / 2);
    EXPECT_EQ(o.contextual_events.size(), 2U * n + 1);
  }
}

}  // namespace
}  // namespace heddle::explore
