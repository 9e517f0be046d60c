// Programs with inputs: every strategy against all values of the inputs with all interleavings of each.
//   HEDDLE_DIFFERENTIAL_INPUTS   how many programs (default 5,000)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "explore/factory.h"
#include "explore/loop.h"
#include "model/executor.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/environment.h"
#include "tests/differential/fixed_inputs.h"
#include "tests/differential/generator.h"
#include "tests/differential/program.h"

namespace heddle::differential::inputs_test {
namespace {

constexpr std::uint64_t kParts = 10;
constexpr std::uint64_t kMaxRuns = 20'000;

std::string compare_sets(std::string_view name, const base::HashSet& expected, const base::HashSet& seen) {
  if (expected == seen) return {};
  return fmt::format("{}: {} expected, {} seen{}", name, expected.size(), seen.size(),
                     seen.is_subset_of(expected) ? "" : ", some of them unexpected");
}

// The first thing in which a strategy differs from the twin; empty if there is none.
std::string difference_of(std::string_view strategy, const InputObservations& expected, const InputObservations& seen,
                          const explore::Result& result) {
  std::string d;
  const bool skips_traces = strategy == "contextual" || strategy == "unfolding";
  if (!skips_traces) d = compare_sets("traces", expected.traces, seen.traces);
  if (d.empty() && strategy == "dpor" && result.tests != expected.traces.size()) {
    return fmt::format("not optimal: {} tests for {} traces", result.tests, expected.traces.size());
  }
  if (d.empty() && strategy != "contextual") {
    d = compare_sets("place-replicated events", expected.replicated_events, seen.replicated_events);
  }
  if (d.empty()) d = compare_sets("contextual events", expected.contextual_events, seen.contextual_events);
  if (!d.empty()) return d;
  const std::uint64_t events = strategy == "unfolding" ? seen.replicated_events.size() : seen.contextual_events.size();
  if (skips_traces && result.progress.events < events) {
    return fmt::format("it counts {} events instead of {}", result.progress.events, events);
  }
  if (expected.findings == seen.findings) return {};
  return fmt::format("findings: expected {}, seen {}", fmt::join(expected.findings, ", "),
                     fmt::join(seen.findings, ", "));
}

Comparison compare(const std::string& source) {
  const model::Compiled program = model::compile(with_ordered_additions(source), "random.model", {});
  if (!program.executor) return {.skipped = true, .text = program.diagnostics.at(0).text()};
  const std::optional<InputObservations> expected = observe_all_inputs(*program.executor, kMaxRuns);
  if (!expected) return {.skipped = true};
  for (const std::string_view name : {"contextual", "unfolding", "dpor", "dpor-1", "dpor-2", "exhaustive"}) {
    // One that knows nothing from earlier runs.
    const std::unique_ptr<trace::Executor> executor =
        model::compile(with_ordered_additions(source), "random.model", {}).executor;
    InputObservations seen;
    explore::Options options;
    options.keep_going = true;
    options.budget.tests = 100 * kMaxRuns;
    std::optional<InputCollector> collector;
    collector.emplace(seen);
    options.on_trace = [&](const trace::Trace& trace) {
      if (!trace.refines) return collector->observe(trace);
      seen = {};
      collector.emplace(seen);
    };
    const explore::Result result =
        explore::explore(*executor, [&] { return explore::make_strategy(name, *executor, {}); }, options);
    for (const explore::Finding& f : result.findings) seen.findings.insert(explore::name(f) + " at " + where(f));
    std::string what = difference_of(name, *expected, seen, result);
    if (what.empty() && !result.reasons.empty()) what = fmt::format("incomplete: {}", fmt::join(result.reasons, "; "));
    if (!what.empty()) return {.differs = true, .text = fmt::format("{}: {}", name, what)};
  }
  return {};
}

class Inputs : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Inputs, all_strategies_agree_with_all_values_and_interleavings) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_INPUTS", 5'000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  compare_seeds(
      {.first = first, .programs = programs, .part = GetParam(), .parts = kParts},
      [](std::uint64_t seed) {
        return generate(seed, {.interleavings = 300, .max_threads = 3, .mistaken = seed % 5 == 0, .open_inputs = true});
      },
      compare);
}

INSTANTIATE_TEST_SUITE_P(Part, Inputs, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::inputs_test
