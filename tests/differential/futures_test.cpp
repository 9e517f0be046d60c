// Random C++ programs with promises, futures and shared pointers, or with latches, barriers and semaphores, explored
// with the library as it is and with the one that Heddle compiles programs with (include/cxx), in which waiting for one
// of them and releasing a shared object are one step each: the same findings and reasons.
//   HEDDLE_DIFFERENTIAL_FUTURES   how many programs with futures (default 24)
//   HEDDLE_DIFFERENTIAL_GATES     how many with latches, barriers and semaphores (default 24)
//   HEDDLE_DIFFERENTIAL_SEED      where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
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

namespace heddle::differential::futures_test {
namespace {

// The library as it is takes many runs.
constexpr std::uint64_t kMaxRuns = 20000;

constexpr std::string_view kHead = R"(#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
static std::atomic<int> x, y;
static int data[2];
static std::mutex m;
struct Object {
  ~Object() { y = value; }
  int value = 1;
};
using Promise = std::promise<int>;
using Future = std::shared_future<int>;
static bool is_ready(const Future& f, int seconds) {
  return f.wait_for(std::chrono::seconds(seconds)) == std::future_status::ready;
}
)";

// What threads do, including main: {n} is 0 or 1, {k} a number. s is a shared pointer of the thread. No weak pointers:
// where the library looks at both counts with one access, races between each of the two and that access are reported.
constexpr std::array<std::string_view, 25> kStatements = {
    "p[{n}].set_value({k});",
    "p[{n}].set_value({k});",
    "p[{n}].set_value_at_thread_exit({k});",
    "data[{n}] = {k}; p[{n}].set_value({k});",
    "p[{n}].set_value({k}); data[{n}] = {k};",
    "p[{n}].set_exception(std::make_exception_ptr({k}));",
    "a = f[{n}].get();",
    "a = f[{n}].get(); x = a;",
    "f[{n}].wait(); a += data[{n}];",
    "f[{n}].wait(); data[{n}] = {k};",
    "const Future g = f[{n}]; a += g.get();",
    "f[{n}].wait(); f[1 - {n}].wait();",
    "a = is_ready(f[{n}], 0); assert(a == 0 || x != {k} + 1);",
    "a = is_ready(f[{n}], 1); x = a;",
    "data[{n}] = {k}; f[{n}].wait(); x.store({k}, std::memory_order_relaxed);",
    "if (x.load(std::memory_order_relaxed) == {k}) {{ f[{n}].wait(); data[{n}] = 1; }}",
    "x = {k};",
    "a = x; assert(a != {k} + 1);",
    "s.reset();",
    "s.reset(); a = y;",
    "s->value = {k};",
    "a = s->value;",
    "const auto r = s; s.reset(); x = r->value;",
    "if (s.use_count() == 1) x = {k};",
    "const std::lock_guard lock(m); a = data[{n}]; data[{n}] = {k};",
};

std::string statements(base::Rng& rng, std::size_t most) {
  std::string result;
  for (std::size_t i = 1 + rng.below(most); i > 0; --i) {
    const std::string_view text = kStatements[rng.below(kStatements.size())];
    result += fmt::format("    {{ {} }}\n", fmt::format(fmt::runtime(text), fmt::arg("n", rng.below(2)),
                                                        fmt::arg("k", 1 + rng.below(2))));
  }
  return result;
}

Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  std::string threads;
  const std::size_t count = 1 + rng.below(2);
  for (std::size_t t = 0; t < count; ++t)
    threads += fmt::format(
        "  std::thread t{}([&, s]() mutable {{\n    int a = 0;\n    try {{\n{}    }} catch (const "
        "std::future_error&) {{ x = 3; }} catch (int e) {{ y = e; }}\n    if (a == 77) abort();\n  }});\n",
        t, statements(rng, 3));
  std::string own = rng.below(3) == 0 ? "" : statements(rng, 2);
  own = fmt::format(
      "  int a = 0;\n  try {{\n{}  }} catch (const std::future_error&) {{ x = 3; }} catch (int e) {{ y = e; }}\n", own);
  std::string joins;
  for (std::size_t t = 0; t < count; ++t) joins += fmt::format("  t{}.join();\n", t);
  if (rng.below(3) == 0) joins += "  assert(y != 2 || x != 1);\n";
  result.text = fmt::format(
      "static void {}main() {{\n  Promise p[2];\n  const Future f[2] = {{p[0].get_future(), p[1].get_future()}};\n"
      "  auto s = std::make_shared<Object>();\n{}{}{}  if (a == 77) abort();\n}}\n",
      prefix, threads, own, joins);
  result.main = fmt::format("{}main();\n", prefix);
  return result;
}

// Two threads, which meet at a barrier, and main. The latch is initialised before main.
constexpr std::string_view kGatesHead = R"(#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <latch>
#include <semaphore>
#include <thread>
static std::atomic<int> x;
static int data[2];
)";

// {n} is 0 or 1, {k} a number.
constexpr std::array<std::string_view, 18> kGatesStatements = {
    "data[{n}] = {k}; l.count_down();",
    "l.count_down(); data[{n}] = {k};",
    "l.wait(); a += data[{n}];",
    "l.arrive_and_wait(); a += data[{n}];",
    "if (l.try_wait()) data[{n}] = {k};",
    "data[{n}] = {k}; q.release();",
    "q.acquire(); a += data[{n}];",
    "q.acquire(); data[{n}] = {k}; q.release();",
    "if (q.try_acquire()) a += data[{n}];",
    "a = q.try_acquire_for(std::chrono::seconds({n})); x = a;",
    "data[{n}] = {k}; b.arrive_and_wait();",
    "b.arrive_and_wait(); a += data[{n}];",
    "b.arrive_and_wait(); data[{n}] = {k};",
    "auto t = b.arrive(); data[{n}] = {k}; b.wait(std::move(t));",
    "b.arrive_and_drop();",
    "x = {k};",
    "a = x; assert(a != {k} + 1);",
    "a += data[{n}];",
};

// The first of those with the barrier, the one after which a thread must not use it any more, and the first without.
constexpr std::size_t kFirstBarrier = 10;
constexpr std::size_t kDrop = 14;
constexpr std::size_t kNoBarrier = 15;

std::string gates_statements(base::Rng& rng, std::size_t most, bool has_barrier) {
  std::string result;
  for (std::size_t i = 1 + rng.below(most); i > 0; --i) {
    const std::size_t which = rng.below(kGatesStatements.size());
    if (which >= kFirstBarrier && which < kNoBarrier && !has_barrier) continue;
    has_barrier = has_barrier && which != kDrop;
    result += fmt::format("    {{ {} }}\n", fmt::format(fmt::runtime(kGatesStatements[which]),
                                                        fmt::arg("n", rng.below(2)), fmt::arg("k", 1 + rng.below(2))));
  }
  return result;
}

std::size_t count_of(std::string_view word, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
  return count;
}

Case generate_gates(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  Case result;
  std::string threads;
  for (int t = 0; t < 2; ++t)
    threads += fmt::format("  std::thread t{}([&] {{\n    int a = 0;\n{}    if (a == 77) abort();\n  }});\n", t,
                           gates_statements(rng, 3, true));
  const std::string own = rng.below(2) == 0 ? "" : gates_statements(rng, 2, false);
  const std::string completed = rng.below(2) == 0 ? "b(2, [&]() noexcept { ++phases; })" : "b(2)";
  // Counting it down below zero is undefined; waiting for what does not come is not.
  const std::size_t counts = count_of("l.count_down", threads + own) + count_of("l.arrive", threads + own);
  result.text = fmt::format(
      "static std::latch {0}l({1});\nstatic void {0}main() {{\n  std::latch& l = {0}l;\n"
      "  std::counting_semaphore<3> q({2});\n  int phases = 0;\n  std::barrier {3};\n{4}  int a = 0;\n{5}"
      "  t0.join();\n  t1.join();\n  if (a + phases == 77) abort();\n}}\n",
      prefix, counts + (rng.below(6) == 0 ? 1 : 0), rng.below(3), completed, threads, own);
  result.main = fmt::format("{}main();\n", prefix);
  return result;
}

std::string file_of_gates(std::span<const std::uint64_t> seeds) {
  return file_of_cases(kGatesHead, seeds, generate_gates);
}

std::string file_of(std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate_case); }

struct Story {
  std::set<std::string> said;  // findings and reasons for incompleteness
  std::uint64_t tests = 0;
};

// None if it takes too long.
std::optional<Story> explore_program(const std::string& executable, std::size_t index, std::string_view strategy) {
  const auto native = start_case(executable, index, strategy);
  if (!native) return std::nullopt;
  const explore::Result result = explore_all(*native.value(), strategy, kMaxRuns);
  if (was_stopped(result)) return std::nullopt;
  Story story;
  // In the library, threads that wait for ever may look now and then.
  for (const explore::Finding& f : result.findings) {
    const bool waits = name(f) == "deadlock" || name(f) == "livelock";
    story.said.insert(waits ? "waits for ever" : fmt::format("{} at {}", name(f), where(f)));
  }
  story.said.insert(result.reasons.begin(), result.reasons.end());
  story.tests = result.tests;
  return story;
}

Shown compare(const std::string& executable, std::size_t index, std::uint64_t /*seed*/) {
  Shown shown;
  const std::optional<Story> as_it_is = explore_program(twin_of(executable), index, "dpor");
  if (!as_it_is) {
    ++shown.counts["too large"];
    return shown;
  }
  for (const std::string_view strategy : {"dpor", "contextual", "auto"}) {
    const std::optional<Story> ours = explore_program(executable, index, strategy);
    if (!ours || ours->said != as_it_is->said) {
      shown.difference =
          fmt::format("the library as it is says\n{}\nand {} with ours\n{}", fmt::join(as_it_is->said, "\n"), strategy,
                      ours ? fmt::format("{}", fmt::join(ours->said, "\n")) : "does not end");
      return shown;
    }
    if (strategy == "dpor" && ours->tests < as_it_is->tests) ++shown.counts["fewer tests"];
  }
  ++shown.counts["compared"];
  if (!as_it_is->said.empty()) ++shown.counts["with findings"];
  return shown;
}

TEST(Gates, are_passed_in_one_step_and_nothing_else_changes) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_GATES", 24);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  // The library's other semaphores may sleep for ever (see include/cxx/semaphore).
  const std::vector<std::string> as_it_is = {"-DHEDDLE_LIBRARY_AS_IT_IS", "-D_GLIBCXX_USE_POSIX_SEMAPHORE=1"};
  auto counts = run({{"-std=c++20"}, file_of_gates, compare, true, as_it_is}, first, count);
  demand(counts, "compared", count / 2);
  demand(counts, "fewer tests", count / 4);
  demand(counts, "with findings", count / 4);
}

TEST(Futures, are_ready_in_one_step_and_nothing_else_changes) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_FUTURES", 24);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-std=c++20"}, file_of, compare, true, {"-DHEDDLE_LIBRARY_AS_IT_IS"}}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "fewer tests", count / 4);
  demand(counts, "with findings", count / 4);
}

}  // namespace
}  // namespace heddle::differential::futures_test
