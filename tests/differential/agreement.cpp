#include "tests/differential/agreement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>

#include "base/rng.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/explored.h"

namespace heddle::differential {

namespace {

constexpr std::uint64_t kMaxRuns = 300;
constexpr std::uint64_t kFewTraces = 20;  // with this, most have few enough interleavings
constexpr std::array<std::string_view, 5> kStrategies = {"dpor", "dpor-2", "contextual", "unfolding", "auto"};

// What a strategy says about a program.
struct Story {
  std::set<std::string> findings;
  std::string reasons;
  std::uint64_t traces = 0;

  std::string text() const { return fmt::format("{}\n{}", fmt::join(findings, "\n"), reasons); }
};

// None if it takes too long.
std::optional<Story> story_of(trace::Executor& native, std::string_view strategy) {
  const explore::Result result = explore_all(native, strategy, kMaxRuns);
  if (was_stopped(result)) return std::nullopt;
  Story story{{}, fmt::format("{}", fmt::join(result.reasons, "\n")), result.progress.traces};
  for (const explore::Finding& f : result.findings) story.findings.insert(fmt::format("{} at {}", name(f), where(f)));
  return story;
}

}  // namespace

// One target for all strategies, since starting it takes longer than most of the explorations; which of them comes
// first changes from program to program.
Agreement compare_strategies(const std::string& executable, std::size_t index, std::uint64_t seed) {
  auto native = native::NativeExecutor::create({executable, {fmt::format("{}", index)}}, {.stacks = false});
  if (!native) return {{native.error().text(), {}}, {}, false};
  auto strategies = kStrategies;
  std::ranges::rotate(strategies,
                      strategies.begin() + static_cast<std::ptrdiff_t>(base::mix(seed) % strategies.size()));
  Shown shown;
  std::optional<Story> expected;
  std::uint64_t traces = 0;
  const auto differs = [&](std::string_view strategy) {
    const std::optional<Story> story = story_of(*native.value(), strategy);
    if (!story) return false;
    ++shown.counts[std::string(strategy)];
    if (strategy == "dpor") traces = story->traces;
    if (!expected) expected = story;
    if (expected->text() == story->text()) return false;
    shown.difference = fmt::format("{} says\n{}\nothers said\n{}", strategy, story->text(), expected->text());
    return true;
  };
  const bool some =
      std::ranges::any_of(strategies, differs) || (traces > 0 && traces <= kFewTraces && differs("exhaustive"));
  if (!some) ++shown.counts[expected ? "compared" : "too large"];
  if (!expected) return {std::move(shown), {}, true};
  if (!some && expected->text().size() > 1) ++shown.counts["with findings"];
  return {std::move(shown), expected->findings, !expected->reasons.empty()};
}

}  // namespace heddle::differential
