// Random programs whose threads use variables by inline assembly of one instruction, and the same programs with the
// builtins of the compiler: the same findings.
//   HEDDLE_DIFFERENTIAL_ASSEMBLY   how many programs (default 20)
//   HEDDLE_DIFFERENTIAL_SEED       where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "explore/loop.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"

namespace heddle::differential::assembly_test {
namespace {

constexpr std::uint64_t kMaxRuns = 20000;

// Each function in both ways; T is the type of the variables, with the letters of its size.
constexpr std::string_view kHead = R"(#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define ORDER __ATOMIC_SEQ_CST
#ifdef BUILTINS
#define FUNCTIONS(T, LETTER, NAME) \
static T load_##NAME(T* v) { return __atomic_load_n(v, __ATOMIC_ACQUIRE); } \
static void store_##NAME(T* v, T n) { __atomic_store_n(v, n, __ATOMIC_RELEASE); } \
static T exchange_##NAME(T* v, T n) { return __atomic_exchange_n(v, n, ORDER); } \
static T fetch_add_##NAME(T* v, T n) { return __atomic_fetch_add(v, n, ORDER); } \
static void add_##NAME(T* v, T n) { __atomic_fetch_add(v, n, ORDER); } \
static void or_##NAME(T* v, T n) { __atomic_fetch_or(v, n, ORDER); } \
static int count_##NAME(T* v) { return __atomic_sub_fetch(v, 1, ORDER) == 0; } \
static int replace_##NAME(T* v, T old, T n) { return __atomic_compare_exchange_n(v, &old, n, 0, ORDER, ORDER); } \
static T found_##NAME(T* v, T old, T n) { __atomic_compare_exchange_n(v, &old, n, 0, ORDER, ORDER); return old; }
#else
#define FUNCTIONS(T, LETTER, NAME) \
static T load_##NAME(T* v) { T r; __asm__ volatile("mov" LETTER " %1, %0" : "=q"(r) : "m"(*v) : "memory"); return r; } \
static void store_##NAME(T* v, T n) { __asm__ volatile("mov" LETTER " %1, %0" : "=m"(*v) : "iq"(n) : "memory"); } \
static T exchange_##NAME(T* v, T n) { __asm__ volatile("xchg" LETTER " %1, %0" : "+m"(*v), "+q"(n) :: "memory"); return n; } \
static T fetch_add_##NAME(T* v, T n) { __asm__ volatile("lock; xadd" LETTER " %1, %0" : "+m"(*v), "+q"(n) :: "memory"); return n; } \
static void add_##NAME(T* v, T n) { __asm__ volatile("lock add" LETTER " %1, %0" : "+m"(*v) : "iq"(n) : "memory"); } \
static void or_##NAME(T* v, T n) { __asm__ volatile("lock\n\tor" LETTER " %1, %0" : "+m"(*v) : "iq"(n) : "cc"); } \
static int count_##NAME(T* v) { unsigned char z; __asm__ volatile("lock dec" LETTER " %0; setz %1" : "+m"(*v), "=qm"(z) :: "memory"); return z; } \
static int replace_##NAME(T* v, T old, T n) { int z; __asm__ volatile("lock cmpxchg" LETTER " %3, %0" : "+m"(*v), "+a"(old), "=@ccz"(z) : "q"(n) : "memory"); return z; } \
static T found_##NAME(T* v, T old, T n) { T r; __asm__ volatile("lock cmpxchg" LETTER " %2, %1" : "=a"(r), "+m"(*v) : "q"(n), "0"(old) : "memory"); return r; }
#endif
FUNCTIONS(unsigned char, "b", b)
FUNCTIONS(short, "w", w)
FUNCTIONS(int, "l", l)
FUNCTIONS(long, "q", q)
static unsigned char x_b, y_b;
static short x_w, y_w;
static int x_l, y_l;
static long x_q, y_q;
static int data;
static pthread_t threads[3];
)";

// {v} is a variable, {t} its type, {n} a number.
constexpr std::array<std::string_view, 16> kStatements = {
    "a = load_{t}(&{v}_{t});",
    "a = a * 3 + load_{t}(&{v}_{t});",
    "store_{t}(&{v}_{t}, {n});",
    "data = {n}; store_{t}(&{v}_{t}, {n});",
    "if (load_{t}(&{v}_{t}) == {n}) a += data;",
    "if (load_{t}(&{v}_{t}) == {n}) data = a;",
    "a = a * 3 + exchange_{t}(&{v}_{t}, {n});",
    "a = a * 3 + fetch_add_{t}(&{v}_{t}, {n});",
    "add_{t}(&{v}_{t}, {n});",
    "or_{t}(&{v}_{t}, {n});",
    "if (count_{t}(&{v}_{t})) a = a * 3 + 1;",
    "a = a * 3 + replace_{t}(&{v}_{t}, {n}, {n} + 1);",
    "a = a * 3 + found_{t}(&{v}_{t}, {n}, {n} + 1);",
    "while (load_{t}(&{v}_{t}) < {n}) ;",
    "while (!replace_{t}(&{v}_{t}, 0, 1)) ; data = {n}; store_{t}(&{v}_{t}, 0);",
    "assert(load_{t}(&{v}_{t}) != 2 * {n} + 1);",
};

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  const std::size_t count = 2 + rng.below(2);
  const char size = "bwlq"[rng.below(4)];
  for (std::size_t t = 0; t < count; ++t) {
    std::string body;
    for (std::size_t i = 1 + rng.below(3); i > 0; --i) {
      const std::string_view text = kStatements[rng.below(kStatements.size())];
      body += fmt::format("  {}\n", fmt::format(fmt::runtime(text), fmt::arg("v", rng.below(3) == 0 ? 'y' : 'x'),
                                                fmt::arg("t", size), fmt::arg("n", 1 + rng.below(2))));
    }
    result.text += fmt::format(
        "static void* {}f{}(void* p) {{\n  long a = 0;\n{}  if (a == 77) abort();\n  return p;\n}}\n", prefix, t, body);
    result.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  }
  for (std::size_t t = 0; t < count; ++t) result.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
  result.main += fmt::format("assert(x_{0} + y_{0} != {1});\n", size, 1 + rng.below(4));
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

using Story = std::set<std::string>;  // findings and reasons for incompleteness

// None if it takes too long.
std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return std::nullopt;
  const explore::Result result = explore_all(*native.value(), strategy, kMaxRuns);
  if (was_stopped(result)) return std::nullopt;
  Story story;
  for (const explore::Finding& f : result.findings) story.insert(name(f));
  story.insert(result.reasons.begin(), result.reasons.end());
  return story;
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  Shown shown;
  const std::string_view strategy = seed % 3 == 0 ? "contextual" : "dpor";
  const std::optional<Story> builtins = explore_program(twin_of(executable), index, strategy);
  if (!builtins) {
    ++shown.counts["too large"];
    return shown;
  }
  const std::optional<Story> assembly = explore_program(executable, index, strategy);
  if (!assembly || *assembly != *builtins) {
    shown.difference = fmt::format("{}, builtins:\n{}\nassembly:\n{}", strategy, fmt::join(*builtins, "\n"),
                                   assembly ? fmt::format("{}", fmt::join(*assembly, "\n")) : "does not end");
    return shown;
  }
  ++shown.counts["compared"];
  if (!builtins->empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(Assembly, is_what_the_builtins_are) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_ASSEMBLY", 20);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare, false, {"-DBUILTINS"}}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "with findings", count / 4);
}

}  // namespace
}  // namespace heddle::differential::assembly_test
