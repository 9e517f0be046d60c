// Which memory is interleaved must not change what is found: random programs of C with plain, locked and atomic
// accesses, explored by all strategies that end, with --visible=racy and --visible=shared.
//   HEDDLE_DIFFERENTIAL_RACES   how many programs (default 120)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "host/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/environment.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential {
namespace {

constexpr std::uint64_t kMaxRuns = 3000;

constexpr std::string_view kHead = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int x[3];
static atomic_int f[2];
static int* const plain_f = (int*)f;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_t t[4];
)";

// A random program: functions pN_0, pN_1, ... for its threads and pN_main.
class Generator {
 public:
  Generator(std::uint64_t seed, std::size_t index) : rng_(seed), index_(index) {}

  // Every other one is two pairs of threads, each of which decides by itself what to do: what both may do at the same
  // time need not be in one test, unless somebody joins them all.
  std::string program() {
    const bool pairs = index_ % 2 == 1;
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
  std::uint64_t pick(std::uint64_t n) { return rng_.below(n); }

  // Plain accesses, sometimes with a lock.
  void touch() {
    const bool locked = pick(3) == 0;
    const std::uint64_t lock = pick(2);
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
  std::size_t index_;
  std::string text_;
};

struct Way {
  std::string_view strategy;
  abi::Visible visible;
  bool fork = false;
};
// The first is what the others are compared with.
constexpr std::array kWays = {Way{"dpor", abi::Visible::kShared},       Way{"dpor", abi::Visible::kRacy},
                              Way{"contextual", abi::Visible::kRacy},   Way{"unfolding", abi::Visible::kRacy},
                              Way{"contextual", abi::Visible::kShared}, Way{"contextual", abi::Visible::kRacy, true}};

std::string text(const Way& way) {
  return fmt::format("{} --visible={}{}", way.strategy, way.visible == abi::Visible::kRacy ? "racy" : "shared",
                     way.fork ? " --isolation=fork" : "");
}

// A race is the same whichever access comes first.
std::string sorted(std::string where) {
  const std::size_t comma = where.find(", ");
  if (comma == std::string::npos) return where;
  std::string first = where.substr(0, comma);
  std::string second = where.substr(comma + 2);
  if (second < first) std::swap(first, second);
  return first + ", " + second;
}

struct Story {
  bool ended = false;
  std::uint64_t tests = 0;
  std::set<std::string> findings;  // races: of which memory
  std::set<std::string> races;     // their places: of several accesses of a moment, the detector names the first
  std::vector<std::string> reasons;
};

Story explore_all(const std::string& executable, std::size_t index, const Way& way) {
  host::Options options;
  options.visible = way.visible;
  options.record_accesses = way.visible == abi::Visible::kRacy && way.strategy != "dpor";
  if (way.fork) options.isolation = abi::Isolation::kFork;
  auto native = host::NativeExecutor::create({executable, {fmt::format("{}", index)}}, options);
  Story story;
  if (!native) {
    story.findings.insert(native.error().text());
    return story;
  }
  explore::StrategyOptions strategy;
  // Tests with several targets happen to show most races.
  strategy.planner.merge = strategy.planner.prefer_uncovered = index % 2 == 0;
  const explore::Result result =
      explore::explore(*native.value(), [&] { return explore::make_strategy(way.strategy, *native.value(), strategy); },
                       {.budget = {.tests = kMaxRuns}, .keep_going = true});
  story.tests = result.tests + result.restart_tests;
  story.ended = story.tests + result.confirmations < kMaxRuns;
  story.reasons = result.reasons;
  for (const explore::Finding& f : result.findings) {
    const bool race = f.kind == "data-race";
    if (race) story.races.insert(sorted(f.where));
    story.findings.insert(race ? "data race" + f.message.substr(f.message.rfind(" of ")) : f.kind + " at " + f.where);
  }
  return story;
}

TEST(Races, what_is_found_does_not_depend_on_what_is_interleaved) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_RACES", 120);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const tests::TemporaryFolder folder;
  std::vector<std::string> programs;
  programs.reserve(count);
  std::string calls;
  std::string all(kHead);
  for (std::size_t i = 0; i < count; ++i) {
    programs.push_back(Generator(first + i, i).program());
    all += programs.back();
    calls += fmt::format("    case {0}: p{0}_main(); break;\n", i);
  }
  all += fmt::format("int main(int argc, char** argv) {{\n  switch (atoi(argv[argc - 1])) {{\n{}  }}\n}}\n", calls);
  std::ofstream(folder.path("programs.c")) << all;
  const tests::Called called = tests::call_heddle(folder.path(), {"cc", "-O1", "-w", "programs.c", "-o", "programs"});
  ASSERT_EQ(called.code, 0) << called.err;
  std::size_t compared = 0;
  std::size_t with_races = 0;
  std::size_t without_findings = 0;
  std::array<std::uint64_t, kWays.size()> tests{};
  for (std::size_t i = 0; i < count; ++i) {
    const Story expected = explore_all(folder.path("programs"), i, kWays[0]);
    if (!expected.ended) continue;
    ++compared;
    with_races += expected.races.empty() ? 0 : 1;
    without_findings += expected.findings.empty() ? 1 : 0;
    tests[0] += expected.tests;
    for (std::size_t w = 1; w < kWays.size(); ++w) {
      const Story story = explore_all(folder.path("programs"), i, kWays[w]);
      tests[w] += story.tests;
      EXPECT_TRUE(story.ended) << text(kWays[w]);
      EXPECT_EQ(expected.findings, story.findings) << text(kWays[w]) << "\nseed " << first + i << "\n" << programs[i];
      EXPECT_TRUE(std::ranges::includes(expected.races, story.races)) << text(kWays[w]) << "\n" << programs[i];
      EXPECT_EQ(fmt::format("{}", fmt::join(story.reasons, "; ")), "") << text(kWays[w]) << "\n" << programs[i];
      if (HasFailure()) return;
    }
  }
  fmt::print("{} of {} programs compared, {} with races, {} without findings; tests: {}\n", compared, count, with_races,
             without_findings, fmt::join(tests, ", "));
  EXPECT_GE(compared, count * 3 / 4);
  EXPECT_GE(with_races, count / 10);
  EXPECT_GE(without_findings, count / 20);
}

}  // namespace
}  // namespace heddle::differential
