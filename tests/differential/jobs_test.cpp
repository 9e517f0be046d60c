// Random programs, explored with one target and with several at once (native/parallel_executor.h): the same traces in
// the same order, with the same ids; the same counts, findings and reasons.
//   HEDDLE_DIFFERENTIAL_JOBS   how many programs (default 14)
//   HEDDLE_DIFFERENTIAL_SEED   where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "explore/loop.h"
#include "native/parallel_executor.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"

namespace heddle::differential::jobs_test {
namespace {

constexpr std::uint64_t kMaxRuns = 3000;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int z, w;
static int* _Atomic block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t threads[4];
)";

// Some find out late that memory is shared, or need places, locations and threads that few runs have.
constexpr std::array<std::string_view, 14> kSteps = {
    "x = {n};",
    "a += x;",
    "x++;",
    "a = atomic_fetch_add(&y, {n});",
    "if (x == {n}) y = a;",
    "pthread_mutex_lock(&m); z += {n}; a = z; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n); pthread_mutex_lock(&m); w++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    "if (x == {n} && y == 1) z = a;",
    "if (y == {n}) {{ pthread_mutex_lock(&m); w = a; pthread_mutex_unlock(&m); }}",
    "if (x + y == 3) {{ int* p = malloc(4); *p = a; p = atomic_exchange(&block, p); if (p) a = *p; }}",
    "{{ int* p = atomic_load(&block); if (p) a += *p; }}",
    "pthread_mutex_lock(&m); if (x == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    "x = 2; pthread_cond_broadcast(&c);",
    "assert(a != 5 || y != 1);",
};

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  const std::size_t count = 2 + rng.below(3);
  for (std::size_t t = 0; t < count; ++t) {
    std::string body;
    const std::size_t steps = (count == 4 ? 2 : 3) + rng.below(2);
    for (std::size_t i = 0; i < steps; ++i) {
      body += fmt::format(fmt::runtime(kSteps[rng.below(kSteps.size())]), fmt::arg("n", rng.below(3))) + "\n";
    }
    result.text += fmt::format("static void* {}f{}(void* unused) {{\nint a = 0;\n{}(void)a;\nreturn unused;\n}}\n",
                               prefix, t, body);
  }
  for (std::size_t t = 0; t < count; ++t)
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  if (rng.one_in(2)) {
    for (std::size_t t = 0; t < count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
  }
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

// What an exploration did and found, line by line.
struct Story {
  std::vector<std::string> lines;
  std::uint64_t believed = 0;  // traces of followers
};

// All that a trace says, with the words for its ids.
std::string text_of(const trace::Trace& trace, const trace::Names& names) {
  std::string result = fmt::format("{}:", static_cast<int>(trace.outcome));
  for (const trace::Operation& op : trace.operations) {
    result += fmt::format(" {}{}@{}={}>{}", op.thread.index(), name(op.kind), op.location.index(), op.before, op.value);
    if (op.location.valid()) result += names.locations[op.location.index()];
  }
  for (const trace::Failure& f : trace.failures) result += fmt::format(" !{}", f.place.index());
  return result;
}

Story explore_program(const std::string& executable, std::size_t index, std::string_view strategy, std::size_t jobs) {
  auto made = start_case(executable, index, strategy);
  if (!made) return {{made.error().text()}};
  native::ParallelExecutor executor(std::move(made.value()), jobs);
  executor.ignore_pace();
  Story story;
  const auto note = [&](const trace::Trace& trace) { story.lines.push_back(text_of(trace, executor.names())); };
  const explore::Result result = explore_all(executor, strategy, kMaxRuns, {}, note);
  story.lines.push_back(fmt::format("{} tests, {} traces, {} events, {} deadlocks", result.tests,
                                    result.progress.traces, result.progress.events, result.progress.deadlocks));
  for (const explore::Finding& f : result.findings)
    story.lines.push_back(fmt::format("{} at {}, {} steps", name(f), where(f), f.trace.operations.size()));
  story.lines.insert(story.lines.end(), result.reasons.begin(), result.reasons.end());
  story.believed = executor.believed();
  return story;
}

std::string first_difference(const Story& alone, const Story& together) {
  const auto [a, b] = std::ranges::mismatch(alone.lines, together.lines);
  const auto line = [](const Story& story, auto at) { return at == story.lines.end() ? "(nothing)" : *at; };
  return fmt::format("line {}: alone\n{}\nand together\n{}", a - alone.lines.begin(), line(alone, a),
                     line(together, b));
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  constexpr std::array<std::string_view, 7> kStrategies = {"dpor", "contextual", "auto",      "random",
                                                           "pct",  "unfolding",  "exhaustive"};
  const std::string_view strategy = kStrategies[seed % kStrategies.size()];
  Shown shown;
  const Story alone = explore_program(executable, index, strategy, 1);
  std::uint64_t believed = 0;
  for (const std::size_t jobs : {2, 4}) {
    const Story together = explore_program(executable, index, strategy, jobs);
    believed += together.believed;
    if (alone.lines != together.lines)
      shown.difference = fmt::format("{}, {} targets: {}", strategy, jobs, first_difference(alone, together));
  }
  ++shown.counts["compared"];
  shown.counts["traces of followers"] = believed;
  if (believed != 0) ++shown.counts["by several"];
  return shown;
}

TEST(Jobs, explore_the_same_as_one_target_alone) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_JOBS", 14);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "by several", count / 3);
}

}  // namespace
}  // namespace heddle::differential::jobs_test
