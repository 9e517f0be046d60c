// Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction (2017).
// Optimality: each Mazurkiewicz trace is run once, and no run is blocked. The numbers of traces are known.

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/environment.h"
#include "tests/differential/observations.h"
#include "tests/papers/programs.h"

namespace heddle::papers {
namespace {

using differential::compile;
using differential::Observations;
using Definitions = std::map<std::string, std::int64_t>;

// Explores with the optimal reduction and checks that nothing was run twice.
Observations run_all(std::string_view source, const Definitions& definitions = {}) {
  const auto executor = compile(source, definitions);
  Observations o = differential::observe(*executor, "dpor", {}, {.states = false});
  EXPECT_EQ(o.result.tests, o.traces.size());
  EXPECT_EQ(o.result.progress.traces, o.traces.size());
  EXPECT_EQ(o.result.progress.deadlocks, o.deadlocks.size());
  EXPECT_EQ(o.result.progress.blocked, 0U);
  EXPECT_TRUE(o.complete());
  return o;
}

std::uint64_t traces(std::string_view source, const Definitions& definitions = {}) {
  return run_all(source, definitions).traces.size();
}

TEST(Jacm2017, fib_bench_has_1698_and_19605_traces) {
  EXPECT_EQ(traces(kFibBench, {{"N", 3}}), 1698U);
  EXPECT_EQ(traces(kFibBench, {{"N", 4}}), 19605U);
}

TEST(Jacm2017, fib_bench_5_has_218243_traces) {
  if (differential::twins_every() != 1) GTEST_SKIP() << "runs in the release build";
  EXPECT_EQ(traces(kFibBench, {{"N", 5}}), 218243U);
}

TEST(Jacm2017, dining_philosophers_who_eat_twice_deadlock_in_some_traces) {
  const std::vector<std::pair<std::size_t, std::size_t>> expected = {{106, 16}, {831, 45}, {5851, 121}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Observations o = run_all(kDining, {{"P", static_cast<std::int64_t>(3 + i)}});
    EXPECT_EQ(o.traces.size(), expected[i].first);
    EXPECT_EQ(o.deadlocks.size(), expected[i].second);
  }
}

TEST(Jacm2017, a_single_lock_has_a_trace_for_every_order_of_its_sections) {
  EXPECT_EQ(traces(kSingleLock, {{"T", 4}, {"S", 2}}), 2520U);
}

TEST(Jacm2017, readers_have_2_to_the_n_traces) {
  for (std::int64_t n = 1; n <= 10; ++n) EXPECT_EQ(traces(kReaders, {{"N", n}}), 1ULL << n);
}

TEST(Jacm2017, pairs_have_2_to_the_n_traces) {
  for (std::int64_t n = 1; n <= 8; ++n) EXPECT_EQ(traces(kPairs, {{"N", n}}), 1ULL << n);
}

TEST(Jacm2017, lastzero_has_64_and_704_traces) {
  EXPECT_EQ(traces(kLastZero, {{"N", 5}}), 64U);
  EXPECT_EQ(traces(kLastZero, {{"N", 8}}), 704U);
}

TEST(Jacm2017, iriw_with_a_message_has_30_traces) { EXPECT_EQ(traces(kIriwWithMessage), 30U); }

TEST(Jacm2017, filesystem_has_a_factor_of_two_for_each_thread_above_13) {
  for (std::int64_t n = 12; n <= 19; ++n) EXPECT_EQ(traces(kFilesystem, {{"N", n}}), n <= 13 ? 1U : 1ULL << (n - 13));
}

TEST(Jacm2017, indexer_has_8_and_4096_traces) {
  EXPECT_EQ(traces(kIndexer, {{"N", 11}}), 1U);
  EXPECT_EQ(traces(kIndexer, {{"N", 12}}), 8U);
  EXPECT_EQ(traces(kIndexer, {{"N", 15}}), 4096U);
}

}  // namespace
}  // namespace heddle::papers
