// Con2colic testing against all inputs with all interleavings of each: the same local histories of threads and the same
// branches, for each number of interferences and without a bound; the same findings.
//   HEDDLE_DIFFERENTIAL_CON2COLIC   how many programs (default 2,000)
//   HEDDLE_DIFFERENTIAL_SEED        where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "model/executor.h"
#include "tests/differential/all_runs.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/con2colic_run.h"
#include "tests/differential/environment.h"
#include "tests/differential/fixed_inputs.h"
#include "tests/differential/generator.h"
#include "tests/differential/interference_generator.h"

namespace heddle::differential::con2colic_test {
namespace {

constexpr std::uint64_t kParts = 10;
constexpr std::uint64_t kMaxRuns = 20'000;
constexpr std::uint32_t kBounds[] = {0, 1, 2, UINT32_MAX};

// Deadlocks as they are searched where threads are many.
Comparison compare_by_pairs(const std::string& source, const std::set<std::string>& expected) {
  const model::Compiled fresh = model::compile(source, "random.model", {});
  fresh.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
  const Con2colicRun seen = run_con2colic(*fresh.executor, UINT32_MAX, 100 * kMaxRuns, true);
  if (seen.findings == expected && seen.reasons.empty()) return {};
  return {.differs = true,
          .text = fmt::format("findings by pairs: expected {}, seen {}", fmt::join(expected, ", "),
                              fmt::join(seen.findings, ", "))};
}

Comparison compare(const std::string& source) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {.skipped = true, .text = program.diagnostics.at(0).text()};
  const std::optional<InputObservations> expected = observe_all_inputs(*program.executor, kMaxRuns);
  if (!expected) return {.skipped = true};
  const model::Compiled twin = model::compile(source, "random.model", {});
  twin.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
  const std::optional<AllHistories> histories = histories_of_all_runs(*twin.executor, kMaxRuns);
  if (!histories) return {.skipped = true};
  for (const std::uint32_t bound : kBounds) {
    const model::Compiled fresh = model::compile(source, "random.model", {});
    fresh.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
    const Con2colicRun seen = run_con2colic(*fresh.executor, bound, 100 * kMaxRuns);
    if (const std::string what = difference(*histories, seen, bound); !what.empty()) {
      return {.differs = true, .text = what};
    }
    if (!std::ranges::includes(expected->findings, seen.findings)) {
      return {.differs = true, .text = fmt::format("findings: {}", fmt::join(seen.findings, ", "))};
    }
    if (bound != UINT32_MAX) continue;
    if (!seen.reasons.empty()) return {.differs = true, .text = fmt::format("incomplete: {}", seen.reasons.at(0))};
    if (seen.findings != expected->findings) {
      return {.differs = true,
              .text = fmt::format("findings: expected {}, seen {}", fmt::join(expected->findings, ", "),
                                  fmt::join(seen.findings, ", "))};
    }
  }
  return compare_by_pairs(source, expected->findings);
}

class Con2colic : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Con2colic, reaches_the_local_histories_of_all_runs_with_as_many_interferences) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_CON2COLIC", 2'000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  compare_seeds(
      {.first = first, .programs = programs, .part = GetParam(), .parts = kParts, .skipped_of = 5},
      [](std::uint64_t seed) {
        if (seed % 6 == 5) return generate_blocking(seed, seed % 12 == 5);
        if (seed % 6 == 3) return generate_interferences(seed, false);
        return generate(seed, {.interleavings = 300,
                               .max_threads = 3,
                               .synchronised = seed % 4 == 1,
                               .mistaken = seed % 5 == 0,
                               .open_inputs = seed % 2 == 0,
                               .timed = seed % 8 == 3,
                               .joins = seed % 7 == 2});
      },
      compare);
}

INSTANTIATE_TEST_SUITE_P(Part, Con2colic, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::con2colic_test
