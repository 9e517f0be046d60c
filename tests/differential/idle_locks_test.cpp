// Random programs with locks, many of which order nothing, explored with all of them as steps and with only those that
// are needed (docs/idle-locks.md): the same findings, and the same runs except for the locks.
//   HEDDLE_DIFFERENTIAL_IDLE_LOCKS   how many programs (default 30)
//   HEDDLE_DIFFERENTIAL_SEED         where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "explore/loop.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"

namespace heddle::differential::idle_locks_test {
namespace {

constexpr std::uint64_t kMaxRuns = 1500;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x, y;
static int own[4], z, w;
static int* volatile block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, o = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_t threads[4];
static void lock(pthread_mutex_t* l) { pthread_mutex_lock(l); }
static void unlock(pthread_mutex_t* l) { pthread_mutex_unlock(l); }
)";

// What threads do, including main: {l} and {k} are locks, {n} is a number, {t} that of the thread.
constexpr std::array<std::string_view, 13> kQuiet = {
    "lock(&{l}); own[{t}]++; unlock(&{l});",
    "lock(&{l}); unlock(&{l});",
    "for (int i = 0; i < 3; ++i) {{ lock(&{l}); own[{t}] += i; unlock(&{l}); }}",
    "lock(&{l}); if (own[{t}] == 0) own[{t}] = {n}; a = own[{t}]; unlock(&{l});",
    "lock(&{l}); int* p = malloc(4); *p = a; a = *p; free(p); unlock(&{l});",
    "lock(&{l}); a += w; unlock(&{l});",
    "x = {n};",
    "a = x;",
    "atomic_fetch_add(&y, {n});",
    "a += atomic_load_explicit(&y, memory_order_relaxed);",
    "assert(x != {n} + 1);",
    "sem_wait(&s); a = x; sem_post(&s);",
    "sem_post(&s);",
};
// What makes locks order something.
constexpr std::array<std::string_view, 21> kLoud = {
    "lock(&{l}); z += {n}; a = z; unlock(&{l});",
    "lock(&{l}); a = z; unlock(&{l}); assert(a != {n});",
    "lock(&{l}); x = {n}; unlock(&{l});",
    "lock(&{l}); lock(&{k}); own[{t}]++; unlock(&{k}); unlock(&{l});",
    "if (pthread_mutex_trylock(&{l}) == 0) {{ own[{t}]++; unlock(&{l}); }} else a = 1;",
    "lock(&{l}); if (x == 0) pthread_cond_wait(&c, &{l}); unlock(&{l});",
    "lock(&{l}); pthread_cond_signal(&c); unlock(&{l});",
    "lock(&{l}); assert(own[{t}] < 1); unlock(&{l});",
    "lock(&{l}); if (x == {n}) return 0; unlock(&{l});",
    "lock(&{l});",
    "w = {n};",
    "w = {n}; lock(&{l}); unlock(&{l});",
    "lock(&{l}); unlock(&{l}); a = w;",
    "lock(&{l}); if (block == 0) block = malloc(4); *block = {n}; unlock(&{l});",
    "lock(&{l}); free(block); block = 0; unlock(&{l});",
    "pthread_mutex_destroy(&{l});",
    "pthread_rwlock_destroy(&r);",
    "pthread_rwlock_wrlock(&r); z = {n}; pthread_rwlock_unlock(&r);",
    "pthread_rwlock_rdlock(&r); a = z; pthread_rwlock_unlock(&r);",
    "for (;;) {{ lock(&{l}); int stop = z; unlock(&{l}); if (stop) break; }}",
    "unlock(&{l});",
};

std::string fill_in(base::Rng& rng, std::string_view text, std::size_t thread) {
  constexpr std::array<char, 3> kLocks = {'m', 'n', 'o'};
  const std::size_t lock = rng.below(4);  // some more often
  return fmt::format(fmt::runtime(text), fmt::arg("l", kLocks[lock % 3]), fmt::arg("k", kLocks[(lock + 1) % 3]),
                     fmt::arg("n", rng.below(3)), fmt::arg("t", thread));
}

std::string statement(base::Rng& rng, std::size_t thread, bool may_be_loud) {
  if (may_be_loud && rng.below(3) == 0) return fill_in(rng, kLoud[rng.below(kLoud.size())], thread);
  return fill_in(rng, kQuiet[rng.below(kQuiet.size())], thread);
}

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  const bool may_be_loud = rng.below(3) != 0;
  const std::size_t count = 2 + rng.below(2);
  result.main = "int a = 0;\nsem_init(&s, 0, 1);\n";
  for (std::size_t t = 1; t <= count; ++t) {
    std::string body;
    const std::size_t statements = 1 + rng.below(3);
    for (std::size_t i = 0; i < statements; ++i) body += fmt::format("  {{ {} }}\n", statement(rng, t, may_be_loud));
    result.text += fmt::format(
        "static void* {}f{}(void* unused) {{\n  int a = 0;\n{}  (void)a;\n  return unused;\n}}\n", prefix, t, body);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  if (rng.below(2) == 0) result.main += fmt::format("{{ {} }}\n", statement(rng, 0, may_be_loud && rng.below(2) == 0));
  if (rng.below(4) != 0) {
    for (std::size_t t = 1; t <= count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
    if (rng.below(2) == 0) result.main += fmt::format("{{ {} }}\n", statement(rng, 0, true));
    if (rng.below(3) == 0) result.main += "assert(own[1] != 2 && z != 3);\n";
  }
  result.main += "(void)a;\n";
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

// What each thread did with atomic variables and what it saw there.
std::string without_locks(const trace::Trace& trace) {
  std::map<std::size_t, std::string> threads;
  for (const trace::Operation& op : trace.operations) {
    const bool is_access = op.kind == trace::OpKind::kRead || op.kind == trace::OpKind::kWrite ||
                           op.kind == trace::OpKind::kRmw || op.kind == trace::OpKind::kAwait;
    if (is_access) threads[op.thread.index()] += fmt::format(" {}={}", name(op.kind), op.value);
  }
  std::string result;
  for (const auto& [id, text] : threads) result += fmt::format("{}:{};", id, text);
  return result;
}

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::set<std::string> runs;
  std::uint64_t tests = 0;
};

// None if it takes too long.
std::optional<Story> explore_target(trace::Executor& native, std::string_view strategy) {
  Story story;
  const auto note = [&](const trace::Trace& trace) {
    if (trace.refines) {
      story.runs.clear();
    } else {
      story.runs.insert(without_locks(trace));
    }
  };
  const explore::Result result = explore_all(native, strategy, kMaxRuns, {}, note);
  if (was_stopped(result)) return std::nullopt;
  story.said = said_by(result);
  story.tests = result.tests;
  return story;
}

std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy,
                                     bool idle_locks) {
  const auto native = start_case(executable, index, strategy, {.spec = {.idle_locks = idle_locks}});
  if (!native) return std::nullopt;
  return explore_target(*native.value(), strategy);
}

std::string difference(const Story& all, const Story& needed, bool same_runs) {
  if (all.said != needed.said)
    return fmt::format("says\n{}\nand with those that are needed\n{}", fmt::join(all.said, "\n"),
                       fmt::join(needed.said, "\n"));
  if (!same_runs || all.runs == needed.runs) return {};
  std::vector<std::string> missing;
  std::ranges::set_symmetric_difference(all.runs, needed.runs, std::back_inserter(missing));
  return fmt::format("not in both:\n{}", fmt::join(missing, "\n"));
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t /*seed*/) {
  Shown shown;
  const std::optional<Story> all = explore_program(executable, index, "dpor", false);
  if (!all) {
    ++shown.counts["too large"];
    return shown;
  }
  for (const std::string_view strategy : {"dpor", "contextual"}) {
    const std::optional<Story> needed = explore_program(executable, index, strategy, true);
    if (!needed) {
      shown.difference = fmt::format("takes longer with those that are needed ({})", strategy);
      return shown;
    }
    shown.difference = difference(*all, *needed, strategy == "dpor");
    if (!shown.difference.empty()) {
      shown.difference = fmt::format("{}: {}", strategy, shown.difference);
      return shown;
    }
    if (strategy == "dpor" && needed->tests < all->tests) ++shown.counts["fewer tests"];
  }
  ++shown.counts["compared"];
  if (!all->said.empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(IdleLocks, change_nothing_but_the_number_of_tests) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_IDLE_LOCKS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "fewer tests", count / 5);
  demand(counts, "with findings", count / 5);
}

}  // namespace
}  // namespace heddle::differential::idle_locks_test
