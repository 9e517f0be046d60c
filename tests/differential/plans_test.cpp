// Several plans in flight at once, with answers in random orders, against one at a time.
//   HEDDLE_DIFFERENTIAL_PLANS   how many programs (default 2,000)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "model/executor.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/many_plans.h"
#include "tests/differential/observations.h"
#include "tests/papers/programs.h"

namespace heddle::differential::plans_test {
namespace {

constexpr std::uint64_t kParts = 4;
constexpr std::uint64_t kMaxRuns = 3000;
constexpr std::uint64_t kRandomTests = 100;
constexpr std::size_t kMaxPlans = 8;
constexpr std::size_t kMaxAhead = 15;

// Everything except the number of tests, which depends on what is known when a target is planned.
std::string compare_all(const Observations& expected, const Observations& seen, bool same_traces) {
  if (same_traces) {
    if (const std::string what = difference(expected, seen); !what.empty()) return what;
    if (expected.order != seen.order) return "another order";
    if (expected.result.tests != seen.result.tests)
      return fmt::format("{} tests instead of {}", seen.result.tests, expected.result.tests);
  }
  // A contextual unfolding may have been built from other traces.
  if (!(expected.contextual_events == seen.contextual_events)) return "other events";
  if (expected.local_states != seen.local_states) return "other local states";
  if (expected.findings != seen.findings) return "other findings";
  const explore::Progress& p = expected.result.progress;
  const explore::Progress& q = seen.result.progress;
  if (p.events != q.events || p.deadlocks != q.deadlocks || p.blocked != q.blocked || p.traces != q.traces)
    return fmt::format("{} events, {} deadlocks, {} blocked runs, {} traces instead of {}, {}, {}, {}", q.events,
                       q.deadlocks, q.blocked, q.traces, p.events, p.deadlocks, p.blocked, p.traces);
  if (expected.result.confirmations != seen.result.confirmations && same_traces) return "other confirmations";
  if (expected.result.reasons == seen.result.reasons) return {};
  return fmt::format("reasons: {} instead of {}", fmt::join(seen.result.reasons, "; "),
                     fmt::join(expected.result.reasons, "; "));
}

struct Way {
  std::string_view strategy;
  bool same_traces = true;  // and so the same tests
  std::uint64_t tests = 100 * kMaxRuns;
};
constexpr Way kWays[] = {{"dpor"},       {"contextual", false},          {"unfolding", false},
                         {"exhaustive"}, {"random", true, kRandomTests}, {"pct", true, kRandomTests}};

// `most`: the most plans that were in flight at once, by way.
Comparison compare(const std::string& source, std::uint64_t seed, std::vector<std::uint64_t>& most) {
  const model::Compiled program = model::compile(source, "random.model", {});
  if (!program.executor) return {false, true, program.diagnostics.at(0).text()};
  explore::Options options;
  options.budget.tests = kMaxRuns;
  const Collect collect{.events = true};
  if (observe(*program.executor, "exhaustive", options, collect).result.tests == kMaxRuns) return {false, true, {}};
  base::Rng rng(seed);
  for (std::size_t i = 0; i < std::size(kWays); ++i) {
    const Way& way = kWays[i];
    options.budget.tests = way.tests;
    const Observations expected = observe(*program.executor, way.strategy, options, collect);
    AheadExecutor ahead(*program.executor, 1 + rng.below(kMaxPlans));
    const auto strategy = explore::make_strategy(
        way.strategy, ahead, {.planner = {.targets_ahead = static_cast<std::uint32_t>(rng.below(3))}});
    Shuffled shuffled(*strategy, rng.next());
    Observations seen = observe(ahead, shuffled, options, collect);
    shuffled.tell_rest();
    seen.result.progress = strategy->progress();
    most[i] = std::max(most[i], shuffled.most());
    const std::string what = compare_all(expected, seen, way.same_traces);
    if (!what.empty()) return {true, false, fmt::format("{}, {} at once: {}", way.strategy, ahead.room(), what)};
  }
  return {};
}

class Plans : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Plans, in_any_number_and_order_of_answers_show_the_same) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_PLANS", 2000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::vector<std::uint64_t> most(std::size(kWays));
  std::uint64_t orders = first + GetParam();
  compare_seeds(
      {first, programs, GetParam(), kParts},
      [](std::uint64_t seed) { return generate(seed, {.timed = seed % 4 == 3}); },
      [&](const std::string& source) { return compare(source, ++orders, most); });
  for (std::size_t i = 0; i < std::size(kWays); ++i) {
    if (kWays[i].strategy == "exhaustive") {
      EXPECT_EQ(most[i], 1U);
    } else {
      demand(fmt::format("most in flight with {}", kWays[i].strategy), most[i], 3);
    }
  }
}

// How many tests were in flight on average when one was received.
double mean_in_flight(std::string_view source, const std::map<std::string, std::int64_t>& definitions) {
  const model::Compiled program = model::compile(source, "ahead.model", definitions);
  AheadExecutor ahead(*program.executor, kMaxAhead);
  EXPECT_EQ(observe(*program.executor, "dpor").order, observe(ahead, "dpor").order);
  return ahead.mean_in_flight();
}

TEST(Ahead, dpor_keeps_several_targets_busy) {
  EXPECT_GT(mean_in_flight(papers::kFibBench, {{"N", 4}}), 5);
  EXPECT_GT(mean_in_flight(papers::kSingleLock, {{"T", 4}, {"S", 2}}), 5);
  EXPECT_GT(mean_in_flight(papers::kDining, {{"P", 4}}), 4);
}

INSTANTIATE_TEST_SUITE_P(Part, Plans, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::plans_test
