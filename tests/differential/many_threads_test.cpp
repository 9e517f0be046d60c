// Random programs with up to 200 threads: every strategy sees the same, which is what it sees without the threads that
// do not interfere.
//   HEDDLE_DIFFERENTIAL_MANY_THREADS   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_MANY_THREADS_C  how many of them in C (default 10)
//   HEDDLE_DIFFERENTIAL_SEED           where the seeds begin (default 0)

#include "tests/differential/many_threads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/differential/c_program.h"
#include "tests/differential/campaign.h"
#include "tests/differential/child.h"
#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/native_pair.h"
#include "tests/differential/observations.h"

namespace heddle::differential::many_threads_test {
namespace {

constexpr std::uint64_t kMaxRuns = 1000;
constexpr std::string_view kTooLarge = "too large";

Observations explore_all(trace::Executor& executor, std::string_view strategy) {
  explore::Options options;
  options.budget.tests = kMaxRuns;
  return observe(executor, strategy, options, {.states = strategy != "exhaustive", .events = strategy != "exhaustive"});
}

// Empty if they agree.
std::string compare_complete(const Observations& expected, const Observations& seen) {
  const explore::Progress& p = seen.result.progress;
  if (const std::string what = difference(expected, seen); !what.empty()) return what;
  if (p.traces != expected.traces.size() || p.deadlocks != expected.deadlocks.size())
    return fmt::format("{} traces, {} deadlocks are counted instead of {}, {}", p.traces, p.deadlocks,
                       expected.traces.size(), expected.deadlocks.size());
  return {};
}

std::string compare_unfolding(const Observations& expected, const Observations& seen, const base::HashSet& events) {
  if (seen.result.progress.events != events.size())
    return fmt::format("{} events instead of {}", seen.result.progress.events, events.size());
  if (!(expected.local_states == seen.local_states)) return "other local states";
  if (expected.findings != seen.findings)
    return fmt::format("{} findings instead of {}", seen.findings.size(), expected.findings.size());
  return {};
}

// With the threads that do not interfere there are as many traces as without.
std::string compare_with_few(const Program& few, const Observations& many) {
  const auto executor = compile(with_ordered_additions(text(few)));
  const Observations expected = explore_all(*executor, "exhaustive");
  if (expected.result.tests == kMaxRuns) return {};
  if (expected.traces.size() != many.traces.size() || expected.deadlocks.size() != many.deadlocks.size())
    return fmt::format("{} traces, {} deadlocks instead of {}, {}", many.traces.size(), many.deadlocks.size(),
                       expected.traces.size(), expected.deadlocks.size());
  if (expected.findings != many.findings)
    return fmt::format("{} findings instead of {}", many.findings.size(), expected.findings.size());
  return {};
}

// What differs, or kTooLarge.
std::string compare(const ManyThreads& many) {
  const auto executor = compile(with_ordered_additions(text(many.program)));
  const Observations expected = explore_all(*executor, "dpor");
  if (expected.result.tests == kMaxRuns) return std::string(kTooLarge);
  const explore::Progress& p = expected.result.progress;
  if (expected.result.tests != p.traces || p.blocked != 0 || p.traces != expected.traces.size())
    return fmt::format("dpor: {} tests, {} blocked, for {} traces", expected.result.tests, p.blocked, p.traces);
  if (!expected.complete() && !many.may_be_cut)
    return fmt::format("dpor: incomplete, {}", fmt::join(expected.result.reasons, "; "));
  if (expected.complete()) {
    if (const std::string what = compare_with_few(many.few, expected); !what.empty()) return "the few: " + what;
  }
  for (const std::string_view strategy : {"dpor-1", "dpor-2", "contextual", "unfolding"}) {
    const Observations seen = explore_all(*executor, strategy);
    if (seen.result.tests == kMaxRuns) continue;
    if (seen.result.reasons != expected.result.reasons)
      return fmt::format("{}: {} instead of {}", strategy, fmt::join(seen.result.reasons, "; "),
                         fmt::join(expected.result.reasons, "; "));
    const std::string what = strategy == "contextual"  ? compare_unfolding(expected, seen, expected.contextual_events)
                             : strategy == "unfolding" ? compare_unfolding(expected, seen, expected.replicated_events)
                                                       : compare_complete(expected, seen);
    if (!what.empty()) return fmt::format("{}: {}", strategy, what);
  }
  return {};
}

TEST(ManyThreads, do_not_change_what_is_seen_in_models) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_MANY_THREADS", 60);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t too_large = 0;
  std::uint64_t most = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const ManyThreads many = generate_many_threads(seed, false);
    const ChildResult result = run_in_child([&] { return compare(many); });
    if (result.text == kTooLarge) ++too_large;
    if (!result.text.empty() && result.text != kTooLarge)
      ADD_FAILURE() << "seed " << seed << ": " << result.text << "\n" << text(many.program);
    most = std::max<std::uint64_t>(most, many.threads);
  }
  fmt::print("{} programs from seed {}: {} too large; up to {} threads\n", count, first, too_large, most);
  demand("not too large", count - too_large, count - std::min(count, 1 + count / 10));
}

std::string file_of(std::span<const std::uint64_t> seeds) {
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    prefixes.push_back(prefix_of(i));
    texts.push_back(c_program(text(generate_many_threads(seeds[i], true).program), prefixes.back()).text);
  }
  return c_file(texts, prefixes);
}

// Two strategies and a third one in rotation, with one of the two kinds of visible memory.
Shown compare_pair(const std::string& executable, std::size_t index, std::uint64_t seed) {
  constexpr std::array kOthers = {ComparedStrategy{"dpor-2", kMaxRuns}, ComparedStrategy{"unfolding", kMaxRuns},
                                  ComparedStrategy{"pct", 3, false}, ComparedStrategy{"random", 3, false}};
  const std::array strategies = {ComparedStrategy{"dpor", kMaxRuns}, ComparedStrategy{"contextual", kMaxRuns},
                                 kOthers[seed / 2 % kOthers.size()]};
  const std::array visible = {seed % 2 == 0 ? abi::Visible::kRacy : abi::Visible::kShared};
  const ManyThreads many = generate_many_threads(seed, true);
  PairSummary summary;
  const std::string what =
      compare({text(many.program), executable, index, trace::kDefaultDepth}, strategies, visible, summary);
  return {what, {{"compared", summary.programs}, {"explorations", summary.explorations}, {"traces", summary.traces}}};
}

TEST(ManyThreads, do_in_C_what_they_do_in_models) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_MANY_THREADS_C", 10);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-fwrapv", "-O0"}, file_of, compare_pair}, first, count);
  demand(counts, "compared", count * 9 / 10);
}

}  // namespace
}  // namespace heddle::differential::many_threads_test
