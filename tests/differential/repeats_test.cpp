// Accesses that repeat others need not be announced (docs/how-it-runs.md, "What repeats an access"). Random C programs
// that access parts of the same memory of all sizes again and again, with and without steps in between, run side by
// side with and without that: the same traces, operation by operation, the same recorded accesses, and the same memory
// becomes visible.
//   HEDDLE_DIFFERENTIAL_REPEATS   how many programs (default 40)
//   HEDDLE_DIFFERENTIAL_SEED      where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/campaign.h"
#include "tests/differential/environment.h"

namespace heddle::differential::repeats_test {
namespace {

constexpr std::uint64_t kMaxRuns = 250;
constexpr std::uint64_t kMaxPlanned = 60;  // where planning a run takes longer than the run

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct mixed { short s; char c[2]; int i; };
static int a[12];
static char c[24];
static long w[3];
static struct mixed r[3];
static int alone, beside;
static int *block, *lent;
static atomic_int f[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int four = 4;
struct node { struct node* next; int v, w; };
static struct node nodes[3];
static _Atomic(struct node*) top;
static void push(struct node* n, int v) {
  n->v = v;
  struct node* old = atomic_load(&top);
  do { n->next = old; n->w = v; } while (!atomic_compare_exchange_weak(&top, &old, n));
}
static struct node* pop(void) {
  struct node* old = atomic_load(&top);
  do { if (old == 0) return 0; } while (!atomic_compare_exchange_weak(&top, &old, old->next));
  return old;
}
__attribute__((noinline)) static void lend(int* v) { lent = v; v[0]++; v[1] = v[0]; }
__attribute__((noinline)) static int sum(const int* from, int n) { int s = 0; for (int i = 0; i < n; ++i) s += from[i]; return s; }
__attribute__((noinline)) static void fill(int* to, int n, int value) { for (int i = 0; i < n; ++i) to[i] += value; }
)";

// $ is the number of the thread, % a small number.
constexpr std::array<std::string_view, 48> kStatements = {
    "push(&nodes[$], %);",
    "push(&nodes[$], 1); nodes[$].w = %; nodes[$].next = 0;",
    "{ struct node* n = pop(); if (n) x += n->v; }",
    "{ struct node* n = top; if (n) x += n->w + n->v; }",
    "a[$ * 4] = %;",
    "a[$ * 4 + 1] += %;",
    "a[%]++;",
    "fill(a + $ * 4, 4, %);",
    "fill(a + $ * 4, four, %);",
    "fill(a + %, 3, 1);",
    "x += sum(a, 12);",
    "x += sum(a + $ * 4, 4);",
    "w[$] = %;",
    "w[$]++;",
    "x += (int)w[%];",
    "c[$ * 8 + %]++;",
    "c[%] = 1;",
    "x += c[$ * 8];",
    "memset(c + $ * 8, %, 8);",
    "memset(c + $ * 8 + 1, %, 4);",
    "memcpy(&x, c + $ * 8 + %, 4);",
    "memcpy(c + $ * 8 + %, &x, 4);",
    "memcpy(&w[$], c + $ * 8, 8);",
    "memcpy(c + $ * 8 + 4, &w[$], 8);",
    "r[$].s = %; r[$].i++;",
    "r[$].c[1] = r[$].c[0];",
    "r[$] = r[%];",
    "x += r[%].i;",
    "alone++;",
    "beside = x;",
    "if (block) block[%] = x;",
    "if (block && block[%] == 2) x++;",
    "if (block) fill(block, four, 1);",
    "if (block) x += sum(block, four);",
    "{ int* p = malloc(16); p[%] = 1; p[1] = p[%] + x; if (p[0] == x) x++; fill(p, 4, 1); free(p); }",
    "{ int* p = calloc(4, 4); fill(p, four, %); x = sum(p, four); p = realloc(p, 32); p[5] = x; free(p); }",
    "{ int v[2] = {x, 1}; lend(v); x = v[1] + v[0]; }",
    "if (lent) x += *lent;",
    "if (lent && f[0]) { lent[0]++; lent[1] = lent[0]; }",
    "atomic_thread_fence(memory_order_release);",
    "atomic_store_explicit(&f[1], 1, memory_order_relaxed);",
    "f[%] = 1;",
    "x += f[%];",
    "free(block); block = 0;",
    "assert(x != 77);",
    "assert(a[%] != 3);",
    "x = ((int*)w)[%];",
    "((short*)w)[$ * 4 + %] += 1;",
};

class Generator {
 public:
  Generator(std::uint64_t seed, std::string prefix) : rng_(seed), prefix_(std::move(prefix)) {}

  Case make() {
    Case result;
    const std::size_t threads = 1 + rng_.below(2);
    result.main = "pthread_t t[2]; int x = 0;\n";
    if (!rng_.one_in(3)) result.main += rng_.one_in(2) ? "block = malloc(16);\n" : "block = calloc(4, 4);\n";
    if (rng_.one_in(2)) result.main += some(2, 2, 1);
    for (std::size_t i = 0; i < threads; ++i) {
      result.text += fmt::format("static void* {}f{}(void* u) {{\nint x = 0;\n{}return x == 99 ? 0 : u;\n}}\n", prefix_,
                                 i, some(i, 2 + rng_.below(3), 0));
      result.main += fmt::format("pthread_create(&t[{0}], 0, {1}f{0}, 0);\n", i, prefix_);
    }
    result.main += some(2, rng_.below(3), 0);
    for (std::size_t i = 0; i < threads && !rng_.one_in(6); ++i)
      result.main += fmt::format("pthread_join(t[{}], 0);\n{}", i, some(2, rng_.below(2), 1));
    return result;
  }

 private:
  std::string some(std::size_t thread, std::size_t count, int depth) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += one(thread, depth);
    return result;
  }

  std::string one(std::size_t thread, int depth) {
    if (depth < 2 && rng_.one_in(3)) {
      const std::string body = some(thread, 1 + rng_.below(3), depth + 1);
      switch (rng_.below(6)) {
        case 0: return fmt::format("pthread_mutex_lock(&m);\n{}pthread_mutex_unlock(&m);\n", body);
        case 1: return fmt::format("while (!f[{}]) {{\n{}}}\n", rng_.below(2), body);
        case 2: return fmt::format("while (pthread_mutex_trylock(&m)) {{\n{}}}\npthread_mutex_unlock(&m);\n", body);
        case 3: return fmt::format("for (int n = 0; n < four - 1; ++n) {{\n{0}{0}}}\n", body);
        default: return fmt::format("for (int n = 0; n < four - 1; ++n) {{\n{}}}\n", body);
      }
    }
    // Mostly what belongs to the thread, again and again.
    std::string result;
    const std::size_t own = rng_.one_in(8) ? rng_.below(3) : thread;
    for (const char symbol : kStatements[rng_.below(kStatements.size())]) {
      if (symbol == '$') {
        result += fmt::format("{}", own);
      } else if (symbol == '%') {
        result += fmt::format("{}", rng_.below(2));
      } else {
        result += symbol;
      }
    }
    return result + "\n";
  }

  base::Rng rng_;
  std::string prefix_;
};

std::string file_of(std::span<const std::uint64_t> seeds) {
  return file_of_cases(kHead, seeds,
                       [](std::uint64_t seed, const std::string& prefix) { return Generator(seed, prefix).make(); });
}

// Runs each test twice.
class Twin final : public trace::Executor {
 public:
  Twin(trace::Executor& native, trace::Executor& slow) : native_(native), slow_(slow) {}

  void run(const trace::Test& test, trace::Trace& trace) override {
    slow_.run(test, expected_);
    native_.run(test, trace);
    ++runs_;
    operations_ += trace.operations.size();
    recorded_ += trace.accesses.size();
    if (!(trace == expected_)) note("traces");
    if (trace.accesses != expected_.accesses) note("recorded accesses");
    if (trace.refines != expected_.refines) note("whether it refines");
  }
  std::int64_t initial_state(trace::LocationId l) const override { return native_.initial_state(l); }
  const trace::Names& names() const override { return native_.names(); }
  trace::ThreadId intern_thread(trace::ThreadId parent, std::uint32_t nth) override {
    slow_.intern_thread(parent, nth);
    return native_.intern_thread(parent, nth);
  }
  bool refine() override {
    const bool refines = native_.refine();
    if (refines != slow_.refine()) note("refine()");
    if (native_.visible_cells() != slow_.visible_cells()) note("visible cells");
    return refines;
  }
  bool is_exact() const override { return false; }
  std::vector<std::string> reasons_of_incompleteness() const override { return native_.reasons_of_incompleteness(); }

  const std::string& difference() const { return difference_; }
  std::uint64_t runs() const { return runs_; }
  std::uint64_t operations() const { return operations_; }
  std::uint64_t recorded() const { return recorded_; }

 private:
  void note(std::string_view what) {
    if (difference_.empty()) difference_ = fmt::format("run {}: different {}", runs_, what);
  }

  trace::Executor& native_;
  trace::Executor& slow_;
  trace::Trace expected_;
  std::string difference_;
  std::uint64_t runs_ = 0;
  std::uint64_t operations_ = 0;
  std::uint64_t recorded_ = 0;
};

// The two values are of the same length: the program finds its environment at the same addresses.
std::unique_ptr<native::NativeExecutor> start(const std::string& executable, std::size_t index,
                                              const native::Options& options, std::string_view accesses) {
  const std::vector<std::string> environment = {fmt::format("HEDDLE_ACCESSES={}", accesses)};
  auto native = native::NativeExecutor::create({executable, {fmt::format("{}", index)}, environment}, options);
  if (!native) throw std::runtime_error(native.error().text());
  return std::move(native.value());
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  Shown shown;
  constexpr std::array<std::string_view, 4> kStrategies = {"dpor", "contextual", "random", "pct"};
  const std::string_view strategy = kStrategies[seed % kStrategies.size()];
  native::Options options;
  options.spec.visible = seed % 5 == 0 ? abi::Visible::kShared : abi::Visible::kRacy;
  const bool plans = explore::find_strategy(strategy)->skips_traces;
  options.record_accesses = options.spec.visible == abi::Visible::kRacy && plans;
  options.stacks = false;
  const auto native = start(executable, index, options, "few");
  const auto slow = start(executable, index, options, "all");
  Twin twin(*native, *slow);
  const explore::Result result =
      explore::explore(twin, [&] { return explore::make_strategy(strategy, twin, {.seed = seed}); },
                       {.budget = {.tests = plans ? kMaxPlanned : kMaxRuns}, .keep_going = true});
  shown.difference = twin.difference().empty() ? "" : fmt::format("{}: {}", strategy, twin.difference());
  ++shown.counts["programs"];
  shown.counts["runs"] += twin.runs();
  shown.counts["operations"] += twin.operations();
  shown.counts["recorded"] += twin.recorded();
  for (const explore::Finding& f : result.findings) ++shown.counts[std::string(name(f))];
  return shown;
}

TEST(Repeats, need_not_be_announced) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_REPEATS", 40);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w", "-O1"}, file_of, compare}, first, count);
  EXPECT_GE(counts["runs"], count * 3);
  EXPECT_GE(counts["data-race"], count / 10);
}

}  // namespace
}  // namespace heddle::differential::repeats_test
