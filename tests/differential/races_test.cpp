// Neither the strategy nor which memory is interleaved must change what is found: random C programs with plain and
// atomic accesses, locks, operations that have no effect, waits with timeouts, futexes and spurious wake-ups, explored
// by all strategies that finish, with --visible=racy and --visible=shared.
//   HEDDLE_DIFFERENTIAL_RACES   how many programs (default 50)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/races_generator.h"

namespace heddle::differential::races_test {
namespace {

constexpr std::uint64_t kMaxRuns = 1000;
constexpr std::uint64_t kEnoughPrograms = 50;  // to expect a bit of everything among them

// How a program is run. A target serves several strategies: starting it takes longer than most of the explorations.
struct Way {
  abi::Visible visible;
  bool fork = false;
  std::vector<std::string_view> strategies;
};

std::string text(const Way& way, std::string_view strategy) {
  return fmt::format("{} --visible={}{}", strategy, way.visible == abi::Visible::kRacy ? "racy" : "shared",
                     way.fork ? " --isolation=fork" : "");
}

// The very first strategy is what the others are compared with. Which of those with --visible=racy comes first, and
// learns what is raced on, and which one is added to the usual ones, changes from program to program.
std::vector<Way> ways_of(std::uint64_t seed) {
  base::Rng rng(base::mix(seed));
  constexpr std::array<std::string_view, 6> kOthers = {"unfolding", "unfolding",  "dpor-1",
                                                       "dpor-2",    "exhaustive", "auto"};
  std::vector<std::string_view> racy = {"dpor", "contextual", kOthers[rng.below(kOthers.size())]};
  std::ranges::rotate(racy, racy.begin() + static_cast<std::ptrdiff_t>(rng.below(racy.size())));
  std::vector<Way> ways = {{abi::Visible::kShared, false, {"dpor"}}, {abi::Visible::kRacy, false, std::move(racy)}};
  if (rng.one_in(3)) ways[0].strategies.emplace_back("contextual");
  if (rng.one_in(8)) ways.push_back({abi::Visible::kRacy, true, {"contextual"}});
  return ways;
}

struct Story {
  bool ended = false;
  std::set<std::string> findings;  // races: of which memory
  std::set<std::string> races;     // their places: of several accesses at one moment, the detector names the first
  std::vector<std::string> reasons;
};

base::Result<std::unique_ptr<native::NativeExecutor>> start(const std::string& executable, std::size_t index,
                                                            std::uint64_t seed, const Way& way) {
  native::Options options;
  options.spec.visible = way.visible;
  options.record_accesses = way.visible == abi::Visible::kRacy;
  if (way.fork) options.spec.isolation = abi::Isolation::kFork;
  options.spec.spurious = is_spurious(seed);
  options.stacks = false;
  return native::NativeExecutor::create({executable, {fmt::format("{}", index)}}, options);
}

Story explore_all(trace::Executor& native, std::uint64_t seed, std::string_view name, std::uint64_t most) {
  explore::StrategyOptions strategy;
  // Tests with several targets happen to show most races.
  strategy.planner.merge = strategy.planner.prefer_uncovered = seed % 2 == 0;
  const explore::Result result =
      explore::explore(native, [&] { return explore::make_strategy(name, native, strategy); },
                       {.budget = {.tests = most}, .keep_going = true});
  Story story;
  story.ended = result.tests + result.restart_tests + result.confirmations < most;
  story.reasons = result.reasons;
  for (const explore::Finding& f : result.findings) {
    const bool race = explore::name(f) == "data-race";
    if (race) story.races.insert(where(f));
    story.findings.insert(race ? "data race" + f.note.substr(f.note.rfind(" of "))
                               : explore::name(f) + " at " + where(f));
  }
  return story;
}

// Empty if the two agree.
std::string difference(const Story& expected, const Story& seen) {
  if (expected.findings != seen.findings)
    return fmt::format("{} expected, {} found", fmt::join(expected.findings, "; "), fmt::join(seen.findings, "; "));
  if (!std::ranges::includes(expected.races, seen.races))
    return fmt::format("races {} expected, {} found", fmt::join(expected.races, "; "), fmt::join(seen.races, "; "));
  if (!seen.reasons.empty()) return fmt::format("incomplete: {}", fmt::join(seen.reasons, "; "));
  return {};
}

// These need many more runs than the reference.
bool may_be_too_large(std::string_view strategy) { return strategy == "exhaustive" || strategy.starts_with("dpor-"); }

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  Shown shown;
  Story expected;
  for (const Way& way : ways_of(seed)) {
    auto native = start(executable, index, seed, way);
    if (!native) return {text(way, "start") + ": " + native.error().text(), {}};
    for (const std::string_view strategy : way.strategies) {
      const Story seen = explore_all(*native.value(), seed, strategy, shown.counts.empty() ? kMaxRuns : 2 * kMaxRuns);
      if (shown.counts.empty()) {
        if (!seen.ended) return {"", {{"too large", 1}}};
        expected = seen;
        shown.counts = {{"compared", 1},
                        {"with races", expected.races.empty() ? 0 : 1},
                        {"without findings", expected.findings.empty() ? 1 : 0}};
      }
      if (!seen.ended && may_be_too_large(strategy)) continue;
      ++shown.counts[text(way, strategy)];
      shown.difference = seen.ended ? difference(expected, seen) : "does not end";
      if (shown.difference.empty()) continue;
      shown.difference = text(way, strategy) + ": " + shown.difference;
      return shown;
    }
  }
  return shown;
}

std::string file_of(std::span<const std::uint64_t> seeds) {
  std::string result = races_head();
  std::string calls;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    result += generate_races(seeds[i], i);
    calls += fmt::format("    case {0}: p{0}_main(); break;\n", i);
  }
  return result +
         fmt::format("int main(int argc, char** argv) {{\n  switch (atoi(argv[argc - 1])) {{\n{}  }}\n}}\n", calls);
}

TEST(Races, what_is_found_does_not_depend_on_what_is_interleaved) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_RACES", 50);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-O1"}, file_of, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  if (count < kEnoughPrograms) return;
  demand(counts, "with races", count / 10);
  demand(counts, "without findings", count / 20);
}

}  // namespace
}  // namespace heddle::differential::races_test
