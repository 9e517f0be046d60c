// Joins that carry nothing (docs/unfolding.md) on random C programs, in which main, or a thread that it joins, does one
// of many things after its joins: with joins that are not events the findings are those of the strategy that runs every
// trace.
//   HEDDLE_DIFFERENTIAL_NATIVE_JOINS   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_SEED           where the seeds begin (default 0)

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

namespace heddle::differential::native_joins_test {
namespace {

constexpr std::uint64_t kMaxRuns = 4000;

constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int x, y;
static int z, built, got[4];
static int* block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static pthread_t threads[4];
static void leave(void) {{ assert(got[0] + got[1] != 1 || z != 1); }}
)";

// What threads do; {k} is a number, {t} that of the thread.
constexpr std::array<std::string_view, 16> kSteps = {
    "x = {k};",
    "y = {k};",
    "a = x;",
    "a += y;",
    "atomic_fetch_add(&x, 1);",
    "got[{t}] = a;",
    "got[{t}] = x + 1;",
    "pthread_mutex_lock(&m); z += {k}; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); a += z; pthread_mutex_unlock(&m);",
    "__atomic_store_n(&built, {k}, __ATOMIC_SEQ_CST);",
    "if (a == 1) sem_post(&s);",
    "if (a == 0) sem_wait(&s);",
    "if (a == 1) *block = 1; else a = *block;",
    "if (a == 2) close(open(\"f\", O_CREAT | O_WRONLY, 0600));",
    "if (a == 1) return (void*)1;",
    "assert(a != 3);",
};
// What is done after the joins.
constexpr std::array<std::string_view, 16> kBehind = {
    "",
    "free(block);",
    "block[1] = 1; puts(\"done\");",
    "assert(got[0] + got[1] != 3);",
    "assert(got[0] != 1 || got[2] != 2);",
    "assert(z != 2);",
    "if (z == 1) assert(got[1] != 1);",
    "assert(built != 1 || got[0] != 1);",
    "assert(x != 2 || y != 1);",
    "{{ int f = open(\"f\", O_RDONLY); assert(f < 0 || got[0] != 1); }}",
    "assert(access(\"f\", F_OK) != 0 || z != 1);",
    "for (int i = 0; i < 4; ++i) a += got[i]; assert(a != 5);",
    "exit(got[0] == 2 && got[1] == 2 ? 3 : 0);",
    "atexit(leave);",
    "assert(*block != 1 || got[1] != 0);",
    "pthread_mutex_destroy(&m);",
};

std::string fill_in(base::Rng& rng, std::string_view text, std::size_t thread) {
  return fmt::format(fmt::runtime(text), fmt::arg("k", rng.below(3)), fmt::arg("t", thread));
}

// Often it is something that has nothing to do with the others: the first ones. The last one only if nobody else is
// left.
std::string behind(base::Rng& rng, bool alone = false) {
  constexpr std::size_t kHarmless = 3;
  const std::size_t all = alone ? kBehind.size() : kBehind.size() - 1;
  return fill_in(rng, kBehind[rng.below(rng.one_in(2) ? kHarmless : all)], 0) + "\n";
}

std::string create_and_join(base::Rng& rng, const std::string& prefix, std::size_t first, std::size_t last) {
  std::string result;
  for (std::size_t t = first; t < last; ++t)
    result += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", t, prefix);
  const std::size_t way = rng.below(8);
  for (std::size_t t = first; t < last; ++t) {
    if (way == 0 && t + 1 == last) {
      result += fmt::format("pthread_detach(threads[{}]);\n", t);
    } else if (way == 1) {
      result += fmt::format("{{ void* r; pthread_join(threads[{}], &r); a += r != 0; }}\n", t);
    } else {
      result += fmt::format("pthread_join(threads[{}], 0);\n", t);
    }
    if (way == 2 && t == first) result += behind(rng);
  }
  if (way == 1) result += "assert(a != 2);\n";
  return result + behind(rng);
}

std::string function(const std::string& name, const std::string& body) {
  return fmt::format("static void* {}(void* unused) {{\nint a = 0;\n{}(void)a;\nreturn 0;\n}}\n", name, body);
}

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  const std::size_t count = 2 + rng.below(3);
  for (std::size_t t = 0; t < count; ++t) {
    std::string body;
    const std::size_t steps = (count == 2 ? 3 : 2) + rng.below(2);
    for (std::size_t i = 0; i < steps; ++i) body += fill_in(rng, kSteps[rng.below(kSteps.size())], t) + "\n";
    result.text += function(fmt::format("{}f{}", prefix, t), body);
  }
  result.main = "int a = 0;\nblock = calloc(2, sizeof *block);\n";
  if (rng.below(3) == 0) {
    // Nested: a thread creates and joins the others.
    const std::size_t outside = rng.below(2);
    result.text += function(prefix + "all", create_and_join(rng, prefix, outside, count));
    const std::string create = fmt::format("pthread_t all;\npthread_create(&all, 0, {}all, 0);\n", prefix);
    result.main += create + create_and_join(rng, prefix, 0, outside) + "pthread_join(all, 0);\n" + behind(rng, true);
  } else {
    result.main += create_and_join(rng, prefix, 0, count);
  }
  result.main += "(void)a;\n";
  return result;
}

std::string file_of(std::span<const std::uint64_t> seeds) {
  return file_of_cases(fmt::format(fmt::runtime(kHead)), seeds, generate_case);
}

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::uint64_t tests = 0;
};

// None if it takes too long.
std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy,
                                     bool closing) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return Story{{native.error().text()}};
  const explore::Result result = explore_all(*native.value(), strategy, kMaxRuns, {.closing_joins = closing});
  if (was_stopped(result)) return std::nullopt;
  return Story{said_by(result), result.tests};
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  Shown shown;
  const std::optional<Story> all = explore_program(executable, index, "dpor", false);
  if (!all) {
    ++shown.counts["too large"];
    return shown;
  }
  const std::string_view strategy = seed % 4 == 0 ? "unfolding" : "contextual";
  const std::optional<Story> precise = explore_program(executable, index, strategy, false);
  const std::optional<Story> closing = explore_program(executable, index, strategy, true);
  if (!precise || !closing) {
    ++shown.counts["too large"];
    return shown;
  }
  // What the strategy does not get right anyway has nothing to do with joins.
  const bool differs_anyhow = all->said != precise->said;
  if (differs_anyhow) ++shown.counts["differ with precise joins, too"];
  const Story& expected = differs_anyhow ? *precise : *all;
  if (expected.said != closing->said) {
    shown.difference =
        fmt::format("says\n{}\nand {}\n{}", fmt::join(expected.said, "\n"), strategy, fmt::join(closing->said, "\n"));
  }
  ++shown.counts["compared"];
  if (!all->said.empty()) ++shown.counts["with findings"];
  if (closing->tests < precise->tests) ++shown.counts["fewer tests"];
  return shown;
}

TEST(NativeJoins, that_carry_nothing_hide_nothing) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_NATIVE_JOINS", 60);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-w"}, file_of, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  EXPECT_LE(counts["differ with precise joins, too"], 1 + count / 20);
  demand(counts, "fewer tests", count / 30);
  demand(counts, "with findings", count / 5);
}

}  // namespace
}  // namespace heddle::differential::native_joins_test
