// The optimal reduction against DPOR-2, on random programs with too many interleavings to run them all.
//   HEDDLE_DIFFERENTIAL_LARGE   how many programs (default 400)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <gtest/gtest.h>

#include <string>

#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"

namespace heddle::differential::dpor_test {
namespace {

constexpr std::uint64_t kParts = 4;  // CTest tests into which the programs are divided
constexpr std::uint64_t kMaxTraces = 3'000;
constexpr std::uint64_t kMaxTests = 100'000;
constexpr Size kSize = {.interleavings = 1e9, .max_threads = 6};

class LargePrograms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LargePrograms, have_the_same_traces_by_both_reductions_and_the_optimal_one_runs_each_once) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_LARGE", 400);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = first + GetParam(); seed < first + programs; seed += kParts) {
    const std::string source = text(generate(seed, kSize));
    const auto executor = compile(source);
    explore::Options options;
    options.budget.tests = kMaxTraces;
    const Observations optimal = observe(*executor, "dpor", options, {.states = false});
    EXPECT_EQ(optimal.result.tests, optimal.traces.size()) << "seed " << seed << "\n" << source;
    EXPECT_EQ(optimal.result.progress.blocked, 0U) << "seed " << seed << "\n" << source;
    if (optimal.result.tests == kMaxTraces) continue;
    options.budget.tests = kMaxTests;
    const Observations classic = observe(*executor, "dpor-2", options, {.states = false});
    const bool complete = classic.result.tests < kMaxTests;
    EXPECT_EQ(complete ? difference(classic, optimal) : excess(optimal, classic), "") << "seed " << seed << "\n"
                                                                                      << source;
    ++compared;
  }
  demand("compared", compared, programs / kParts / 2 + 1);
}

INSTANTIATE_TEST_SUITE_P(Part, LargePrograms, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::dpor_test
