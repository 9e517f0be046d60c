// Searches with a bound on preemptions against all interleavings, counting those that keep to the bound.
//   HEDDLE_DIFFERENTIAL_PROGRAMS   a tenth of it is how many programs (default 10,000)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "explore/exhaustive.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/shrink.h"
#include "trace/identity.h"
#include "trace/replay_state.h"

namespace heddle::differential::preemptions_test {
namespace {

constexpr std::uint64_t kMaxRuns = 4000;
constexpr std::uint32_t kMost = 3;

// By the states before the steps, which do not depend on who moves alone.
std::uint32_t preemptions_of(const trace::Trace& trace, const trace::Executor& executor) {
  trace::ReplayState state(executor);
  std::uint32_t count = 0;
  trace::ThreadId running = trace::ThreadId::none();
  for (state.start(trace); !state.at_end(); state.advance()) {
    const trace::ThreadId next = state.current().thread;
    if (running.valid() && next != running && state.enabled().contains(running)) ++count;
    running = next;
  }
  return count;
}

using Traces = std::set<std::string>;

struct Runs {
  std::array<Traces, kMost + 1> traces;  // by the largest number of preemptions
  std::uint64_t tests = 0;
  std::uint32_t preemptions = 0;  // of the run with most of them
};

Runs all_runs(trace::Executor& executor, std::uint32_t most) {
  Runs runs;
  trace::Identity identity;
  explore::Options options;
  options.budget = {.tests = kMaxRuns};
  options.keep_going = true;
  options.on_trace = [&](const trace::Trace& trace) {
    const std::uint32_t count = preemptions_of(trace, executor);
    runs.preemptions = std::max(runs.preemptions, count);
    const base::Hash128 hash = identity.mazurkiewicz(trace);
    for (std::uint32_t k = count; k <= kMost; ++k) runs.traces[k].insert(fmt::format("{:x}.{:x}", hash.high, hash.low));
  };
  explore::Exhaustive search(executor, {}, most);
  runs.tests = explore::explore(executor, search, options).tests;
  return runs;
}

// What differs; also nothing for a program that is too large, which `skipped` counts.
std::string compare(const std::string& source, std::uint64_t& skipped) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {};
  constexpr std::uint32_t kMoreThanSteps = 1'000'000;
  const Runs all = all_runs(*program.executor, kMoreThanSteps);
  if (all.tests == kMaxRuns) {
    ++skipped;
    return {};
  }
  for (std::uint32_t k = 0; k <= kMost; ++k) {
    const Runs some = all_runs(*program.executor, k);
    if (some.preemptions > k) return fmt::format("a run has {} preemptions, not {}", some.preemptions, k);
    if (some.traces[k] != all.traces[k])
      return fmt::format("{} traces with at most {} preemptions, not {}", some.traces[k].size(), k,
                         all.traces[k].size());
  }
  return {};
}

TEST(Preemptions, bound_the_runs_to_those_that_have_at_most_so_many) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_PROGRAMS", 10'000) / 10;
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Program program = generate(seed, {.interleavings = 300, .synchronised = seed % 2 == 0});
    std::string what = compare(text(program), skipped);
    if (what.empty()) continue;
    std::uint64_t ignored = 0;
    const Program small = shrink(program, [&](const Program& p) { return !compare(text(p), ignored).empty(); });
    FAIL() << "seed " << seed << ": " << what << "\n" << compare(text(small), ignored) << "\n" << text(small);
  }
  demand("not skipped", count - skipped, count - count / 3);
}

}  // namespace
}  // namespace heddle::differential::preemptions_test
