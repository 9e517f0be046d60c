#include "unfolding/extensions.h"

#include <gtest/gtest.h>

#include "tests/differential/environment.h"
#include "tests/differential/observations.h"
#include "tests/unit/trace/trace_builder.h"
#include "tests/unit/unfolding/explored.h"
#include "unfolding/naive_extensions.h"

namespace heddle::unfolding {
namespace {

using trace::OpKind;

std::uint64_t extensions(const BranchingProcess& process) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < process.size(); ++i) count += process[EventId(i)].executed() ? 0 : 1;
  return count;
}

// With HEDDLE_TWINS_EVERY, after that many tests. Each program begins to count at a different test.
TEST(Extensions, are_those_of_the_naive_algorithm_after_every_test) {
  const std::uint64_t every = differential::twins_every();
  std::uint64_t tests = 0;
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    for (const std::string_view source : kSmallPrograms) {
      Explored program(source, net);
      while (program.step()) {
        if (++tests % every != 0) continue;
        ASSERT_EQ(NaiveExtensions(program.process()).difference(), "") << source;
      }
      ASSERT_EQ(NaiveExtensions(program.process()).difference(), "") << source;
    }
  }
}

TEST(Extensions, executed_to_the_end_are_the_events_of_all_interleavings) {
  for (const std::string_view source : kSmallPrograms) {
    const auto executor = differential::compile(source);
    const auto all = differential::observe(*executor, "exhaustive", {}, {.events = true});
    EXPECT_EQ(Explored(source).explore().unfolding().event_count(), all.contextual_events.size()) << source;
    EXPECT_EQ(Explored(source, Net::kPlaceReplicated).explore().unfolding().event_count(), all.replicated_events.size())
        << source;
  }
}

// The release of the lock by t comes after the failed try-lock of s, which has signalled twice before: so at its
// wake-up t knows the signal that woke it, and the later one that woke u.
TEST(Extensions, the_waker_of_a_wait_may_be_in_its_past_with_later_versions_behind_it) {
  Explored program(R"(
lock m, n;
cond c;
thread t { lock(m); wait(c, m); }
thread u { lock(n); wait(c, n); }
thread s { signal(c); signal(c); local a = trylock(m); }
)",
                   Net::kPlaceReplicated);
  while (program.step()) {
    if (program.process().size() < 60) {
      ASSERT_EQ(NaiveExtensions(program.process()).difference(), "");
    }
  }
  EXPECT_EQ(program.unfolding().event_count(), 176U);
}

TEST(Extensions, a_thread_waits_at_a_held_lock_for_the_version_that_frees_it) {
  Explored program("lock m; thread a { lock(m); unlock(m); } thread b { lock(m); }");
  program.explore();
  // a: lock, unlock; b: lock first, lock after the unlock. When b is first, a never gets the lock.
  EXPECT_EQ(program.unfolding().event_count(), 4U);
}

TEST(Extensions, a_signal_has_one_outcome_for_each_waiting_thread) {
  Explored program("lock m[2]; cond c; thread t[i : 2] { lock(m[i]); wait(c, m[i]); } thread s { signal(c); }");
  program.explore();
  std::set<std::int32_t> outcomes;
  for (std::size_t i = 0; i < program.process().size(); ++i) {
    const Event& event = program.process()[EventId(i)];
    if (event.parent.valid() && program.process().operation(EventId(i)).kind == OpKind::kSignal) {
      outcomes.insert(event.choice);
    }
  }
  EXPECT_EQ(outcomes, (std::set<std::int32_t>{trace::kNoChoice, 0, 1}));
}

TEST(Extensions, a_thread_without_operations_can_be_joined) {
  Explored program("shared x; proc p() { } thread main { local h = spawn p(); join(h); x = 1; }");
  program.explore();
  EXPECT_EQ(program.unfolding().event_count(), 3U);
}

TEST(Extensions, a_decision_has_the_outcomes_that_the_solver_knows) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    const std::vector<std::int32_t> outcomes = {0, 1};
    Unfolding unfolding(net, {[](trace::LocationId) { return 0; }, [&](EventId) { return std::span(outcomes); }});
    trace::TraceBuilder first;
    first.step(0, OpKind::kBranch, -1, 0, 1).step(0, OpKind::kWrite, 0, 5).exit(0);
    unfolding.observe(first.trace(), {});
    EXPECT_EQ(unfolding.event_count(), 2U);
    EXPECT_EQ(extensions(unfolding.process()), 1U);
    EXPECT_EQ(NaiveExtensions(unfolding.process()).difference(), "");
    trace::TraceBuilder second;
    second.step(0, OpKind::kBranch, -1, 0, 0).exit(0);
    unfolding.observe(second.trace(), {});
    EXPECT_EQ(unfolding.event_count(), 3U);
    EXPECT_EQ(extensions(unfolding.process()), 0U);
  }
}

}  // namespace
}  // namespace heddle::unfolding
