// The numbers of traces and events that are the same for every correct implementation, by running all
// interleavings: the reference for the faster strategies, on programs small enough for it.

#include <gtest/gtest.h>

#include "tests/differential/exhaust.h"
#include "tests/differential/observations.h"
#include "tests/papers/programs.h"

namespace heddle::papers {
namespace {

using differential::exhaust;
using differential::Observations;

TEST(Counts, readers_have_2_to_the_n_traces_and_linearly_many_contextual_events) {
  for (std::int64_t n = 1; n <= 6; ++n) {
    const Observations o = exhaust(kReaders, {{"N", n}});
    const std::uint64_t power = 1ULL << n;
    EXPECT_EQ(o.traces.size(), power);
    EXPECT_EQ(o.replicated_events.size(), power + n + n * power / 2);
    EXPECT_EQ(o.contextual_events.size(), 2U * n + 1);
  }
}

TEST(Counts, iriw_with_a_message_has_30_traces_88_events_and_37_contextual_ones) {
  const Observations o = exhaust(kIriwWithMessage);
  EXPECT_EQ(o.traces.size(), 30U);
  EXPECT_EQ(o.replicated_events.size(), 88U);
  EXPECT_EQ(o.contextual_events.size(), 37U);
}

TEST(Counts, lastzero_4_agrees_with_the_pattern_of_5_and_8) {
  const Observations o = exhaust(kLastZero, {{"N", 4}});
  EXPECT_EQ(o.traces.size(), 28U);
  EXPECT_TRUE(o.complete());
}

TEST(Counts, a_single_lock_orders_everything_so_interleavings_are_traces) {
  const Observations o = exhaust(kSingleLock);
  EXPECT_EQ(o.result.tests, 2520U);
  EXPECT_EQ(o.traces.size(), 2520U);
  EXPECT_EQ(o.replicated_events.size(), 29456U);
  EXPECT_EQ(o.contextual_events.size(), 29456U);
}

TEST(Counts, pairs_have_2_to_the_n_traces_and_4_events_each) {
  for (std::int64_t n = 1; n <= 3; ++n) {
    const Observations o = exhaust(kPairs, {{"N", n}});
    EXPECT_EQ(o.traces.size(), 1ULL << n);
    EXPECT_EQ(o.replicated_events.size(), 4U * n);
    EXPECT_EQ(o.contextual_events.size(), 3U * n);
  }
}

}  // namespace
}  // namespace heddle::papers
