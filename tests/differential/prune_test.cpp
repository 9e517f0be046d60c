// Assertion-guided pruning against the same strategies without it: the same verdict and the same findings, on random
// programs.
//   HEDDLE_DIFFERENTIAL_PRUNE   how many programs (default 2,000)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <set>
#include <string>

#include "explore/factory.h"
#include "explore/loop.h"
#include "model/executor.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"

namespace heddle::differential::prune_test {
namespace {

constexpr std::uint64_t kParts = 10;
constexpr std::uint64_t kMaxRuns = 20'000;
constexpr std::array kStrategies = {"exhaustive", "dpor-1", "dpor-2", "dpor"};

struct Seen {
  std::set<std::string> findings;
  explore::Result result;
};

enum class Pruned : std::uint8_t { kNo, kAlways, kInTurns };

// Every test takes as long as any other, and each search gets the same.
explore::prune::Turns short_turns() {
  const auto clock = [now = std::chrono::nanoseconds{}]() mutable { return ++now; };
  return {.clock = clock, .at_least = {}, .plain_times = 1};
}

Seen run(const std::string& source, const std::string& strategy, Pruned pruned) {
  const model::Compiled program = model::compile(source, "random.model", {});
  explore::StrategyOptions strategy_options;
  explore::prune::Options prune;
  if (pruned == Pruned::kInTurns) prune.turns = short_turns();
  if (pruned != Pruned::kNo) strategy_options.prune = prune;
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = kMaxRuns;
  const auto make = [&] { return explore::make_strategy(strategy, *program.executor, strategy_options); };
  Seen seen{{}, explore::explore(*program.executor, make, options)};
  for (const explore::Finding& f : seen.result.findings) seen.findings.insert(name(f) + " at " + where(f));
  return seen;
}

struct Totals {
  std::uint64_t tests = 0;
  std::uint64_t tests_with_pruning = 0;
  std::uint64_t pruned = 0;
};

std::array<Totals, kStrategies.size()> totals;

Comparison compare(const std::string& source) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {.skipped = true, .text = program.diagnostics.at(0).text()};
  const Seen expected = run(source, "dpor", Pruned::kNo);
  if (!expected.result.reasons.empty()) return {.skipped = true};
  for (std::size_t i = 0; i < kStrategies.size(); ++i) {
    const Seen plain = run(source, kStrategies[i], Pruned::kNo);
    if (plain.result.tests >= kMaxRuns) continue;
    const Seen pruned = run(source, kStrategies[i], Pruned::kAlways);
    const Seen turns = run(source, kStrategies[i], Pruned::kInTurns);
    totals[i].tests += plain.result.tests;
    totals[i].tests_with_pruning += pruned.result.tests;
    totals[i].pruned += pruned.result.progress.pruning.value_or(explore::Pruning{}).pruned;
    for (const Seen* const seen : {&pruned, &turns}) {
      if (seen->findings == expected.findings && seen->result.reasons.empty()) continue;
      return {.differs = true,
              .text = fmt::format("{}{}: expected {}; seen {}; incomplete: {}", kStrategies[i],
                                  seen == &turns ? " in turns" : "", fmt::join(expected.findings, ", "),
                                  fmt::join(seen->findings, ", "), fmt::join(seen->result.reasons, ", "))};
    }
  }
  return {};
}

class Prune : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Prune, finds_the_same_as_without) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_PRUNE", 2'000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  totals = {};
  compare_seeds(
      {.first = first, .programs = programs, .part = GetParam(), .parts = kParts, .skipped_of = 5},
      [](std::uint64_t seed) {
        return generate(seed, {.interleavings = seed % 3 == 0 ? 3000.0 : 300.0,
                               .max_threads = 4,
                               .synchronised = seed % 4 == 1,
                               .mistaken = seed % 5 == 0,
                               .open_inputs = seed % 2 == 0,
                               .timed = seed % 8 == 3,
                               .joins = seed % 7 == 2});
      },
      compare);
  std::uint64_t pruned = 0;
  for (std::size_t i = 0; i < kStrategies.size(); ++i) {
    fmt::print("{}: {} tests, {} with pruning, of which {} pruned\n", kStrategies[i], totals[i].tests,
               totals[i].tests_with_pruning, totals[i].pruned);
    pruned += totals[i].pruned;
  }
  demand("pruned", pruned, programs / kParts + 1);
}

INSTANTIATE_TEST_SUITE_P(Part, Prune, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::prune_test
