// Findings of random schedules, with and without a search for simpler runs that show them.
//   HEDDLE_DIFFERENTIAL_SIMPLIFY   how many programs (default 500)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "explore/factory.h"
#include "explore/finding_run.h"
#include "explore/loop.h"
#include "explore/simplify_run.h"
#include "model/executor.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "trace/semantics.h"

namespace heddle::differential::simplify_test {
namespace {

constexpr std::uint64_t kTests = 60;
constexpr double kSeconds = 60;

explore::Result explore_randomly(trace::Executor& executor, double simplify_seconds) {
  explore::Options options;
  options.budget.tests = kTests;
  options.keep_going = true;
  options.simplify_seconds = simplify_seconds;
  return explore::explore(executor, [&] { return explore::make_strategy("random", executor, {}); }, options);
}

struct Seen {
  std::uint64_t findings = 0;
  std::uint64_t simpler = 0;
  std::uint64_t needed = 0;  // orders that were tried the other way round
};

// What is wrong with `simple`, which was derived from `found`.
std::string compare(const explore::Finding& found, const explore::Finding& simple, trace::Executor& executor,
                    Seen& seen) {
  if (name(found) != name(simple) || where(found) != where(simple) || found.count != simple.count)
    return fmt::format("{} at {} has become {} at {}", name(found), where(found), name(simple), where(simple));
  const auto before = explore::complexity_of(found.trace, found.failing, executor);
  const auto after = explore::complexity_of(simple.trace, simple.failing, executor);
  if (before < after) return "more complex";
  trace::Trace again;
  executor.run(simple.test, again);
  if (again != simple.trace) return "the simpler run does not show itself again";
  if (!shown_in(again, simple, executor.names())) return "the simpler run shows something else";
  for (const auto& [earlier, later] : simple.needed) {
    const trace::Operation& one = again.operations[earlier];
    const trace::Operation& other = again.operations[later];
    if (earlier >= later || one.thread == other.thread || !trace::dependent(one, other))
      return "an order that cannot matter";
    ++seen.needed;
  }
  ++seen.findings;
  if (after < before) ++seen.simpler;
  return {};
}

Comparison compare(const std::string& source, Seen& seen) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {false, true, program.diagnostics.at(0).text()};
  explore_randomly(*program.executor, 0);  // the others begin with what this one has learnt of the steps
  const explore::Result found = explore_randomly(*program.executor, 0);
  const explore::Result simple = explore_randomly(*program.executor, kSeconds);
  if (found.findings.size() != simple.findings.size()) return {true, false, "another number of findings"};
  for (std::size_t i = 0; i < found.findings.size(); ++i) {
    const std::string what = compare(found.findings[i], simple.findings[i], *program.executor, seen);
    if (!what.empty()) return {true, false, what};
  }
  return {};
}

TEST(Simplify, finds_runs_that_show_the_same_with_less_to_follow) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_SIMPLIFY", 500);
  Seen seen;
  compare_seeds(
      {from_environment("HEDDLE_DIFFERENTIAL_SEED", 0), programs, 0, 1},
      [](std::uint64_t seed) {
        return generate(seed, {.mistaken = seed % 2 == 0, .open_inputs = seed % 3 == 0, .timed = seed % 4 == 3});
      },
      [&](const std::string& source) { return compare(source, seen); });
  demand("orders that matter", seen.needed, 1);
  demand("runs with something that is not needed, twice", 2 * seen.simpler, seen.findings);
}

}  // namespace
}  // namespace heddle::differential::simplify_test
