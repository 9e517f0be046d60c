// Programs that end while threads run, wait, or end the program themselves, with exit handlers: every strategy finds
// the same bugs, natively.
//   HEDDLE_DIFFERENTIAL_ENDING   how many programs (default 20)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/explored.h"
#include "tests/differential/generator.h"

namespace heddle::differential::ending_test {
namespace {

constexpr std::uint64_t kMaxRuns = 300;
constexpr std::uint64_t kFewTraces = 20;  // with this, most have few enough interleavings
constexpr std::array<std::string_view, 5> kStrategies = {"dpor", "dpor-2", "contextual", "unfolding", "auto"};
// The ways in which main and another thread end.
constexpr std::array<std::string_view, 6> kEnds = {"return 0",      "exit(0)",  "pthread_exit(NULL)",
                                                   "quick_exit(0)", "_Exit(0)", "exit(3)"};
constexpr std::array<std::string_view, 5> kThreadEnds = {"return unused", "exit(0)", "pthread_exit(NULL)",
                                                         "quick_exit(0)", "_Exit(0)"};
constexpr std::array<std::string_view, 3> kRegister = {"", "atexit", "at_quick_exit"};

// A C program, as a `main` function and what belongs to it.
struct Case {
  std::string text;
  std::string main;  // the statements of main
};

template <std::size_t N>
std::string_view pick(base::Rng& rng, const std::array<std::string_view, N>& texts) {
  return texts[rng.below(N)];
}

// A random model of which one thread is also an exit handler, and another one may end the program.
Case generate_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  for (;; seed += 1'000'000'007) {
    const Program plain = seed % 2 == 0 ? generate_blocking(seed, seed % 4 == 0)
                                        : generate(seed, {.interleavings = 60, .synchronised = seed % 3 != 0});
    const Program program = with_main(plain);
    const CProgram c = c_program(text(program), prefix);
    if (!c.refused.empty()) continue;
    std::vector<std::string> functions;
    for (const Program::Part& part : plain.parts) {
      if (part.head.starts_with("thread ")) functions.push_back(prefix + part.head.substr(7));
    }
    const auto function = [&] { return functions[rng.below(functions.size())]; };
    Case result{c.text, ""};
    result.text += fmt::format("#line 1000\nstatic void {}handler(void) {{ {}(NULL); }}\n", prefix, function());
    result.text += fmt::format("static void* {}leave(void* unused) {{\n", prefix);
    const std::string_view in_thread = pick(rng, kRegister);
    if (!in_thread.empty() && rng.below(2) == 0) result.text += fmt::format("{}({}handler);\n", in_thread, prefix);
    if (rng.below(2) == 0) result.text += fmt::format("{}(NULL);\n", function());
    result.text += fmt::format("{};\n}}\n", pick(rng, kThreadEnds));
    const std::string_view in_main = pick(rng, kRegister);
    if (!in_main.empty()) result.main += fmt::format("{}({}handler); ", in_main, prefix);
    if (rng.below(3) != 0) result.main += fmt::format("pthread_t t; pthread_create(&t, NULL, {}leave, NULL); ", prefix);
    result.main += fmt::format("{}main(NULL); {};", prefix, pick(rng, kEnds));
    return result;
  }
}

std::string file_of(std::span<const std::uint64_t> seeds) {
  std::vector<Case> cases;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    cases.push_back(generate_case(seeds[i], fmt::format("p{}_", i)));
    texts.push_back(cases.back().text);
  }
  std::string result = c_file(texts, {});
  result.resize(result.find("int main("));
  result += "#line 2000\nint main(int argc, char** argv) {\nswitch (argc > 1 ? atoi(argv[1]) : -1) {\n";
  for (std::size_t i = 0; i < cases.size(); ++i) result += fmt::format("case {}: {{ {} }}\n", i, cases[i].main);
  return result + "}\nreturn 0;\n}\n";
}

// What a strategy says about a program.
struct Story {
  std::string said;
  std::uint64_t traces = 0;
};

// None if it takes too long.
std::optional<Story> explore_target(trace::Executor& native, std::string_view strategy) {
  const explore::Result result = explore_all(native, strategy, kMaxRuns);
  if (was_stopped(result)) return std::nullopt;
  return Story{fmt::format("{}\n{}", fmt::join(findings_of(result), "\n"), fmt::join(result.reasons, "\n")),
               result.progress.traces};
}

// One target for all strategies, since starting it takes longer than most of the explorations; which of them comes
// first changes from program to program. The exhaustive one comes last, and only if there is hope that it finishes.
Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  auto native = native::NativeExecutor::create({executable, {fmt::format("{}", index)}}, {.stacks = false});
  if (!native) return {native.error().text(), {}};
  auto strategies = kStrategies;
  std::ranges::rotate(strategies,
                      strategies.begin() + static_cast<std::ptrdiff_t>(base::mix(seed) % strategies.size()));
  Shown shown;
  std::optional<std::string> expected;
  std::uint64_t traces = 0;
  const auto differs = [&](std::string_view strategy) {
    const std::optional<Story> story = explore_target(*native.value(), strategy);
    if (!story) return false;
    ++shown.counts[std::string(strategy)];
    if (strategy == "dpor") traces = story->traces;
    if (!expected) expected = story->said;
    if (*expected == story->said) return false;
    shown.difference = fmt::format("{} says\n{}\nothers said\n{}", strategy, story->said, *expected);
    return true;
  };
  if (std::ranges::any_of(strategies, differs)) return shown;
  if (traces > 0 && traces <= kFewTraces && differs("exhaustive")) return shown;
  ++shown.counts[expected ? "compared" : "too large"];
  if (expected && expected->size() > 1) ++shown.counts["with findings"];
  return shown;
}

TEST(Ending, every_strategy_finds_the_same_when_threads_outlive_main) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_ENDING", 20);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  auto counts = run({{"-fwrapv"}, file_of, compare}, first, count);
  demand(counts, "compared", count * 3 / 4);
  demand(counts, "exhaustive", count / 4);
  if (count >= 50) demand(counts, "with findings", count / 5);
}

}  // namespace
}  // namespace heddle::differential::ending_test
