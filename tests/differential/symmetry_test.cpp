// Random programs with threads that do the same thing, explored with and without symmetry (docs/symmetry.md): the same
// findings, and the same runs up to the names of threads. Some tell their threads apart, in one of many ways.
//   HEDDLE_DIFFERENTIAL_SYMMETRY   how many programs (default 30)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
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

namespace heddle::differential::symmetry_test {
namespace {

constexpr std::uint64_t kMaxRuns = 1500;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static atomic_int x, y, tickets;
static int z, w;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static pthread_t first, threads[4];
static void* ask(void* unused) {
  y = gettid() & 1;
  return unused;
}
static int inherited(void) {
  struct timespec now;
  sigset_t set;
  clock_gettime(CLOCK_REALTIME, &now);
  pthread_sigmask(SIG_BLOCK, 0, &set);
  return (int)(now.tv_nsec / 500000000) + 2 * sigismember(&set, SIGUSR1);
}
static void block_a_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
}
)";

// What threads do, including main. {k} is a number.
constexpr std::array<std::string_view, 18> kSteps = {
    "x = {k};",
    "atomic_store_explicit(&y, {k}, memory_order_relaxed);",
    "a = x;",
    "a += atomic_load_explicit(&y, memory_order_relaxed);",
    "atomic_fetch_add(&x, {k});",
    "a = atomic_exchange(&y, {k});",
    "{{ int e = 0; atomic_compare_exchange_strong(&x, &e, {k}); a = e; }}",
    "pthread_mutex_lock(&m); z += {k}; a = z; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n); pthread_mutex_lock(&m); z = a; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    "pthread_mutex_lock(&m); pthread_mutex_lock(&n); z = {k}; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    "if (pthread_mutex_trylock(&m) == 0) {{ ++z; pthread_mutex_unlock(&m); }}",
    "pthread_mutex_lock(&m); if (z == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    "pthread_cond_signal(&c);",
    "sem_wait(&s); a = x; sem_post(&s);",
    "sem_post(&s);",
    "assert(x != {k} + 1);",
    "assert(a != {k} || y != 1);",
    "if (a == {k}) y = 2;",
};
// What only some threads do, each a chance to miss something.
constexpr std::array<std::string_view, 9> kSecrets = {
    "if (atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed) == 1) a = w;",
    "if (atomic_fetch_add(&tickets, 1) == 0) w = {k};",
    "if (atomic_fetch_add(&tickets, 1) == 1) assert(y == 0);",
    "pthread_mutex_lock(&m); if (first == 0) first = pthread_self(); pthread_mutex_unlock(&m);",
    "if (atomic_fetch_add(&tickets, 1) == 0) a = gettid() & 1;",
    "w = {k};",
    "a = w;",
    "if (tickets == 0) {{ tickets = 1; return (void*)1; }}",
    "if (atomic_fetch_add(&tickets, 1) == 0) {{ pthread_t t; pthread_create(&t, 0, ask, 0); pthread_join(t, 0); }}",
};
// What main does between two creations, or two joins.
constexpr std::array<std::string_view, 5> kBetween = {"w = {k};", "a = w;", "x = {k};", "assert(x == 0 || y == 0);",
                                                      ""};
// What shows a thread what it has inherited, and what changes that between two creations.
constexpr std::string_view kHeir = "if (atomic_fetch_add(&tickets, 1) == 0) y = inherited();\n";
constexpr std::array<std::string_view, 2> kLegacies = {"usleep(600000);\n", "block_a_signal();\n"};

struct TwinCase : Case {
  std::vector<int> functions;  // of the threads, in the order of their creation
};

// {k} is a number.
std::string fill_in(base::Rng& rng, std::string_view text) {
  return fmt::format(fmt::runtime(text), fmt::arg("k", rng.below(3)));
}

std::string body_of(base::Rng& rng) {
  std::string result;
  const std::size_t steps = 1 + rng.below(2);
  for (std::size_t i = 0; i < steps; ++i) result += "  " + fill_in(rng, kSteps[rng.below(kSteps.size())]) + "\n";
  if (rng.below(3) == 0) result = "  " + fill_in(rng, kSecrets[rng.below(kSecrets.size())]) + "\n" + result;
  return result;
}

std::string join_all(base::Rng& rng, std::size_t count) {
  std::string result;
  const std::size_t way = rng.below(8);
  const bool backwards = rng.below(4) == 0;
  const std::size_t joined = way == 1 ? rng.below(count) : count;
  for (std::size_t i = 0; i < joined; ++i) {
    const std::size_t t = backwards ? count - 1 - i : i;
    if (way == 2 && i != 0) result += fill_in(rng, kBetween[rng.below(kBetween.size())]) + "\n";
    if (way == 3 && rng.below(2) == 0) {
      result += fmt::format("{{ void* r; pthread_join(threads[{}], &r); assert(r == 0 || y != 2); }}\n", t);
    } else if (way == 4 && i == 0) {
      result += fmt::format("if (pthread_tryjoin_np(threads[{0}], 0)) pthread_join(threads[{0}], 0); else a = x;\n", t);
    } else {
      result += fmt::format("pthread_join(threads[{}], 0);\n", t);
    }
  }
  if (way == 5) result += "assert(first == 0 || first == threads[0]);\n";
  if (way == 6) result += "assert(z != 2 && x != 3);\n";
  return result;
}

TwinCase generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  TwinCase result;
  const std::size_t functions = 1 + rng.below(2);
  const bool inherits = rng.below(10) == 0;
  for (std::size_t f = 0; f < functions; ++f) {
    result.text +=
        fmt::format("static void* {}f{}(void* unused) {{\n  int a = 0;\n{}  (void)a;\n  return unused;\n}}\n", prefix,
                    f, inherits ? std::string(kHeir) : body_of(rng));
  }
  const std::size_t count = 2 + rng.below(3);
  const bool with_steps = rng.below(4) == 0;
  result.main = "int a = 0;\n";
  if (rng.below(2) == 0) result.main += "sem_init(&s, 0, 1);\n";
  for (std::size_t i = 0; i < count; ++i) {
    if (with_steps && i != 0) result.main += fill_in(rng, kBetween[rng.below(kBetween.size())]) + "\n";
    if (inherits && i != 0) result.main += kLegacies[rng.below(kLegacies.size())];
    result.functions.push_back(static_cast<int>(rng.below(functions)));
    result.main += fmt::format("pthread_create(&threads[{}], 0, {}f{}, 0);\n", i, prefix, result.functions.back());
  }
  if (rng.below(3) == 0) result.main += fill_in(rng, kSteps[rng.below(kSteps.size())]) + "\n";
  result.main += join_all(rng, count) + "(void)a;\n";
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

// The sum that an addition leaves is not seen by its thread: additions commute.
bool has_value(trace::OpKind kind) {
  using trace::OpKind;
  return kind == OpKind::kRead || kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kExchange ||
         kind == OpKind::kCas;
}

// What each thread did and saw; threads are identified by their functions. How many were joined before one that never
// ends depends on their names.
std::string without_names(const trace::Trace& trace, const std::vector<int>& functions) {
  std::map<std::size_t, std::string> threads;
  std::size_t created = 0;
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kCreate && op.thread.value == 0 && created < functions.size())
      threads[static_cast<std::size_t>(op.choice)] = fmt::format("f{}:", functions[created++]);
    if (!trace::is_step(op) || op.kind == trace::OpKind::kJoin) continue;
    std::string& text = threads[op.thread.index()];
    text += fmt::format(" {}@{}", name(op.kind), op.location.valid() ? op.location.index() : 0);
    if (has_value(op.kind)) text += fmt::format("={}", op.value);
  }
  for (const trace::Pending& p : trace.pending) threads[p.operation.thread.index()] += fmt::format(" {}", name(p.why));
  std::multiset<std::string> texts;
  for (auto& [id, text] : threads) texts.insert(std::move(text));
  return fmt::format("{} {}", name(trace.outcome), fmt::join(texts, " | "));
}

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::set<std::string> runs;
  std::uint64_t tests = 0;
};

// None if it takes too long.
std::optional<Story> explore_target(trace::Executor& native, bool symmetry, const std::vector<int>& functions) {
  Story story;
  const auto note = [&](const trace::Trace& trace) {
    if (trace.refines) {
      story.runs.clear();
    } else {
      story.runs.insert(without_names(trace, functions));
    }
  };
  const explore::Result result = explore_all(native, "dpor", kMaxRuns, {.symmetry = symmetry}, note);
  if (was_stopped(result)) return std::nullopt;
  story.said = said_by(result);
  story.tests = result.tests;
  return story;
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  const auto native = start_case(executable, index, "dpor");
  if (!native) return {native.error().text(), {}};
  const std::vector<int> functions = generate_case(seed, "").functions;
  Shown shown;
  const std::optional<Story> all = explore_target(*native.value(), false, functions);
  if (!all) {
    ++shown.counts["too large"];
    return shown;
  }
  const std::optional<Story> some = explore_target(*native.value(), true, functions);
  if (!some) {
    shown.difference = "takes longer with symmetry";
    return shown;
  }
  if (all->said != some->said) {
    shown.difference =
        fmt::format("says\n{}\nand with symmetry\n{}", fmt::join(all->said, "\n"), fmt::join(some->said, "\n"));
  } else if (all->runs != some->runs) {
    std::vector<std::string> missing;
    std::ranges::set_symmetric_difference(all->runs, some->runs, std::back_inserter(missing));
    shown.difference = fmt::format("not in both:\n{}", fmt::join(missing, "\n"));
  }
  ++shown.counts["compared"];
  if (!native.value()->knows_twins()) ++shown.counts["told apart"];
  if (some->tests < all->tests) ++shown.counts["fewer tests"];
  if (!all->said.empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(Symmetry, shows_the_same_up_to_the_names_of_threads) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_SYMMETRY", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "fewer tests", count / 5);
  if (count >= 50) demand(counts, "told apart", count / 10);
}

}  // namespace
}  // namespace heddle::differential::symmetry_test
