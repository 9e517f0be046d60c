// Random programs with loops around a compare-exchange, each of which is one step: those that update atomic variables,
// and those that replace what one points to. The same programs with volatile variables, where every access is a step:
// the same findings, which tell all results apart.
//   HEDDLE_DIFFERENTIAL_UPDATES   how many programs that update (default 20)
//   HEDDLE_DIFFERENTIAL_RETRIES   how many that replace (default 20)
//   HEDDLE_DIFFERENTIAL_RETRIES_OPTIMISED  how many of them with -O2 (default 10)
//   HEDDLE_DIFFERENTIAL_SEED      where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"
#include "tests/differential/retries_generator.h"

namespace heddle::differential::updates_test {
namespace {

constexpr std::uint64_t kMaxRuns = 20000;
constexpr int kResults = 32;

constexpr std::string_view kHead = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef KIND
#define KIND
#endif
#define WEAK atomic_compare_exchange_weak_explicit
static KIND atomic_int x, y;
static int w, results[4];
static pthread_t threads[4];
)";

// Not all of these loops are updates: some are left early, or learn less than their load, or do not begin with one, or
// forget what they found, or do something else first.
constexpr std::array<std::string_view, 18> kSteps = {
    "{{ int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + {n} + 1)) {{ }} }}",
    "{{ int o = x; while (!atomic_compare_exchange_strong(&x, &o, o + 1)) {{ }} a = a * 3 + o; }}",
    "{{ int o = x; while (!atomic_compare_exchange_weak(&x, &o, o * 2 + {n})) {{ }} a = a * 3 + o; }}",
    "{{ int o = y; do {{ }} while (!atomic_compare_exchange_strong(&y, &o, o ^ a)); a += o; }}",
    "{{ int o = y, q; do {{ q = o > {n} ? 0 : o + 1; }} while (!atomic_compare_exchange_weak(&y, &o, q)); a += q; }}",
    "w = {n}; {{ int o = atomic_load_explicit(&y, memory_order_relaxed); while (!WEAK(&y, &o, o | 4, "
    "memory_order_release, memory_order_relaxed)) {{ }} }}",
    "{{ int o = atomic_load_explicit(&y, memory_order_acquire); while (!WEAK(&y, &o, o + 1, memory_order_relaxed, "
    "memory_order_acquire)) {{ }} if (o & 4) a += w; }}",
    "{{ int o = atomic_load_explicit(&y, memory_order_relaxed); while (!WEAK(&y, &o, o + 1, memory_order_acquire, "
    "memory_order_relaxed)) {{ }} if (o & 4) a += w; }}",
    "{{ int o = x; do {{ if (o == {n}) break; }} while (!atomic_compare_exchange_weak(&x, &o, o + 1)); a += o; }}",
    "{{ int e = {n}; while (!atomic_compare_exchange_weak(&x, &e, e + 1)) {{ }} a += e; }}",
    "{{ int o = x; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) o = {n}; a = a * 3 + o; }}",
    "{{ int o = x; a = a * 3 + y; while (!atomic_compare_exchange_weak(&x, &o, o + a + 1)) {{ }} }}",
    "{{ int f = x, o = f; while (!atomic_compare_exchange_weak(&x, &o, f + 1)) {{ }} }}",
    "{{ int f = x, o = f; while (!atomic_compare_exchange_weak(&x, &o, o + 1)) {{ }} a = a * 3 + (f != o); }}",
    "x = {n};",
    "a = a * 3 + x;",
    "atomic_fetch_add(&y, {n});",
    "if (x == {n}) y = a;",
};

// Those whose memory orders decide about races.
constexpr std::size_t kFirstAboutOrders = 5;
constexpr std::size_t kAboutOrders = 3;

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  const bool about_orders = rng.one_in(4);
  const auto step = [&]() -> std::size_t {
    return about_orders ? kFirstAboutOrders + rng.below(kAboutOrders) : rng.below(kSteps.size());
  };
  const std::size_t count = 2 + rng.below(2);
  for (std::size_t t = 0; t < count; ++t) {
    std::string body;
    const std::size_t steps = 1 + rng.below(count == 2 ? 3 : 2);
    for (std::size_t i = 0; i < steps; ++i) {
      body += fmt::format(fmt::runtime(kSteps[step()]), fmt::arg("n", rng.below(3))) + "\n";
    }
    result.text +=
        fmt::format("static void* {}f{}(void* unused) {{\nint a = 0;\n{}results[{}] = a;\nreturn unused;\n}}\n", prefix,
                    t, body, t);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  for (std::size_t t = 0; t < count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
  result.main += "const unsigned r = (x + 5u * y + 7u * results[0] + 11u * results[1] + 13u * results[2]) % 32;\n";
  for (int i = 0; i < kResults; ++i) result.main += fmt::format("assert(r != {});\n", i);
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

std::string retries_of(std::span<const std::uint64_t> seeds) {
  return file_of_cases(std::string(kHead) + std::string(retries_functions()), seeds, generate_retries);
}

struct Explored {
  bool complete = false;
  std::uint64_t tests = 0;
  std::set<std::string> findings;
  bool skips_traces = false;  // then it finds the livelocks of those that it runs
  std::string error;
};

Explored explore_program(const std::string& executable, std::size_t index, std::string_view strategy) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return {.error = native.error().text()};
  const explore::Result result = explore_all(*native.value(), strategy, kMaxRuns);
  return {.complete = result.reasons.empty(),
          .tests = result.tests,
          .findings = findings_of(result),
          .skips_traces = explore::find_strategy(strategy)->skips_traces};
}

std::string difference(const Explored& steps, const Explored& updates) {
  if (!steps.error.empty() || !updates.error.empty()) return steps.error + updates.error;
  std::string result;
  for (const std::string& f : steps.findings) {
    if (updates.skips_traces && f.starts_with("livelock")) continue;
    if (!updates.findings.contains(f)) result += "only with every access a step: " + f + "\n";
  }
  for (const std::string& f : updates.findings) {
    if (!steps.findings.contains(f)) result += "only with updates: " + f + "\n";
  }
  return result;
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  constexpr std::array<std::string_view, 4> kStrategies = {"dpor", "contextual", "auto", "unfolding"};
  const std::string_view strategy = kStrategies[seed % kStrategies.size()];
  const Explored steps = explore_program(twin_of(executable), index, "dpor");
  const Explored updates = explore_program(executable, index, strategy);
  Shown shown;
  if (steps.error.empty() && !(steps.complete && updates.complete)) return shown;
  shown.difference = difference(steps, updates);
  if (!shown.difference.empty()) shown.difference = fmt::format("{}: {}", strategy, shown.difference);
  ++shown.counts["compared"];
  if (updates.tests < steps.tests) ++shown.counts["fewer tests"];
  shown.counts["tests of steps"] = steps.tests;
  shown.counts["tests of updates"] = updates.tests;
  return shown;
}

TEST(Updates, have_the_results_of_their_steps) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_UPDATES", 20);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts =
      run({.flags = {"-w"}, .file = file_of, .compare = compare, .twin_flags = {"-DKIND=volatile"}}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "fewer tests", count / 3);
}

void compare_retries(std::vector<std::string> flags, std::uint64_t first, std::uint64_t count) {
  auto counts =
      run({.flags = std::move(flags), .file = retries_of, .compare = compare, .twin_flags = {"-DKIND=volatile"}}, first,
          count);
  demand(counts, "compared", count / 2);
  demand(counts, "fewer tests", count / 10);
}

TEST(Retries, have_the_results_of_their_steps) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_RETRIES", 20);
  compare_retries({"-w"}, from_environment("HEDDLE_DIFFERENTIAL_SEED", 0), count);
}

TEST(Retries, have_the_results_of_their_steps_when_optimised) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_RETRIES_OPTIMISED", 10);
  compare_retries({"-w", "-O2"}, from_environment("HEDDLE_DIFFERENTIAL_SEED", 0), count);
}

}  // namespace
}  // namespace heddle::differential::updates_test
