// The exact numbers of events of both unfoldings, as the strategies build them from examples/, and how their numbers of
// tests compare with those of the papers (JASE 2014, Table 2; NWPT 2013, slides 39 and 40). The events are canonical.
// So are the tests of the place-replicated net on fib_bench and single_lock: there every trace ends with an event whose
// history is the whole trace, and needs a test of its own.

#include <gtest/gtest.h>

#include "tests/differential/environment.h"
#include "tests/papers/example.h"

namespace heddle::papers {
namespace {

std::uint64_t events(std::string_view name, std::string_view strategy, const Definitions& definitions = {}) {
  return explore_example(name, strategy, definitions).events;
}

TEST(UnfoldingEvents, fib_bench) {
  EXPECT_EQ(explore_example("fib_bench", "unfolding", {{"N", 3}}), (Effort{1698, 7125}));
  EXPECT_EQ(explore_example("fib_bench", "unfolding", {{"N", 4}}), (Effort{19605, 87454}));
  EXPECT_EQ(events("fib_bench", "contextual", {{"N", 3}}), 1048U);
  const Effort fib1 = explore_example("fib_bench", "contextual", {{"N", 4}});
  EXPECT_EQ(fib1.events, 9110U);
  EXPECT_LE(fib1.tests, 4959U) << "the paper's";
  const Effort fib2 = explore_example("fib_bench", "contextual", {{"N", 5}});
  EXPECT_EQ(fib2.events, 81137U);
  EXPECT_LE(fib2.tests, 46918U) << "the paper's";
}

TEST(UnfoldingEvents, fib_bench_5_place_replicated) {
  if (differential::twins_every() != 1) GTEST_SKIP() << "runs in the release build";
  EXPECT_EQ(explore_example("fib_bench", "unfolding", {{"N", 5}}), (Effort{218243, 1016553}));
}

TEST(UnfoldingEvents, dining_is_the_same_in_both_nets) {
  for (const std::string_view strategy : {"unfolding", "contextual"}) {
    EXPECT_EQ(events("dining", strategy, {{"N", 3}}), 975U);
    const Effort dining1 = explore_example("dining", strategy, {{"N", 4}});
    EXPECT_EQ(dining1.events, 8044U);
    EXPECT_LE(dining1.tests, 799U) << "the paper's";
    const Effort dining2 = explore_example("dining", strategy, {{"N", 5}});
    EXPECT_EQ(dining2.events, 52880U);
    EXPECT_LE(dining2.tests, 5747U) << "the paper's";
  }
}

TEST(UnfoldingEvents, single_lock_is_the_same_in_both_nets) {
  for (const std::string_view strategy : {"unfolding", "contextual"}) {
    EXPECT_EQ(explore_example("single_lock", strategy), (Effort{2520, 29456}));
  }
}

TEST(UnfoldingEvents, readers_are_exponential_place_replicated_and_linear_contextual) {
  for (std::uint64_t n = 1; n <= 10; ++n) {
    const std::uint64_t power = 1ULL << n;
    const Definitions size = {{"N", static_cast<std::int64_t>(n)}};
    EXPECT_EQ(explore_example("readers", "unfolding", size), (Effort{power, power + n + n * power / 2}));
    EXPECT_EQ(explore_example("readers", "contextual", size), (Effort{2, 2 * n + 1}));
  }
}

TEST(UnfoldingEvents, lastzero) {
  EXPECT_EQ(events("lastzero", "unfolding", {{"N", 5}}), 160U);
  EXPECT_EQ(events("lastzero", "unfolding", {{"N", 8}}), 1113U);
  EXPECT_EQ(events("lastzero", "contextual", {{"N", 5}}), 119U);
  EXPECT_EQ(events("lastzero", "contextual", {{"N", 8}}), 830U);
}

// Checking forks of versions alone would accept 38.
TEST(UnfoldingEvents, iriw_with_a_message) {
  EXPECT_EQ(events("iriw", "unfolding"), 88U);
  EXPECT_EQ(events("iriw", "contextual"), 37U);
}

// JASE 2014, section 2.3: two tests are enough for pairs of threads, however many there are; the papers need 7 for 10.
TEST(UnfoldingEvents, pairs_take_two_tests_where_every_trace_would_be_1024) {
  EXPECT_EQ(explore_example("pairs", "unfolding", {{"N", 10}}), (Effort{2, 40}));
  EXPECT_EQ(explore_example("pairs", "contextual", {{"N", 10}}), (Effort{2, 30}));
}

}  // namespace
}  // namespace heddle::papers
