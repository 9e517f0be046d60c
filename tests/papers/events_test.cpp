// The numbers of events of the two unfoldings, as the numbers of different event hashes over all Mazurkiewicz traces.
// Canonical: every strategy that builds an unfolding must arrive at the same numbers.

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/environment.h"
#include "tests/differential/observations.h"
#include "tests/papers/programs.h"

namespace heddle::papers {
namespace {

struct Counts {
  std::uint64_t traces;
  std::uint64_t replicated;
  std::uint64_t contextual;

  friend bool operator==(const Counts&, const Counts&) = default;
  friend void PrintTo(const Counts& c, std::ostream* out) {
    *out << c.traces << " traces, " << c.replicated << " place-replicated and " << c.contextual << " contextual events";
  }
};

Counts count(std::string_view source, const std::map<std::string, std::int64_t>& definitions = {}) {
  const auto executor = differential::compile(source, definitions);
  const auto o = differential::observe(*executor, "dpor", {}, {.states = false, .events = true});
  return {o.traces.size(), o.replicated_events.size(), o.contextual_events.size()};
}

TEST(Events, of_fib_bench) {
  EXPECT_EQ(count(kFibBench, {{"N", 3}}), (Counts{1698, 7125, 1048}));
  EXPECT_EQ(count(kFibBench, {{"N", 4}}), (Counts{19605, 87454, 9110}));
  if (differential::twins_every() != 1) return;  // the release build goes on
  EXPECT_EQ(count(kFibBench, {{"N", 5}}), (Counts{218243, 1016553, 81137}));
}

TEST(Events, of_dining_philosophers) {
  EXPECT_EQ(count(kDining, {{"P", 3}}), (Counts{106, 975, 975}));
  EXPECT_EQ(count(kDining, {{"P", 4}}), (Counts{831, 8044, 8044}));
  EXPECT_EQ(count(kDining, {{"P", 5}}), (Counts{5851, 52880, 52880}));
}

TEST(Events, of_a_single_lock) { EXPECT_EQ(count(kSingleLock), (Counts{2520, 29456, 29456})); }

TEST(Events, of_readers) {
  for (std::uint64_t n = 1; n <= 10; ++n) {
    const std::uint64_t power = 1ULL << n;
    EXPECT_EQ(count(kReaders, {{"N", n}}), (Counts{power, power + n + n * power / 2, 2 * n + 1}));
  }
}

TEST(Events, of_lastzero) {
  EXPECT_EQ(count(kLastZero, {{"N", 5}}), (Counts{64, 160, 119}));
  EXPECT_EQ(count(kLastZero, {{"N", 8}}), (Counts{704, 1113, 830}));
}

// Checking forks of versions alone would accept one contextual event too many.
TEST(Events, of_iriw_with_a_message) { EXPECT_EQ(count(kIriwWithMessage), (Counts{30, 88, 37})); }

}  // namespace
}  // namespace heddle::papers
