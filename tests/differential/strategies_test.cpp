// Every strategy against the exhaustive one, on random programs.
//   HEDDLE_DIFFERENTIAL_PROGRAMS   how many programs (default 10,000)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "model/executor.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/observations.h"
#include "tests/differential/shrink.h"

namespace heddle::differential::strategies_test {
namespace {

constexpr std::uint64_t kParts = 20;  // CTest tests into which the programs are divided
constexpr std::uint64_t kMaxRuns = 20'000;
constexpr std::uint64_t kRandomTests = 20;
constexpr std::uint64_t kRaceFlipTests = 200;

// Compared here with all interleavings: those that run every trace, and those that run some of them.
constexpr std::array<std::string_view, 3> kComplete = {"dpor", "dpor-1", "dpor-2"};
constexpr std::array<std::string_view, 3> kPartial = {"random", "pct", "race-flip"};
// Compared elsewhere, with what their tests say.
constexpr std::array<std::string_view, 5> kElsewhere = {"exhaustive",  // what all others are compared with
                                                        "contextual",  // unfolding_test.cpp
                                                        "unfolding",   // the same
                                                        "con2colic",   // con2colic_test.cpp
                                                        "auto"};       // races_test.cpp and others

// Sometimes the threads are cut after a few steps: that must make no difference, either.
std::uint32_t depth_of(std::uint64_t seed) { return seed % 8 == 7 ? 2 + seed / 8 % 4 : trace::kDefaultDepth; }

enum class Verdict : std::uint8_t { kAgree, kDiffer, kSkipped };
struct Comparison {
  Verdict verdict = Verdict::kAgree;
  std::string text;  // what differs
};

Comparison differ(std::string_view strategy, const std::string& what) {
  return {Verdict::kDiffer, fmt::format("{} differs from exhaustive: {}", strategy, what)};
}

// Those that run every trace must see the same; the optimal one must run each of them once.
Comparison compare_complete(trace::Executor& executor, explore::Options options, const Observations& expected) {
  for (const std::string_view name : kComplete) {
    options.budget.tests = 100 * kMaxRuns;
    const Observations seen = observe(executor, name, options);
    if (const std::string what = difference(expected, seen); !what.empty()) return differ(name, what);
    const explore::Progress& p = seen.result.progress;
    if (p.traces != expected.traces.size() || p.deadlocks != expected.deadlocks.size()) {
      return differ(name, fmt::format("it counts {} traces, {} deadlocks instead of {}, {}", p.traces, p.deadlocks,
                                      expected.traces.size(), expected.deadlocks.size()));
    }
    if (seen.result.tests < p.traces || seen.result.reasons != expected.result.reasons) {
      return differ(name, fmt::format("{} tests for {} traces, reasons: {} instead of {}", seen.result.tests, p.traces,
                                      fmt::join(seen.result.reasons, "; "), fmt::join(expected.result.reasons, "; ")));
    }
    if (name == "dpor" && (seen.result.tests != p.traces || p.blocked != 0)) {
      return differ(name, fmt::format("not optimal: {} tests ({} blocked) for {} traces", seen.result.tests, p.blocked,
                                      p.traces));
    }
  }
  return {};
}

// The others must not see anything that does not exist.
Comparison compare_partial(trace::Executor& executor, explore::Options options, const Observations& expected) {
  for (const std::string_view name : kPartial) {
    options.budget.tests = name == "race-flip" ? kRaceFlipTests : kRandomTests;
    const Observations seen = observe(executor, name, options);
    if (const std::string what = excess(expected, seen); !what.empty()) return differ(name, what);
  }
  return {};
}

Comparison compare(const std::string& source, std::uint32_t depth) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {Verdict::kSkipped, program.diagnostics.at(0).text()};
  explore::Options options;
  options.budget = {.tests = kMaxRuns, .depth = depth};
  const Observations expected = observe(*program.executor, "exhaustive", options);
  if (expected.result.tests == kMaxRuns) return {Verdict::kSkipped, {}};
  Comparison complete = compare_complete(*program.executor, options, expected);
  if (complete.verdict == Verdict::kDiffer) return complete;
  return compare_partial(*program.executor, options, expected);
}

class Strategies : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Strategies, agree_with_all_interleavings_on_random_programs) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_PROGRAMS", 10'000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const std::uint64_t begin = first + programs * GetParam() / kParts;
  const std::uint64_t end = first + programs * (GetParam() + 1) / kParts;
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    const Program program = generate(seed, {.timed = seed % 4 == 3});
    const std::uint32_t depth = depth_of(seed);
    const Comparison c = compare(text(program), depth);
    if (c.verdict == Verdict::kSkipped) {
      ASSERT_TRUE(c.text.empty()) << "seed " << seed << ": " << c.text << "\n" << text(program);
      ++skipped;
    }
    if (c.verdict != Verdict::kDiffer) continue;
    const Program small =
        shrink(program, [&](const Program& p) { return compare(text(p), depth).verdict == Verdict::kDiffer; });
    FAIL() << "seed " << seed << ", depth " << depth << ", shrunk: " << compare(text(small), depth).text << "\n"
           << text(small) << "\nbefore: " << c.text;
  }
  fmt::print("seeds {} to {}: {} programs, {} skipped with more than {} runs\n", begin, end, end - begin, skipped,
             kMaxRuns);
  demand("not skipped", end - begin - skipped, end - begin - (end - begin) / 10);
}

TEST(StrategyList, names_every_strategy_once) {
  std::vector<std::string_view> compared(kComplete.begin(), kComplete.end());
  compared.insert(compared.end(), kPartial.begin(), kPartial.end());
  compared.insert(compared.end(), kElsewhere.begin(), kElsewhere.end());
  std::vector<std::string_view> all;
  for (const explore::StrategyInfo& info : explore::strategies()) all.push_back(info.name);
  EXPECT_THAT(compared, testing::UnorderedElementsAreArray(all));
}

INSTANTIATE_TEST_SUITE_P(Part, Strategies, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::strategies_test
