// Programs that end while threads run, wait, or end the program themselves, with exit handlers: every strategy finds
// the same bugs, natively.
//   HEDDLE_DIFFERENTIAL_ENDING   how many programs (default 20)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

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
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential {
namespace {

constexpr std::uint64_t kMaxRuns = 3000;
constexpr std::size_t kProgramsInFile = 100;
constexpr std::array<std::string_view, 5> kStrategies = {"exhaustive", "dpor", "dpor-2", "contextual", "unfolding"};
// The ways in which main and another thread end.
constexpr std::array<std::string_view, 6> kEnds = {"return 0",      "exit(0)",  "pthread_exit(NULL)",
                                                   "quick_exit(0)", "_Exit(0)", "exit(3)"};
constexpr std::array<std::string_view, 5> kThreadEnds = {"return unused", "exit(0)", "pthread_exit(NULL)",
                                                         "quick_exit(0)", "_Exit(0)"};
constexpr std::array<std::string_view, 3> kRegister = {"", "atexit", "at_quick_exit"};

// A program of C, as a function of `main` and what belongs to it.
struct Case {
  std::string text;
  std::string main;  // the statements of main
};

template <std::size_t N>
std::string_view pick(base::Rng& rng, const std::array<std::string_view, N>& texts) {
  return texts[rng.below(N)];
}

// A random model of which one thread is an exit handler, too, and another one may end the program.
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

std::string file_of(const std::vector<Case>& cases) {
  std::vector<std::string> texts;
  texts.reserve(cases.size());
  for (const Case& c : cases) texts.push_back(c.text);
  std::string result = c_file(texts, {});
  const std::size_t main = result.find("int main(");
  result.resize(main);
  result += "#line 2000\nint main(int argc, char** argv) {\nswitch (argc > 1 ? atoi(argv[1]) : -1) {\n";
  for (std::size_t i = 0; i < cases.size(); ++i) result += fmt::format("case {}: {{ {} }}\n", i, cases[i].main);
  return result + "}\nreturn 0;\n}\n";
}

std::string compile_file(const tests::TemporaryFolder& folder, const std::vector<Case>& cases) {
  std::ofstream(folder.path("programs.c")) << file_of(cases);
  const tests::Called called =
      tests::call_heddle(folder.path(), {"cc", "-fwrapv", "-w", "programs.c", "-o", "programs"});
  EXPECT_EQ(called.code, 0) << called.err;
  return folder.path("programs");
}

// What a strategy says of a program; empty if it takes too long.
std::string explore_all(const std::string& executable, std::size_t index, std::string_view strategy) {
  auto native = host::NativeExecutor::create({executable, {fmt::format("{}", index)}}, host::Options{});
  if (!native) return native.error().text();
  explore::Options options;
  options.budget = {.tests = kMaxRuns};
  options.keep_going = true;
  const auto make = [&] { return explore::make_strategy(strategy, *native.value(), {}); };
  const explore::Result result = explore::explore(*native.value(), make, options);
  if (std::ranges::any_of(result.reasons, [](const std::string& r) { return r.starts_with("stopped after"); }))
    return {};
  std::set<std::string> findings;
  for (const explore::Finding& f : result.findings) findings.insert(fmt::format("{} at {}", f.kind, f.where));
  return fmt::format("{}\n{}", fmt::join(findings, "\n"), fmt::join(result.reasons, "\n"));
}

TEST(Ending, every_strategy_finds_the_same_when_threads_outlive_main) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_ENDING", 20);
  std::uint64_t seed = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t compared = 0;
  std::uint64_t bugs = 0;
  for (std::uint64_t done = 0; done < count;) {
    std::vector<Case> cases;
    for (; cases.size() < kProgramsInFile && done < count; ++done)
      cases.push_back(generate_case(seed++, fmt::format("p{}_", cases.size())));
    const tests::TemporaryFolder folder;
    const std::string executable = compile_file(folder, cases);
    ASSERT_FALSE(HasFailure());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      std::string expected;
      for (const std::string_view strategy : kStrategies) {
        const std::string said = explore_all(executable, i, strategy);
        if (expected.empty()) expected = said;
        if (said.empty()) continue;
        ++compared;
        ASSERT_EQ(expected, said) << strategy << ", seed " << seed - cases.size() + i << "\n" << file_of({cases[i]});
      }
      if (expected.size() > 1) ++bugs;
    }
  }
  fmt::print("{} explorations of {} programs compared, {} programs with findings\n", compared, count, bugs);
  EXPECT_GE(compared, count * kStrategies.size() * 3 / 4) << "too many of the programs are too large to say anything";
  if (count >= 50) EXPECT_GE(bugs, count / 5);
}

}  // namespace
}  // namespace heddle::differential
