#include "trace/identity.h"

#include <gtest/gtest.h>

#include <set>

#include "trace_builder.h"

namespace heddle::trace {
namespace {

using enum OpKind;
using Hashes = std::set<base::Hash128>;

Hashes event_set(const Trace& trace, Net net) {
  Identity identity;
  const auto events = identity.events(trace, net);
  return {events.begin(), events.end()};
}

base::Hash128 mazurkiewicz(const TraceBuilder& b) { return Identity().mazurkiewicz(b.trace()); }

TEST(Identity, independent_steps_in_either_order_are_the_same_trace_and_the_same_events) {
  TraceBuilder a;
  a.step(0, kRead, 0).exit(0).step(1, kRead, 0).step(1, kWrite, 1, 7).exit(1);
  TraceBuilder b;
  b.step(1, kRead, 0).step(1, kWrite, 1, 7).exit(1).step(0, kRead, 0).exit(0);
  EXPECT_EQ(mazurkiewicz(a), mazurkiewicz(b));
  EXPECT_EQ(event_set(a.trace(), Net::kContextual), event_set(b.trace(), Net::kContextual));
  EXPECT_EQ(event_set(a.trace(), Net::kPlaceReplicated), event_set(b.trace(), Net::kPlaceReplicated));
}

TEST(Identity, a_read_before_and_after_a_write_are_different_events_and_different_traces) {
  TraceBuilder a;
  a.step(0, kRead, 0).exit(0).step(1, kWrite, 0, 1).exit(1);
  TraceBuilder b;
  b.step(1, kWrite, 0, 1).exit(1).step(0, kRead, 0).exit(0);
  EXPECT_NE(mazurkiewicz(a), mazurkiewicz(b));

  // The write depends on the read in the place-replicated net only.
  Identity identity;
  const base::Hash128 write_after_read = identity.events(a.trace(), Net::kContextual)[1];
  EXPECT_EQ(write_after_read, identity.events(b.trace(), Net::kContextual)[0]);
  const base::Hash128 replicated = identity.events(a.trace(), Net::kPlaceReplicated)[1];
  EXPECT_NE(replicated, identity.events(b.trace(), Net::kPlaceReplicated)[0]);
}

TEST(Identity, the_values_that_are_written_do_not_make_events_different) {
  TraceBuilder a;
  a.step(0, kWrite, 0, 1);
  TraceBuilder b;
  b.step(0, kWrite, 0, 2);
  EXPECT_EQ(event_set(a.trace(), Net::kContextual), event_set(b.trace(), Net::kContextual));
  EXPECT_NE(Identity().final_state(a.trace()), Identity().final_state(b.trace()));
}

TEST(Identity, how_a_thread_ended_is_part_of_the_trace) {
  TraceBuilder a;
  a.step(0, kWrite, 0, 1).exit(0);
  TraceBuilder b;
  b.step(0, kWrite, 0, 1).pending(Pending::Why::kFailed, 0, kExit);
  EXPECT_NE(mazurkiewicz(a), mazurkiewicz(b));
  EXPECT_NE(Identity().final_state(a.trace()), Identity().final_state(b.trace()));
}

TEST(Identity, a_created_thread_is_the_same_under_any_thread_number) {
  TraceBuilder a;
  a.step(0, kCreate, -1, 0, 2).step(1, kCreate, -1, 0, 3).exit(0).exit(1);
  a.step(2, kWrite, 0, 1).exit(2).step(3, kWrite, 0, 2).exit(3);
  TraceBuilder b;
  b.step(1, kCreate, -1, 0, 2).step(0, kCreate, -1, 0, 3).exit(0).exit(1);
  b.step(3, kWrite, 0, 1).exit(3).step(2, kWrite, 0, 2).exit(2);
  EXPECT_EQ(mazurkiewicz(a), mazurkiewicz(b));
  EXPECT_EQ(event_set(a.trace(), Net::kContextual), event_set(b.trace(), Net::kContextual));
}

TEST(Identity, the_second_child_is_not_the_first) {
  TraceBuilder a;
  a.step(0, kCreate, -1, 0, 1).step(0, kCreate, -1, 0, 2).exit(0).step(1, kWrite, 0, 1).exit(1).exit(2);
  TraceBuilder b;
  b.step(0, kCreate, -1, 0, 1).step(0, kCreate, -1, 0, 2).exit(0).step(2, kWrite, 0, 1).exit(2).exit(1);
  EXPECT_NE(mazurkiewicz(a), mazurkiewicz(b));
}

TEST(Identity, a_join_depends_on_the_last_event_of_the_joined_thread) {
  TraceBuilder a;
  a.step(1, kRead, 0).exit(1).step(0, kJoin, -1, 0, 1).exit(0).step(2, kWrite, 0, 1).exit(2);
  TraceBuilder b;
  b.step(2, kWrite, 0, 1).exit(2).step(1, kRead, 0).exit(1).step(0, kJoin, -1, 0, 1).exit(0);
  Identity identity;
  const base::Hash128 join_in_a = identity.events(a.trace(), Net::kContextual)[1];
  EXPECT_NE(join_in_a, identity.events(b.trace(), Net::kContextual)[2]);
}

TEST(Identity, a_wake_depends_on_the_signal_that_chose_it) {
  // Two threads wait on the condition variable 0; the same signal wakes one or the other.
  const auto build = [](std::int32_t chosen) {
    TraceBuilder b;
    b.step(0, kWait, 0).step(1, kWait, 0).step(2, kSignal, 0, 0, chosen).exit(2);
    b.step(chosen, kWake).exit(chosen).pending(Pending::Why::kBlocked, 1 - chosen, kWake);
    return b;
  };
  EXPECT_NE(mazurkiewicz(build(0)), mazurkiewicz(build(1)));
  Identity identity;
  TraceBuilder other_signal;
  other_signal.step(0, kWait, 0).step(1, kWait, 0).step(3, kSignal, 0, 0, 0).step(0, kWake);
  const base::Hash128 woken_by_2 = identity.events(build(0).trace(), Net::kContextual)[3];
  EXPECT_NE(woken_by_2, identity.events(other_signal.trace(), Net::kContextual)[3]);
}

TEST(Identity, a_local_state_is_what_the_thread_itself_has_seen) {
  // Thread 0 reads 0 either before the write of 5 or after x is 0 again: one local state, two events.
  TraceBuilder a;
  a.step(0, kRead, 0).step(1, kWrite, 0, 5).step(1, kWrite, 0, 0);
  TraceBuilder b;
  b.step(1, kWrite, 0, 5).step(1, kWrite, 0, 0).step(0, kRead, 0);
  TraceBuilder c;
  c.step(1, kWrite, 0, 5).step(0, kRead, 0).step(1, kWrite, 0, 0);
  Identity identity;
  const base::Hash128 a_read = identity.local_states(a.trace())[0];
  EXPECT_EQ(a_read, identity.local_states(b.trace())[2]);
  EXPECT_NE(a_read, identity.local_states(c.trace())[1]);
  const base::Hash128 a_event = identity.events(a.trace(), Net::kContextual)[0];
  EXPECT_NE(a_event, identity.events(b.trace(), Net::kContextual)[2]);
}

TEST(Identity, an_object_is_reused_without_memory_of_earlier_traces) {
  TraceBuilder a;
  a.step(0, kWrite, 3, 1).step(1, kRead, 3).step(1, kWrite, 3, 4);
  TraceBuilder b;
  b.step(1, kRead, 3).step(1, kWrite, 3, 4).step(0, kWrite, 3, 1);
  Identity reused;
  const base::Hash128 first = reused.mazurkiewicz(a.trace());
  reused.events(b.trace(), Net::kPlaceReplicated);
  reused.final_state(b.trace());
  EXPECT_EQ(reused.mazurkiewicz(a.trace()), first);
  EXPECT_EQ(reused.mazurkiewicz(b.trace()), mazurkiewicz(b));
}

}  // namespace
}  // namespace heddle::trace
