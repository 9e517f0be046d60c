// Programs that end while threads run, wait, or end the program themselves, with exit handlers: every strategy finds
// the same bugs, natively.
//   HEDDLE_DIFFERENTIAL_ENDING   how many programs (default 20)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tests/differential/agreement.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"

namespace heddle::differential::ending_test {
namespace {

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

Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  return compare_strategies(executable, index, seed).shown;
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
