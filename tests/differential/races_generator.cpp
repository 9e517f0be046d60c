#include "tests/differential/races_generator.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/rng.h"

namespace heddle::differential {

namespace {

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static int x[3];
static atomic_int f[2];
static int* const plain_f = (int*)f;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static const struct timespec until = {1000000, 0};
static pthread_t t[4];
static int same(atomic_int* x, int value) { return atomic_compare_exchange_strong(x, &value, value); }
static int futex(atomic_int* x, int operation, int value, const struct timespec* timeout) {
  return (int)syscall(SYS_futex, x, operation, value, timeout, NULL, 0);
}
)";

// A random program: functions pN_0, pN_1, ... for its threads and pN_main.
class RacesGenerator {
 public:
  RacesGenerator(std::uint64_t seed, std::size_t index) : rng_(seed), seed_(seed), index_(index) {}

  // Every other one consists of two pairs of threads, each of which decides by itself what to do: what both may do at
  // the same time need not be in one test, unless some thread joins them all.
  std::string program() {
    const bool pairs = seed_ % 2 == 1;
    more_ = static_cast<More>(pick(4));
    const std::uint64_t threads = pairs ? 4 : 2 + pick(2);
    for (std::uint64_t i = 0; i < threads; ++i) {
      text_ += fmt::format("static void* p{}_{}(void* u) {{\n  int a = 0;\n", index_, i);
      if (pairs && i % 2 == 0) {
        text_ += fmt::format("  atomic_store(&f[{}], 1);\n", i / 2);
      } else if (pairs) {
        text_ += fmt::format("  if (atomic_load(&f[{}]) == {}) {{\n", i / 2, pick(3) == 0 ? 1 : 0);
        touch();
        text_ += "  }\n";
      } else {
        statements(2 + pick(3), 0);
      }
      text_ += "  return a == 77 ? NULL : u;\n}\n";
    }
    text_ += fmt::format("static void p{}_main(void) {{\n  int a = 0;\n", index_);
    if (more_ == More::kWaits) text_ += fmt::format("  sem_init(&s, 0, {});\n", pick(2));
    if (pick(2) == 0) text_ += fmt::format("  x[{}] = 1;\n", pick(3));
    std::uint64_t joined = 0;
    for (std::uint64_t i = 0; i < threads; ++i) {
      text_ += fmt::format("  pthread_create(&t[{0}], NULL, p{1}_{0}, NULL);\n", i, index_);
      if (pick(5) == 0 && !pairs) text_ += fmt::format("  pthread_join(t[{}], NULL);\n", joined++);
    }
    if (pick(4) == 0) statement(1);
    for (; joined < threads && !pairs; ++joined) text_ += fmt::format("  pthread_join(t[{}], NULL);\n", joined);
    text_ += fmt::format("  a = x[{}];\n  if (a == 77) abort();\n}}\n", pick(3));
    return std::move(text_);
  }

 private:
  // What a program has in addition to plain and atomic accesses and locks.
  enum class More : std::uint8_t { kNothing, kVain, kWaits, kFutexes };

  std::uint64_t pick(std::uint64_t n) { return rng_.below(n); }

  // Operations that have no effect, at least if they find what they expect.
  void in_vain(int depth) {
    const std::uint64_t j = pick(2);
    const std::uint64_t value = pick(2);
    switch (pick(depth < 2 ? 7 : 6)) {
      case 0:
      case 1:
      case 2: {
        constexpr const char* kOrders[] = {"seq_cst", "acq_rel", "acquire", "release", "relaxed"};
        text_ +=
            fmt::format("  a = atomic_exchange_explicit(&f[{}], {}, memory_order_{});\n", j, value, kOrders[pick(5)]);
        return;
      }
      case 3: text_ += fmt::format("  a = same(&f[{}], {});\n", j, value); return;
      case 4:
        text_ += pick(2) == 0 ? fmt::format("  a = atomic_fetch_or(&f[{}], 0);\n", j)
                              : fmt::format("  a = atomic_fetch_and(&f[{}], -1);\n", j);
        return;
      case 5: text_ += "  a = pthread_mutex_unlock(&checked);\n"; return;
      default: return section(fmt::format("if (pthread_mutex_trylock(&m[{}]) == 0) {{", j), j, "}", depth);
    }
  }

  void section(const std::string& begin, std::uint64_t lock, std::string_view end, int depth) {
    text_ += fmt::format("  {}\n", begin);
    statements(1 + pick(2), depth + 1);
    text_ += fmt::format("  pthread_mutex_unlock(&m[{}]);\n  {}\n", lock, end);
  }

  void wait(int depth) {
    const std::uint64_t j = pick(2);
    switch (pick(depth == 0 ? 8 : 6)) {
      case 0: text_ += "  pthread_cond_signal(&c);\n"; return;
      case 1: text_ += "  pthread_cond_broadcast(&c);\n"; return;
      case 2: text_ += "  sem_post(&s);\n"; return;
      case 3: text_ += "  a = sem_timedwait(&s, &until) != 0;\n"; return;
      case 4: text_ += "  a = sem_trywait(&s) != 0;\n"; return;
      case 5: text_ += "  sem_getvalue(&s, &a);\n"; return;
      case 6: return section(fmt::format("if (pthread_mutex_timedlock(&m[{}], &until) == 0) {{", j), j, "}", depth);
      default:
        return section(pick(4) == 0 ? "pthread_mutex_lock(&m[0]); pthread_cond_wait(&c, &m[0]);"
                                    : "pthread_mutex_lock(&m[0]); a = pthread_cond_timedwait(&c, &m[0], &until) != 0;",
                       0, "", depth + 1);
    }
  }

  void use_futex() {
    const std::uint64_t j = pick(2);
    switch (pick(5)) {
      case 0:
        text_ += fmt::format("  a = futex(&f[{}], FUTEX_WAKE, {}, NULL);\n", j, pick(3) == 0 ? 64 : 1 + pick(2));
        return;
      case 1: text_ += fmt::format("  atomic_store(&f[{0}], 1);\n  futex(&f[{0}], FUTEX_WAKE, 1, NULL);\n", j); return;
      case 2: text_ += fmt::format("  a = futex(&f[{}], FUTEX_WAIT, 0, NULL) != 0;\n", j); return;
      case 3:
        // A loop that nobody needs to wake has no end.
        text_ += fmt::format("  {1} (atomic_load(&f[{0}]) == 0) futex(&f[{0}], FUTEX_WAIT, 0, NULL);\n", j,
                             is_spurious(seed_) ? "if" : "while");
        return;
      default: text_ += fmt::format("  a = futex(&f[{}], FUTEX_WAIT, 0, &until) != 0;\n", j); return;
    }
  }

  void more(int depth) {
    switch (more_) {
      case More::kNothing: return;
      case More::kVain: return in_vain(depth);
      case More::kWaits: return wait(depth);
      case More::kFutexes: return use_futex();
    }
  }

  // Plain accesses, sometimes with a lock.
  void touch() {
    const bool locked = pick(3) == 0;
    const std::uint64_t lock = pick(2);
    if (more_ == More::kVain) in_vain(2);
    if (locked) text_ += fmt::format("  pthread_mutex_lock(&m[{}]);\n", lock);
    for (std::uint64_t n = 1 + pick(2); n > 0; --n) {
      const std::uint64_t i = pick(2);
      text_ += pick(2) == 0 ? fmt::format("  x[{}] = {};\n", i, 1 + pick(2)) : fmt::format("  a = x[{}];\n", i);
    }
    if (locked) text_ += fmt::format("  pthread_mutex_unlock(&m[{}]);\n", lock);
  }

  void statements(std::uint64_t count, int depth) {
    for (std::uint64_t i = 0; i < count; ++i) statement(depth);
  }

  void statement(int depth) {
    if (more_ != More::kNothing && pick(3) == 0) return more(depth);
    const std::uint64_t i = pick(3);
    const std::uint64_t j = pick(2);
    const std::uint64_t value = 1 + pick(2);
    switch (pick(depth < 2 ? 14 : 8)) {
      case 0:
      case 1: text_ += fmt::format("  x[{}] = {};\n", i, value); return;
      case 2:
      case 3: text_ += fmt::format("  a = x[{}];\n", i); return;
      case 4:
        text_ += fmt::format("  atomic_store_explicit(&f[{}], {}, memory_order_{});\n", j, value,
                             pick(4) == 0 ? "relaxed" : "release");
        return;
      case 5:
      case 6:
        text_ += fmt::format("  a = atomic_load_explicit(&f[{}], memory_order_{});\n", j,
                             pick(4) == 0 ? "relaxed" : "acquire");
        return;
      case 7:
        if (pick(3) != 0) {
          text_ += fmt::format("  assert(a != {});\n", value);
        } else {
          text_ +=
              pick(2) == 0 ? fmt::format("  plain_f[{}] = {};\n", j, value) : fmt::format("  a = plain_f[{}];\n", j);
        }
        return;
      case 8:
      case 9:
      case 10:
        text_ += fmt::format("  pthread_mutex_lock(&m[{}]);\n", j);
        statements(1 + pick(2), depth + 1);
        text_ += fmt::format("  pthread_mutex_unlock(&m[{}]);\n", j);
        return;
      default:
        text_ += fmt::format("  if (a {}= {}) {{\n", pick(2) == 0 ? "=" : "!", pick(2));
        statements(1 + pick(2), depth + 1);
        text_ += "  }\n";
        return;
    }
  }

  base::Rng rng_;
  std::uint64_t seed_;
  std::size_t index_;
  More more_ = More::kNothing;
  std::string text_;
};

}  // namespace

std::string races_head() { return std::string(kHead); }

std::string generate_races(std::uint64_t seed, std::size_t index) { return RacesGenerator(seed, index).program(); }

}  // namespace heddle::differential
