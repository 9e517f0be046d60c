// Random programs whose threads read under locks, post to semaphores and meet at barriers, explored by strategies to
// which these steps commute (trace::is_addition) and by some to which they do not: the same findings, the same things
// seen, and one run for each Mazurkiewicz trace that there is.
//   HEDDLE_DIFFERENTIAL_ADDITIONS   how many programs (default 30)
//   HEDDLE_DIFFERENTIAL_SEED        where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/rng.h"
#include "explore/loop.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"
#include "trace/identity.h"

namespace heddle::differential::additions_test {
namespace {

constexpr std::uint64_t kMaxRuns = 4000;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int z, w;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, q = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static pthread_barrier_t b;
static pthread_t threads[4];
)";

// What threads do: {l} is a lock, {n} a number.
constexpr std::array<std::string_view, 28> kStatements = {
    "pthread_rwlock_rdlock(&{l}); a = z; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&{l}); a = z; pthread_rwlock_unlock(&{l}); assert(a != {n} + 1);",
    "pthread_rwlock_rdlock(&{l}); pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&{l}); x = {n}; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&{l}); a = x; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&{l}); while (x != {n}); pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&{l}); w = {n}; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_rdlock(&r); pthread_rwlock_rdlock(&q); a = z; pthread_rwlock_unlock(&q); "
    "pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); pthread_rwlock_rdlock(&r); pthread_rwlock_unlock(&r); pthread_rwlock_unlock(&r);",
    "if (pthread_rwlock_tryrdlock(&{l}) == 0) {{ a = z; pthread_rwlock_unlock(&{l}); }} else a = 1;",
    "pthread_rwlock_wrlock(&{l}); z = {n}; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_wrlock(&{l}); z += 1; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_wrlock(&{l}); z += 1; pthread_rwlock_unlock(&{l});",
    "if (pthread_rwlock_trywrlock(&{l}) == 0) {{ z = {n}; pthread_rwlock_unlock(&{l}); }} else y = 1;",
    "sem_post(&s);",
    "sem_post(&s);",
    "sem_wait(&s);",
    "sem_wait(&s); a = w; sem_post(&s);",
    "if (sem_trywait(&s) == 0) x = {n};",
    "pthread_barrier_wait(&b);",
    "pthread_barrier_wait(&b); a = w;",
    "if (pthread_barrier_wait(&b) != 0) x = {n};",
    "x = {n}; pthread_barrier_wait(&b); a = y;",
    "y = {n}; pthread_barrier_wait(&b); a = x;",
    "pthread_rwlock_wrlock(&{l}); a = x; pthread_rwlock_unlock(&{l});",
    "pthread_rwlock_wrlock(&{l}); if (x == 0) z = 1; pthread_rwlock_unlock(&{l});",
    "w = {n};",
    "a = w; y = {n};",
};
// Two readers that wait for each other inside their sections: neither ends without the other.
constexpr std::array<std::string_view, 2> kTogether = {
    "pthread_rwlock_rdlock(&r); x = 1; while (y != 1); pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); y = 1; while (x != 1); pthread_rwlock_unlock(&r);",
};

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  // A few sorts in one program, so that they interact.
  std::vector<std::string_view> sorts;
  for (std::uint64_t i = 2 + rng.below(3); i > 0; --i) sorts.push_back(kStatements[rng.below(kStatements.size())]);
  const bool together = rng.below(6) == 0;
  const std::size_t count = together ? 3 : 2 + rng.below(2);
  result.main = fmt::format("sem_init(&s, 0, {});\npthread_barrier_init(&b, 0, {});\n", rng.below(2), 2 + rng.below(2));
  for (std::size_t t = 1; t <= count; ++t) {
    std::string body;
    const bool waits = together && t <= kTogether.size();
    if (waits) body = fmt::format("  {{ {} }}\n", kTogether[t - 1]);
    for (std::uint64_t i = waits ? 0 : 1 + rng.below(3); i > 0; --i) {
      body += fmt::format("  {{ {} }}\n",
                          fmt::format(fmt::runtime(sorts[rng.below(sorts.size())]),
                                      fmt::arg("l", rng.below(4) == 0 ? 'q' : 'r'), fmt::arg("n", rng.below(3))));
    }
    result.text += fmt::format(
        "static void* {}f{}(void* unused) {{\n  int a = 0;\n{}  (void)a;\n  return unused;\n}}\n", prefix, t, body);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  if (rng.below(2) == 0) {
    for (std::size_t t = 1; t <= count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
    if (rng.below(2) == 0) result.main += "assert(z + x != 3);\n";
  }
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

// What each thread did with atomic variables, and what it saw there.
std::string seen_in(const trace::Trace& trace) {
  std::map<std::size_t, std::string> threads;
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kRead || op.kind == trace::OpKind::kWrite || op.kind == trace::OpKind::kAwait)
      threads[op.thread.index()] += fmt::format(" {}={}", name(op.kind), op.value);
  }
  return fmt::format("{} {}", static_cast<int>(trace.outcome), fmt::join(threads, ";"));
}

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::set<std::string> seen;
  std::set<base::Hash128> traces;
  std::uint64_t tests = 0;
};

// None if it takes too long.
std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy,
                                     std::uint64_t max_tests) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return std::nullopt;
  Story story;
  trace::Identity identity;
  const auto note = [&](const trace::Trace& trace) {
    if (trace.refines) {
      story = {};
    } else if (trace.outcome != trace::Outcome::kAsleep) {
      story.seen.insert(seen_in(trace));
      story.traces.insert(identity.mazurkiewicz(trace));
      ++story.tests;
    }
  };
  const explore::Result result = explore_all(*native.value(), strategy, max_tests, {}, note);
  if (was_stopped(result)) return std::nullopt;
  story.said = said_by(result);
  return story;
}

std::string difference(const Story& one, const Story& other, bool runs_every_trace) {
  if (one.said != other.said)
    return fmt::format("says\n{}\nbut not\n{}", fmt::join(other.said, "\n"), fmt::join(one.said, "\n"));
  if (!runs_every_trace) return {};
  // Locations are numbered as they turn up, so the traces themselves may have other names.
  if (one.traces.size() != other.traces.size())
    return fmt::format("has {} traces instead of {}", other.traces.size(), one.traces.size());
  if (one.seen != other.seen)
    return fmt::format("sees\n{}\nbut not\n{}", fmt::join(other.seen, "\n"), fmt::join(one.seen, "\n"));
  return {};
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t /*seed*/) {
  Shown shown;
  const std::optional<Story> all = explore_program(executable, index, "exhaustive", kMaxRuns);
  if (!all) {
    ++shown.counts["too large"];
    return shown;
  }
  std::uint64_t versions = 0;
  for (const std::string_view strategy : {"dpor", "dpor-1", "dpor-2", "contextual", "auto"}) {
    const std::optional<Story> story = explore_program(executable, index, strategy, 2 * kMaxRuns);
    if (!story) {
      shown.difference = fmt::format("{} takes longer than exhaustive", strategy);
      return shown;
    }
    const bool is_dpor = strategy.starts_with("dpor");
    shown.difference = difference(*all, *story, is_dpor);
    if (shown.difference.empty() && strategy == "dpor" && story->tests != story->traces.size())
      shown.difference = fmt::format("{} tests for {} traces", story->tests, story->traces.size());
    if (!shown.difference.empty()) {
      shown.difference = fmt::format("{}: {}", strategy, shown.difference);
      return shown;
    }
    if (strategy == "contextual") versions = story->tests;
  }
  ++shown.counts["compared"];
  if (versions > all->traces.size()) ++shown.counts["fewer traces than versions"];
  if (!all->said.empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(Additions, commute_without_a_difference) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_ADDITIONS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "compared", count / 2);
  demand(counts, "fewer traces than versions", count / 20);
  demand(counts, "with findings", count / 5);
}

}  // namespace
}  // namespace heddle::differential::additions_test
