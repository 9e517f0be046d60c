// Random programs with loops around a compare-exchange, each of which is one step: those that update atomic variables,
// and those that replace what one points to. The same programs with volatile variables, where every access is a step:
// the same findings, which tell all results apart.
//   HEDDLE_DIFFERENTIAL_UPDATES   how many programs that update (default 20)
//   HEDDLE_DIFFERENTIAL_RETRIES   how many that replace (default 20)
//   HEDDLE_DIFFERENTIAL_SEED      where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/campaign.h"
#include "tests/differential/environment.h"

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
constexpr std::array<std::string_view, 16> kSteps = {
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
    "x = {n};",
    "a = a * 3 + x;",
    "atomic_fetch_add(&y, {n});",
    "if (x == {n}) y = a;",
};

// Those whose memory orders decide about races.
constexpr std::size_t kFirstAboutOrders = 5;
constexpr std::size_t kAboutOrders = 3;

// A stack of nodes. What a thread reads in a turn that fails may be written, freed or pushed again by others.
constexpr std::string_view kStack = R"(
struct node { int v; int tries; struct node* next; };
static KIND _Atomic(struct node*) top;
static struct node pool[4][4], end;
#define CAS atomic_compare_exchange_weak_explicit
static void push(struct node* n) {
  struct node* o = top;
  do { n->next = o; } while (!atomic_compare_exchange_strong(&top, &o, n));
}
static void push_reload(struct node* n) {
  for (;;) {
    struct node* o = top;
    n->next = o;
    if (atomic_compare_exchange_weak(&top, &o, n)) break;
  }
}
static void push_release(struct node* n) {
  struct node* o = atomic_load_explicit(&top, memory_order_relaxed);
  do { n->next = o; } while (!CAS(&top, &o, n, memory_order_release, memory_order_relaxed));
}
static void push_count(struct node* n) {
  struct node* o = top;
  do { n->next = o; ++n->tries; } while (!atomic_compare_exchange_weak(&top, &o, n));
}
static int push_open(struct node* n) {
  struct node* o = top;
  do { if (o == &end) return 0; n->next = o; } while (!atomic_compare_exchange_weak(&top, &o, n));
  return 1;
}
static int replace_empty(struct node* n) {
  struct node* o = top;
  do { if (o) return 0; } while (!atomic_compare_exchange_weak(&top, &o, n));
  return 1;
}
static struct node* pop(void) {
  struct node* o = top;
  do { if (!o || o == &end) return 0; } while (!atomic_compare_exchange_strong(&top, &o, o->next));
  return o;
}
static struct node* pop_one(void) {
  struct node* o = top;
  while (o && !atomic_compare_exchange_weak(&top, &o, o->next)) {}
  return o;
}
static struct node* pop_reload(void) {
  for (;;) {
    struct node* o = top;
    if (o == 0) return 0;
    struct node* next = o->next;
    if (atomic_compare_exchange_strong(&top, &o, next)) return o;
  }
}
static struct node* pop_acquire(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_acquire);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acq_rel, memory_order_acquire));
  return o;
}
static struct node* pop_relaxed(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_acquire);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acquire, memory_order_relaxed));
  return o;
}
static struct node* pop_learning(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_relaxed);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acquire, memory_order_acquire));
  return o;
}
static struct node* fresh(int t, int i, int v) {
  struct node* n = i & 2 ? malloc(sizeof *n) : &pool[t][i];
  n->v = v;
  n->tries = 0;
  return n;
}
static struct node* pop_simple(void) {
  struct node* o = top;
  do { if (!o) return 0; } while (!atomic_compare_exchange_weak(&top, &o, o->next));
  return o;
}
static struct node* pop_valued(int* a) {
  struct node *o, *next;
  do {
    o = top;
    if (!o) return 0;
    next = o->next;
    *a = o->v;
  } while (!atomic_compare_exchange_weak(&top, &o, next));
  return o;
}
static struct node* heap(int v) {
  struct node* n = malloc(sizeof *n);
  n->v = v;
  n->tries = 0;
  return n;
}
#define USE(n) a = a * 3 + (n)->v
)";

constexpr std::array<std::string_view, 18> kStackSteps = {
    "push(fresh({t}, {i}, {n}));",
    "push_reload(fresh({t}, {i}, {n}));",
    "push_release(fresh({t}, {i}, {n}));",
    "push_count(fresh({t}, {i}, {n}));",
    "a += push_open(fresh({t}, {i}, {n}));",
    "a += 5 * replace_empty(fresh({t}, {i}, {n}));",
    "{{ struct node* o = pop(); if (o) USE(o); }}",
    "{{ struct node* o = pop_one(); if (o) USE(o); }}",
    "{{ struct node* o = pop_reload(); if (o) USE(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) USE(o); }}",
    "{{ struct node* o = pop_relaxed(); if (o) USE(o); }}",
    "{{ struct node* o = pop_learning(); if (o) USE(o); }}",
    "{{ struct node* o = pop(); if (o) {{ USE(o); o->v = 1; }} }}",
    "{{ struct node* o = pop(); if (o) o->next = 0; }}",
    "{{ struct node* o = pop_reload(); if (o) push(o); }}",
    "{{ struct node* o = pop(); if (o && o->tries == 0 && (o < pool[0] || o > pool[3] + 3)) free(o); }}",
    "{{ struct node* o = atomic_exchange(&top, 0); while (o) {{ USE(o); o = o->next; }} }}",
    "{{ struct node* o = top; if (o) USE(o); }}",
};

// Nodes that others may still look at in a turn that fails are freed, written and pushed again.
constexpr std::array<std::string_view, 10> kReusingSteps = {
    "{{ struct node* o = pop_simple(); if (o) free(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) free(o); }}",
    "{{ struct node* o = pop_simple(); if (o) USE(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) USE(o); }}",
    "{{ struct node* o = pop_simple(); if (o) push(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) {{ o->v = {n}; push_reload(o); }} }}",
    "{{ struct node* o = pop(); if (o) o->next = 0; }}",
    "push(heap({n}));",
    "{{ struct node* o = atomic_exchange(&top, 0); if (o) {{ USE(o); o->next = 0; }} }}",
};

Case generate_stack(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  // Most programs are free of races.
  const bool reuses = rng.one_in(3);
  const std::size_t kinds = rng.one_in(3) ? kStackSteps.size() : rng.one_in(3) ? 13 : 10;
  const std::size_t count = 2 + rng.below(2);
  for (std::size_t t = 0; t < count; ++t) {
    std::string body;
    const std::size_t steps = 1 + rng.below(count == 2 ? 3 : 2);
    for (std::size_t i = 0; i < steps; ++i) {
      const std::string_view step =
          reuses ? kReusingSteps[rng.below(kReusingSteps.size())] : kStackSteps[rng.below(kinds)];
      body += fmt::format(fmt::runtime(step), fmt::arg("t", t), fmt::arg("i", i), fmt::arg("n", 1 + t * 3 + i)) + "\n";
    }
    result.text +=
        fmt::format("static void* {}f{}(void* unused) {{\nint a = 0;\n{}results[{}] = a;\nreturn unused;\n}}\n", prefix,
                    t, body, t);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  if (reuses) {
    result.main = "push(heap(10));\npush(heap(11));\n" + result.main;
  } else if (rng.one_in(2)) {
    result.main = "push(fresh(3, 0, 10));\npush(fresh(3, 2, 11));\n" + result.main;
  }
  if (rng.one_in(8)) result.main = "top = &end;\n" + result.main;
  for (std::size_t t = 0; t < count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
  result.main += "int left = 0;\nfor (struct node* o = pop(); o; o = pop()) left = left * 3 + o->v;\n";
  result.main += "const unsigned r = (left + 7u * results[0] + 11u * results[1] + 13u * results[2]) % 32;\n";
  for (int i = 0; i < kResults; ++i) result.main += fmt::format("assert(r != {});\n", i);
  return result;
}

std::string stacks_of(std::span<const std::uint64_t> seeds) {
  return file_of_cases(std::string(kHead) + std::string(kStack), seeds, generate_stack);
}

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

struct Explored {
  bool complete = false;
  std::uint64_t tests = 0;
  std::set<std::string> findings;
  bool skips_traces = false;  // then it finds the livelocks of those that it runs
  std::string error;
};

Explored explore_all(const std::string& executable, std::size_t index, std::string_view strategy) {
  const bool skips_traces = explore::find_strategy(strategy)->skips_traces;
  const native::Options settings{.record_accesses = skips_traces, .stacks = false};
  auto made = native::NativeExecutor::create({executable, {fmt::format("{}", index)}}, settings);
  if (!made) return {.error = made.error().text()};
  native::NativeExecutor& executor = *made.value();
  explore::Options options;
  options.budget = {.tests = kMaxRuns};
  options.keep_going = true;
  const explore::Result result =
      explore::explore(executor, [&] { return explore::make_strategy(strategy, executor, {}); }, options);
  Explored explored{.complete = result.reasons.empty(), .tests = result.tests, .skips_traces = skips_traces};
  for (const explore::Finding& f : result.findings)
    explored.findings.insert(fmt::format("{} at {}", name(f), where(f)));
  return explored;
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
  const Explored steps = explore_all(twin_of(executable), index, "dpor");
  const Explored updates = explore_all(executable, index, strategy);
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
  EXPECT_GE(counts["compared"], count * 3 / 4);
  EXPECT_GE(counts["fewer tests"], count / 3);
}

TEST(Retries, have_the_results_of_their_steps) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_RETRIES", 20);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts =
      run({.flags = {"-w"}, .file = stacks_of, .compare = compare, .twin_flags = {"-DKIND=volatile"}}, first, count);
  EXPECT_GE(counts["compared"], count / 2);
  EXPECT_GE(counts["fewer tests"], count / 4);
}

}  // namespace
}  // namespace heddle::differential::updates_test
