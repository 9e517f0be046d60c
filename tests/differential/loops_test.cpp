// Random programs with waiting loops of many shapes, compared with the same programs whose loops give up after some
// iterations. A loop that counts its iterations is not treated as one that waits, and giving up is a false assumption.
// So the bounded program shows which assertions can fail, as long as the bound is as large as the number of changes
// that others make; with the loops themselves, each strategy must find the same ones. Livelocks are left out: the
// bounded program has none.
//
// Loops that only wait for one variable, or look at several in each turn (trace/await.h), are compared with the same
// loops that also look at a volatile variable, so that each unsuccessful look is run: races included, and whether there
// is a livelock. The same goes for looks behind which an assumption follows, and for loops that count how long they
// wait, compared with the same loops whose counts nobody can know (KEEP), and whose pauses are none.
//   HEDDLE_DIFFERENTIAL_LOOPS   how many programs (default 30)
//   HEDDLE_DIFFERENTIAL_LOOPS_OPTIMISED  how many of those that only look, with -O2 (default 10)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
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
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"

namespace heddle::differential::loops_test {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::uint64_t kMaxBoundedRuns = 3000;
constexpr std::uint64_t kMaxRuns = 1000;
constexpr std::uint32_t kDepth = 150;  // more than any thread needs that does not go round in circles

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
void klee_assume(uintptr_t condition);
void __VERIFIER_assume(int condition);
static atomic_int x, y;
static volatile int v;
static int z, w;
static atomic_int* at = &x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static atomic_flag f = ATOMIC_FLAG_INIT;
static const struct timespec soon = {1, 0};
static pthread_t threads[3];
)";
// LOCK_ALL and LOCKED_ALL are what the pass puts around std::lock.
constexpr std::string_view kEndless =
    "void __heddle_lock_all(void);\nvoid __heddle_locked_all(void);\n"
    "#define TURNS\n#define TURN\n#define LOCK_ALL __heddle_lock_all();\n#define LOCKED_ALL __heddle_locked_all();\n";
constexpr std::string_view kBounded =
    "#undef TURNS\n#undef TURN\n#undef LOCK_ALL\n#undef LOCKED_ALL\n#define LOCK_ALL\n#define LOCKED_ALL\n"
    "#define TURNS int turns = 0;\n#define TURN if (++turns > 6) heddle_assume(0);\n";
constexpr std::string_view kFind = R"(
static int* {}find(int wanted) {{
  TURNS
  static int yes;
  int low = 0;
  while (1) {{
    TURN
    int got = x;
    if (got == wanted) return &yes;
    if (got > wanted + 1) return 0;
    low = got;
    (void)low;
  }}
}}
)";

// Functions through which loops wait for one variable.
constexpr std::string_view kHelpers = R"(
static int {0}take(void) {{
  int is_free = 0;
  return atomic_compare_exchange_strong(&y, &is_free, 1);
}}
static int {0}look(void) {{ return atomic_load(&x); }}
)";

// {p} is the prefix of the program's names, {k} and {j} are numbers.
constexpr std::array<std::string_view, 23> kLoops = {
    "while (x != {k}) {{ TURN }}",
    "int a = y; while (a != {k}) {{ TURN a = y; }}",
    "int a; do {{ TURN a = x; }} while (a != {k});",
    "int a = x, b = y; while (a != {k} && b != {k}) {{ TURN b = a; a = x; }}",
    "for (;;) {{ TURN pthread_mutex_lock(&m); int a = z; pthread_mutex_unlock(&m); if (a == {k}) break; }}",
    "pthread_mutex_lock(&m); while (z != {k}) {{ TURN pthread_mutex_unlock(&m); pthread_mutex_lock(&m); }}"
    " pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); w = {k}; while (z != {k}) {{ TURN pthread_cond_timedwait(&c, &m, &soon); }}"
    " pthread_mutex_unlock(&m);",
    "int a = 0; while (!atomic_compare_exchange_strong(&y, &a, {k})) {{ TURN a = 0; }}",
    "while (atomic_exchange(&x, {k}) == {k}) {{ TURN }}",
    "while (v != {k}) {{ TURN }}",
    "if ({p}find({k})) y = 2;",
    "while (pthread_mutex_trylock(&n)) {{ TURN }} z = z; pthread_mutex_unlock(&n);",
    "for (;;) {{ TURN pthread_mutex_lock(&n); pthread_mutex_lock(&m); int a = z; pthread_mutex_unlock(&m);"
    " pthread_mutex_unlock(&n); if (a == {k} || x == {k}) break; }}",
    "while (atomic_flag_test_and_set(&f)) {{ TURN }} z = z; atomic_flag_clear(&f);",
    "errno = 0; while (sem_trywait(&s) != 0) {{ TURN }} if (errno != 0) y = {k};",
    "while (sem_timedwait(&s, &soon) != 0) {{ TURN }} sem_post(&s);",
    "int a; while ((a = x) != {k}) {{ TURN syscall(SYS_futex, &x, FUTEX_WAIT, a, 0, 0, 0); }}",
    "while (y == 0) {{ TURN syscall(SYS_futex, &y, FUTEX_WAIT, 0, &soon, 0, 0); }}",
    "for (;;) {{ TURN pthread_mutex_lock(&m); if (pthread_mutex_trylock(&n) == 0) break; pthread_mutex_unlock(&m); }}"
    " z = {k}; pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    "for (;;) {{ TURN pthread_mutex_lock(&n); if (pthread_mutex_trylock(&m) == 0) break; pthread_mutex_unlock(&n); }}"
    " y = {k}; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    "for (;;) {{ TURN if (pthread_mutex_trylock(&m) == 0) {{ int a = z; pthread_mutex_unlock(&m);"
    " if (a == {k}) break; }} }}",
    "int i = 0; LOCK_ALL for (;;) {{ TURN pthread_mutex_lock(i ? &n : &m); if (pthread_mutex_trylock(i ? &m : &n) == 0)"
    " break; pthread_mutex_unlock(i ? &n : &m); i = !i; }} LOCKED_ALL x = {k}; pthread_mutex_unlock(&m);"
    " pthread_mutex_unlock(&n);",
    "int i = 1; LOCK_ALL for (;;) {{ TURN pthread_mutex_lock(i ? &n : &m); if (pthread_mutex_trylock(i ? &m : &n) == 0)"
    " break; pthread_mutex_unlock(i ? &n : &m); i = !i; }} LOCKED_ALL z = {k}; pthread_mutex_unlock(&n);"
    " pthread_mutex_unlock(&m);",
};
constexpr std::array<std::string_view, 17> kSteps = {
    "x = {k};",
    "y = {k};",
    "v = {k};",
    "pthread_mutex_lock(&m); z = {k}; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (w) z = {k}; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); int a = w; pthread_mutex_unlock(&m); if (a) x = {k};",
    "if (pthread_mutex_trylock(&m)) x = {k}; else pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); z = {k}; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
    "if (x == {k}) y = 1;",
    "atomic_exchange(&y, 0);",
    "while (atomic_flag_test_and_set(&f)) {{ TURN }} z = {k}; atomic_flag_clear(&f);",
    "sem_post(&s);",
    "if (sem_trywait(&s) != 0) x = {k};",
    "x = {k}; syscall(SYS_futex, &x, FUTEX_WAKE, {j}, 0, 0, 0);",
    "y = {k}; syscall(SYS_futex, &y, FUTEX_WAKE, 64, 0, 0, 0);",
    "if (pthread_mutex_trylock(&n)) y = {k}; else pthread_mutex_unlock(&n);",
    "pthread_mutex_lock(&n); y = {k}; pthread_mutex_unlock(&n);",
};
constexpr std::string_view kRunsEveryLook =
    "#undef TURNS\n#undef TURN\n#undef KEEP\n#undef PAUSE\n#define TURNS\n#define TURN (void)v;\n"
    "#define KEEP(n) __asm__ volatile(\"\" : \"+r\"(n));\n"
    "#define PAUSE __asm__ volatile(\"nop\")\n#define sched_yield() PAUSE\n";
constexpr std::string_view kLooksOnce =
    "#undef TURNS\n#undef TURN\n#undef KEEP\n#define TURNS\n#define TURN\n#define KEEP(n)\n"
    "#define PAUSE __builtin_ia32_pause()\n#undef sched_yield\n";
constexpr std::array<std::string_view, 32> kAwaits = {
    "while (x != {k}) {{ TURN }}",
    "while (y < {k}) {{ TURN }}",
    "while (x == 0) {{ TURN }}",
    "while ((x & 1) == 0) {{ TURN }}",
    "int a; do {{ TURN a = x; }} while (a != {k});",
    "int a = 0; while (!atomic_compare_exchange_strong(&y, &a, {k})) {{ TURN a = 0; }}",
    "while (atomic_exchange(&x, {k}) == {k}) {{ TURN }}",
    "while (atomic_exchange(&y, 1) != 0) {{ TURN }} z = z + 1; y = 0;",
    "while (atomic_flag_test_and_set(&f)) {{ TURN }} z = z + 1; atomic_flag_clear(&f);",
    "while (__atomic_load_n(&w, __ATOMIC_SEQ_CST) != {k}) {{ TURN }}",
    "while (atomic_load_explicit(&x, memory_order_acquire) > {k}) {{ TURN }} z = {k};",
    "int a; do {{ TURN a = x; }} while (a == 0 || a == {k});",
    "int a = x; while (a != {k} && a <= 1) {{ TURN a = x; }} z = a;",
    "int f = x, a = f; while (a != {k}) {{ TURN a = x; }} z = f;",
    "for (;;) {{ TURN int a = y; if (a == {k}) break; if (a > {j}) break; }}",
    "while (!{p}take()) {{ TURN }} z = z + 1; y = 0;",
    "while ({p}look() != {k}) {{ TURN }}",
    "while (atomic_load(at) != {k}) {{ TURN }}",
    "while (__atomic_load_n(&w, __ATOMIC_SEQ_CST) % 2 != {k} % 2) {{ TURN }}",
    "while (x == 0 && y != {k}) {{ TURN }}",
    "while (x != {k} || y == {j}) {{ TURN }} z = {k};",
    "for (;;) {{ while (y != 0) {{ }} TURN if (!atomic_exchange(&y, 1)) break; }} z = z + 1; y = 0;",
    "for (;;) {{ int e = 0; while (y) {{ }} TURN if (atomic_compare_exchange_strong(&y, &e, {k})) break; }} y = 0;",
    "int a, b; do {{ TURN a = x; b = y; }} while (a != b);",
    "int a; do {{ TURN a = x; (void)y; }} while (a != x);",
    "int a, b; do {{ TURN do a = x; while (a & 1); b = y; }} while (a != x); if (b == {k}) y = 0;",
    "for (;;) {{ TURN if (x == {k}) break; if (y > {j}) {{ z = {k}; break; }} }}",
    "for (;;) {{ TURN if (x == {k}) {{ if (y == {j}) break; }} else if (__atomic_load_n(&w, 5) == {k}) break; }}",
    "while (x != {k}) {{ TURN int e = 0; if (atomic_compare_exchange_strong(&y, &e, {j})) break; }}",
    "int a = 0; while (x != {k}) {{ TURN a = 1; }} if (a) y = {j};",
    "int a = 0, b; while ((b = x) != {k} && b <= 2) {{ TURN a = b; }} y = a;",
    "for (;;) {{ if (y == {k}) break; TURN if ((char)atomic_exchange(&x, 256 + {j}) != {j}) break; }}",
};
// Turns that are certain to be in vain before they end, and some that are not.
constexpr std::array<std::string_view, 15> kSpins = {
    "while (atomic_exchange(&y, 1)) {{ TURN while (y) {{ }} }} z = z + 1; y = 0;",
    "while (atomic_flag_test_and_set(&f)) {{ TURN while (y == {k}) {{ }} }} atomic_flag_clear(&f);",
    "for (;;) {{ TURN int e = 0; if (atomic_compare_exchange_weak(&y, &e, 1)) break; while (y != 0) {{ }} }} z = z + "
    "1; "
    "y = 0;",
    "while (y || atomic_exchange(&y, 1)) {{ TURN }} z = z + 1; y = 0;",
    "while (x != {k} || atomic_exchange(&y, {j}) == {j}) {{ TURN }} y = 0;",
    "while (atomic_exchange(&y, {k})) {{ TURN while (x) {{ }} }} y = 0;",
    "for (;;) {{ TURN if (x == {k}) break; if (!atomic_exchange(&y, 1)) {{ y = 0; break; }} while (y == 1) {{ }} }}",
    "while (atomic_exchange(&y, {j})) {{ TURN while (y == {k}) {{ }} if (x == {k}) break; }} y = 0;",
    "for (;;) {{ TURN if (y == {k}) break; atomic_exchange(&x, {j}); }}",
    "for (;;) {{ TURN if (x == {k}) break; if (atomic_exchange(&y, {j}) == {k}) continue; while (x == {j}) {{ }} }}",
    "while (atomic_exchange(&y, 1)) {{ TURN while (__atomic_load_n(&w, 5) == {k}) {{ }} }} y = 0;",
    "for (;;) {{ TURN if (atomic_exchange(&x, {j}) == {k}) break; if (y == {k}) {{ z = {j}; break; }} }}",
    "while (__atomic_exchange_n(&w, 1, 5)) {{ TURN while (__atomic_load_n(&w, 5)) {{ }} }} z = z + 1; "
    "__atomic_store_n(&w, 0, 5);",
    "while (atomic_exchange(&y, {j})) {{ TURN if (y == {k}) break; }} x = {k};",
    "while (atomic_exchange(&y, {j}) == {j}) {{ TURN if (y == 0) atomic_exchange(&y, {k}); }}",
};
constexpr std::array<std::string_view, 14> kAwaitSteps = {
    "x = {k};",
    "y = {k};",
    "x++;",
    "y = 0;",
    "atomic_exchange(&y, {k});",
    "w = {k};",
    "__atomic_store_n(&w, {k}, __ATOMIC_SEQ_CST);",
    "z = {k};",
    "if (x == {k}) y = 1;",
    "sem_post(&s);",
    "sem_wait(&s);",
    "pthread_mutex_lock(&m); x = {k}; pthread_mutex_unlock(&m);",
    "at = &y;",
    "x = {k} + 1;",
};
// What stands between a look and its assumption is TURN.
constexpr std::array<std::string_view, 24> kAssumes = {
    "int a = x; TURN heddle_assume(a == {k});",
    "int a = x; TURN heddle_assume(a);",
    "int a = y; TURN heddle_assume(a > {j} || a == {k}); z = a;",
    "heddle_assume(({{ int a = x; TURN a == {k}; }}) && ({{ int a = y; TURN a != {j}; }}));",
    "heddle_assume(({{ int a = x; TURN a == {k}; }}) || ({{ int a = y; TURN a == {j}; }}));",
    "int a = x; int b = y; TURN heddle_assume(a + b == {k});",
    "int a = x; TURN int b = y; TURN heddle_assume(a == {k} && b != {j});",
    "int a = 0; int got = atomic_compare_exchange_strong(&y, &a, {k}); TURN heddle_assume(got);",
    "int a = 0; int got = atomic_compare_exchange_strong(&y, &a, {k}); TURN heddle_assume(!got);",
    "int a = 1; atomic_compare_exchange_strong(&x, &a, {k}); TURN heddle_assume(a == 1);",
    "int a = 1; atomic_compare_exchange_strong(&x, &a, {k}); TURN heddle_assume(a != 0);",
    "int a = atomic_exchange(&x, {k}); TURN heddle_assume(a != {k});",
    "int a = atomic_exchange(&x, {k}); TURN heddle_assume(a == {k});",
    "int a = atomic_exchange(&y, 1); TURN heddle_assume(a == 0); z = z + 1; y = 0;",
    "int a = atomic_flag_test_and_set(&f); TURN heddle_assume(!a); z = z + 1; atomic_flag_clear(&f);",
    "int a = x; TURN if (a > 1) heddle_assume(a == {k}); else y = {k};",
    "int a = __atomic_load_n(&w, __ATOMIC_SEQ_CST); TURN klee_assume(a == {k});",
    "pthread_mutex_lock(&m); int a = x; TURN heddle_assume(a == {k}); pthread_mutex_unlock(&m);",
    "int a = {p}look(); TURN __VERIFIER_assume(a >= {k}); z = {k};",
    "int a = atomic_load(at); TURN heddle_assume(a != 0);",
    "for (int i = 0; i < 2; ++i) {{ int a = x; TURN heddle_assume(a >= i); }}",
    "int a = x; TURN int b = a ? a - {k} : a - 7; heddle_assume(b == 0);",
    "int a = y; TURN heddle_assume(a % 2 == 1);",
    "int a = atomic_fetch_add(&x, 1); TURN heddle_assume(a == {j});",
};
// Loops that count how long they wait: some counts are only for pauses, some are bounds, and some matter.
constexpr std::array<std::string_view, 30> kPaces = {
    "int n = 0; while (x != {k}) {{ TURN if (++n > 2) {{ n = 0; sched_yield(); }} KEEP(n) }}",
    "int n = 1; while (atomic_exchange(&y, 1)) {{ TURN for (int i = 0; i < n; i++) PAUSE; if (n < 3) n *= 2; KEEP(n) }}"
    " z = z + 1; y = 0;",
    "for (unsigned n = 1;;) {{ TURN int e = 0; if (atomic_compare_exchange_weak(&y, &e, 1)) break;"
    " for (unsigned i = n; i > 0; --i) PAUSE; n = n < 3 ? n + 1 : 3; KEEP(n) }} z = z + 1; y = 0;",
    "int n = 0; for (;;) {{ while (y) {{ }} TURN if (!atomic_exchange(&y, 1)) break; if (n < 2) ++n; else "
    "sched_yield();"
    " KEEP(n) }} z = z + 1; y = 0;",
    "int n = 0; while (x != {k}) {{ TURN if (n < 2) ++n; KEEP(n) }} if (n == 2) y = {j};",
    "int n = 0; while (x != {k}) {{ TURN if (n < 2) ++n; if (n == 1) sched_yield(); KEEP(n) }} assert(n != {j});",
    "int n = 0; while (y != {k}) {{ TURN if (++n > 1) {{ n = 0; if (x == {j}) break; }} KEEP(n) }}",
    "int n = 0; while (y != {k}) {{ TURN int a = x; if (++n > 1) {{ n = 0; if (a == {j}) break; PAUSE; }} KEEP(n) }}",
    "int n = 0; while (x != {k}) {{ TURN for (volatile int i = 0; i < n; i++); if (n < 2) ++n; KEEP(n) }} z = {j};",
    "int n; while (x != {k}) {{ TURN for (int i = 0; i < n; i++) PAUSE; n = 1; KEEP(n) }}",
    "while (x != {k}) {{ TURN for (int i = 0; i < w; i++) PAUSE; }}",
    "int a = 0; while (x != {k}) {{ TURN if (y == {j}) sched_yield(); else a = a < 2 ? a + 1 : 0; KEEP(a) }}",
    "int n = 0; while (x != {k}) {{ TURN if (++n > 2) break; KEEP(n) }} z = {j};",
    "for (int i = 0; i < 2; i++) {{ TURN if (x == {k}) {{ y = {j}; break; }} KEEP(i) }}",
    "int i; for (i = 0; i < 2; i++) {{ TURN if (x == {k}) break; KEEP(i) }} assert(i < 2 || x != {j});",
    "int i; for (i = 0; i < 2; i++) {{ TURN if (x == {k}) break; KEEP(i) }} assert(i != {j});",
    "int n = 2; while (n-- > 0 && x != {k}) {{ TURN KEEP(n) }} if (x == {j}) y = {k};",
    "int i = 0; do {{ TURN if (y == {k}) break; KEEP(i) }} while (++i < 2); z = {j};",
    "int got = 0; for (int i = 0; i < 2 && !got; ++i) {{ TURN int e = 0;"
    " got = atomic_compare_exchange_strong(&y, &e, 1); KEEP(i) }} if (got) {{ z = z + 1; y = 0; }} else x = {j};",
    "for (int i = 0; i < 2; ++i) {{ TURN if (atomic_exchange(&y, {j}) == {k}) break; KEEP(i) }}",
    "for (int i = 0; i < 2; ++i) {{ TURN int e = 0; if (!atomic_compare_exchange_strong(&y, &e, {j})) break; KEEP(i) "
    "}}",
    "for (int i = 0; i < 2; ++i) {{ TURN if (x == {k}) break; y = i; KEEP(i) }}",
    "int a = 0; for (int i = 0; i < 2; ++i) {{ TURN int b = x; if (b == {k}) break; if (b == a) y = {j}; a = b; "
    "KEEP(i) }}",
    "int a = 0; for (int i = 0; i < 2; ++i) {{ TURN if ((a = x) == {k}) break; KEEP(i) }} if (a == {j}) y = {k};",
    "int i = 0; for (; i < 2 && atomic_flag_test_and_set(&f); ++i) {{ TURN KEEP(i) }} if (i < 2) {{ z = z + 1;"
    " atomic_flag_clear(&f); }}",
    "for (int i = 0; i < 2; ++i) {{ TURN if (x == i) break; KEEP(i) }} y = {k};",
    "int i = 0; for (;;) {{ TURN if (y == {k}) break; if (++i == 2) {{ sem_wait(&s); break; }} KEEP(i) }}",
    "for (int i = 0; i < 2; ++i) {{ TURN if (x == {k}) break; if (__atomic_load_n(&w, 5) == {j}) break; KEEP(i) }} y = "
    "{j};",
    "for (int i = 0; i < 2; ++i) {{ TURN if (__atomic_load_n(&w, 5) == {k}) break; PAUSE; KEEP(i) }} z = {j};",
    "for (int i = 2; i > 0; --i) {{ TURN if (y == {k}) {{ int e = {k}; if (atomic_compare_exchange_strong(&y, &e, 0)) "
    "break;"
    " }} KEEP(i) }} z = {j};",
};
constexpr std::array<std::string_view, 4> kAsserts = {"assert(x != {k});", "assert(y != {k});",
                                                      "assert(x != {k} || y != {j});", "assert(x + y != {k});"};

enum class Shape : std::uint8_t { kLoops, kAwaits, kAssumes, kPaces };

// One program. The random numbers are the same for both of its variants.
class Writer {
 public:
  Writer(std::uint64_t seed, std::string prefix, Shape shape) : rng_(seed), prefix_(std::move(prefix)), shape_(shape) {}

  std::string program() {
    std::string text = fmt::format("#line 1 \"loops.c\"{}",
                                   fmt::format(fmt::runtime(shape_ == Shape::kLoops ? kFind : kHelpers), prefix_));
    const std::uint64_t threads = rng_.one_in(4) ? 3 : 2;
    const bool joins = shape_ == Shape::kAssumes && rng_.one_in(3);
    std::string starts;
    std::string ends;
    for (std::uint64_t i = 0; i < threads; ++i) {
      text += fmt::format("static void* {}{}(void* unused) {{\n{}  return unused;\n}}\n", prefix_, i, body());
      starts += fmt::format("  pthread_create(&threads[{}], 0, {}{}, 0);\n", i, prefix_, i);
      if (joins) ends += fmt::format("  pthread_join(threads[{}], 0);\n", i);
    }
    return text + fmt::format("static void {}main(void) {{\n{}{}}}\n", prefix_, starts, ends);
  }

 private:
  template <std::size_t N>
  std::string block(const std::array<std::string_view, N>& templates) {
    const std::string_view t = templates[rng_.below(N)];
    const auto k = 1 + rng_.below(2);
    const auto j = 1 + rng_.below(2);
    return fmt::format("  {{ TURNS {} }}\n",
                       fmt::format(fmt::runtime(t), fmt::arg("p", prefix_), fmt::arg("k", k), fmt::arg("j", j)));
  }

  std::string body() {
    std::vector<std::string> blocks;
    for (std::uint64_t n = 1 + rng_.below(2); n > 0; --n)
      blocks.push_back(shape_ == Shape::kLoops ? block(kSteps) : block(kAwaitSteps));
    const auto insert = [&](const std::string& text) {
      blocks.insert(blocks.begin() + static_cast<std::ptrdiff_t>(rng_.below(blocks.size() + 1)), text);
    };
    if (!rng_.one_in(4)) {
      switch (shape_) {
        case Shape::kLoops: insert(block(kLoops)); break;
        case Shape::kAwaits: insert(rng_.one_in(3) ? block(kSpins) : block(kAwaits)); break;
        case Shape::kPaces: insert(block(kPaces)); break;
        case Shape::kAssumes: insert(rng_.one_in(4) ? block(kAwaits) : block(kAssumes)); break;
      }
    }
    return fmt::format("{}{}", fmt::join(blocks, ""), block(kAsserts));
  }

  base::Rng rng_;
  std::string prefix_;
  Shape shape_;
};

// Two variants of each program: the one under test, and the one that says what it must show.
std::string file_of(std::span<const std::uint64_t> seeds, Shape shape) {
  std::string result(kHead);
  std::string calls;
  for (const bool other : {false, true}) {
    if (shape == Shape::kLoops) {
      result += other ? kBounded : kEndless;
    } else {
      result += other ? kRunsEveryLook : kLooksOnce;
    }
    for (std::size_t i = 0; i < seeds.size(); ++i) {
      const std::string prefix = fmt::format("{}{}_", other ? 'b' : 'e', i);
      result += Writer(seeds[i], prefix, shape).program();
      calls += fmt::format("    case {}: {}main(); break;\n", 2 * i + (other ? 1 : 0), prefix);
    }
  }
  return result + fmt::format(
                      "int main(int argc, char** argv) {{\n  switch (atoi(argv[argc - 1])) {{\n{}  }}\n"
                      "  pthread_exit(0);\n}}\n",
                      calls);
}

struct Story {
  bool complete = false;
  std::set<std::string> findings;
  bool has_livelock = false;
  bool names_livelocks = false;  // as something that was not looked for
};

Story explore_all(trace::Executor& native, std::string_view strategy, std::uint64_t most) {
  explore::Options options;
  options.budget = {.tests = most, .depth = kDepth};
  options.keep_going = true;
  options.skips_traces = explore::find_strategy(strategy)->skips_traces;
  const explore::Result result =
      explore::explore(native, [&] { return explore::make_strategy(strategy, native, {}); }, options);
  Story story{.complete = result.reasons.empty()};
  story.names_livelocks = std::ranges::any_of(
      result.assumptions, [](const std::string& assumption) { return assumption.starts_with("no livelock except"); });
  for (const explore::Finding& f : result.findings) {
    if (name(f) == "livelock") {
      story.has_livelock = true;
    } else {
      story.findings.insert(fmt::format("{} at {}", name(f), where(f)));
    }
  }
  return story;
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  const native::Options options = {.spec = {.races = false, .spurious = seed % 4 == 1}, .stacks = false};
  Shown shown;
  Story expected;
  {
    auto bounded = native::NativeExecutor::create({executable, {fmt::format("{}", 2 * index + 1)}}, options);
    if (!bounded) return {bounded.error().text(), {}};
    expected = explore_all(*bounded.value(), "dpor", kMaxBoundedRuns);
  }
  if (!expected.complete) return {"", {{"too large", 1}}};
  shown.counts = {{"compared", 1}, {"with findings", expected.findings.empty() ? 0 : 1}};
  auto native = native::NativeExecutor::create({executable, {fmt::format("{}", 2 * index)}}, options);
  if (!native) return {native.error().text(), {}};
  std::array<std::string_view, 3> strategies = {"dpor", "contextual", seed % 2 == 0 ? "dpor-2" : "unfolding"};
  std::ranges::rotate(strategies,
                      strategies.begin() + static_cast<std::ptrdiff_t>(base::mix(seed) % strategies.size()));
  for (const std::string_view strategy : strategies) {
    const Story seen = explore_all(*native.value(), strategy, kMaxRuns);
    ++shown.counts[fmt::format("{} {}", strategy, seen.complete ? "complete" : "incomplete")];
    if (seen.complete ? seen.findings == expected.findings : std::ranges::includes(expected.findings, seen.findings))
      continue;
    shown.difference = fmt::format("{} finds {}, with bounds it is {}", strategy, fmt::join(seen.findings, "; "),
                                   fmt::join(expected.findings, "; "));
    return shown;
  }
  return shown;
}

std::string text(const Story& story) {
  return fmt::format("{}{}", fmt::join(story.findings, "; "), story.has_livelock ? "; a livelock" : "");
}

Shown compare_awaits(const std::string& executable, std::size_t index, std::uint64_t seed) {
  native::Options options = {.spec = {.spurious = seed % 4 == 1}, .stacks = false};
  Shown shown;
  Story expected;
  {
    auto every_look = native::NativeExecutor::create({executable, {fmt::format("{}", 2 * index + 1)}}, options);
    if (!every_look) return {every_look.error().text(), {}};
    expected = explore_all(*every_look.value(), "dpor", kMaxBoundedRuns);
  }
  if (!expected.complete) return {"", {{"too large", 1}}};
  shown.counts = {{"compared", 1},
                  {"with findings", expected.findings.empty() ? 0 : 1},
                  {"with a livelock", expected.has_livelock ? 1 : 0}};
  constexpr std::array<std::string_view, 4> kMore = {"dpor-2", "unfolding", "exhaustive", "auto"};
  for (const std::string_view strategy : {"contextual"sv, "dpor"sv, kMore[(seed / 4) % kMore.size()]}) {
    options.record_accesses = explore::find_strategy(strategy)->skips_traces;
    auto native = native::NativeExecutor::create({executable, {fmt::format("{}", 2 * index)}}, options);
    if (!native) return {native.error().text(), {}};
    const Story seen = explore_all(*native.value(), strategy, kMaxRuns);
    ++shown.counts[fmt::format("{} {}", strategy, seen.complete ? "complete" : "incomplete")];
    if (!seen.complete) continue;
    if (text(seen) == text(expected)) continue;
    if (seen.names_livelocks && !seen.has_livelock && seen.findings == expected.findings) {
      ++shown.counts["livelock not looked for"];
      continue;
    }
    shown.difference = fmt::format("{} finds {}, if every look is run it is {}", strategy, text(seen), text(expected));
    return shown;
  }
  return shown;
}

TEST(Loops, that_wait_show_what_they_show_with_bounds) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOOPS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const auto file = [](std::span<const std::uint64_t> seeds) { return file_of(seeds, Shape::kLoops); };
  auto counts = run({{}, file, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "contextual complete", counts["contextual incomplete"]);
}

TEST(Loops, that_only_look_show_what_they_show_if_every_look_is_run) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOOPS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const auto file = [](std::span<const std::uint64_t> seeds) { return file_of(seeds, Shape::kAwaits); };
  auto counts = run({{}, file, compare_awaits}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "contextual complete", counts["contextual incomplete"]);
}

TEST(Loops, that_only_look_show_the_same_when_optimised) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOOPS_OPTIMISED", 10);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const auto file = [](std::span<const std::uint64_t> seeds) { return file_of(seeds, Shape::kAwaits); };
  auto counts = run({{"-O2"}, file, compare_awaits}, first, count);
  EXPECT_GE(counts["compared"], count * 3 / 4) << "too many of the programs are too large to say anything";
}

TEST(Loops, looks_with_an_assumption_show_what_they_show_if_every_look_is_run) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOOPS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const auto file = [](std::span<const std::uint64_t> seeds) { return file_of(seeds, Shape::kAssumes); };
  auto counts = run({{}, file, compare_awaits}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "contextual complete", counts["contextual incomplete"]);
}

TEST(Loops, that_count_how_long_they_wait_show_what_they_show_if_nobody_knows_the_count) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOOPS", 30);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const auto file = [](std::span<const std::uint64_t> seeds) { return file_of(seeds, Shape::kPaces); };
  auto counts = run({{}, file, compare_awaits}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "contextual complete", counts["contextual incomplete"]);
}

}  // namespace
}  // namespace heddle::differential::loops_test
