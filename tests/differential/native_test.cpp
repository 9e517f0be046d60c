// Native execution against the interpreter: the same random programs as C and as models, with the same tests, the same
// traces, the same results of whole explorations.
//   HEDDLE_DIFFERENTIAL_NATIVE   how many programs (default 1200)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)
//   HEDDLE_DIFFERENTIAL_CHECKPOINT  how many of them also with a checkpoint in every run (default 48)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "model/executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/native_pair.h"
#include "tests/differential/shrink.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::native_test {
namespace {

constexpr std::uint64_t kParts = 12;  // CTest tests into which the programs are divided: one C file each
constexpr std::uint64_t kMaxRuns = 2000;
constexpr std::uint64_t kFewRuns = 200;         // where each run is a process
constexpr std::uint64_t kEnoughPrograms = 100;  // in a part, to expect a bit of everything among them

constexpr std::array kStrategies = {ComparedStrategy{"dpor", kMaxRuns},       ComparedStrategy{"exhaustive", kMaxRuns},
                                    ComparedStrategy{"contextual", kMaxRuns}, ComparedStrategy{"unfolding", kMaxRuns},
                                    ComparedStrategy{"dpor-1", kMaxRuns},     ComparedStrategy{"race-flip", 20, false},
                                    ComparedStrategy{"pct", 20, false},       ComparedStrategy{"random", 20, false}};
// What a hundred random programs must have shown, and what the hand-written ones must: operations, failures, outcomes.
constexpr std::string_view kCommon[] = {"arrive",   "asleep",      "assertion", "broadcast", "create", "cut",
                                        "deadlock", "exit",        "failed",    "finished",  "join",   "leave",
                                        "lock",     "lock-misuse", "read",      "rmw",       "signal", "sem-post",
                                        "sem-wait", "trylock",     "unlock",    "wait",      "wake",   "write"};
constexpr std::string_view kRare[] = {
    "abort", "cas", "exchange", "sem-trywait", "division-by-zero", "illegal-instruction", "lock-misuse"};
constexpr std::array kVisible = {abi::Visible::kShared, abi::Visible::kRacy};
constexpr std::array kOptimisation = {"-O0", "-O1", "-O2"};

// Every third program does little but block, every third is mostly synchronisation, every sixth makes mistakes.
Program program_of(std::uint64_t seed) {
  if (seed % 3 == 0) return with_main(generate_blocking(seed / 3, seed % 2 == 0));
  return with_main(generate(
      seed, {.interleavings = 3000, .synchronised = seed % 3 == 1, .mistaken = seed % 6 == 2, .timed = seed % 4 == 3}));
}

// Sometimes the threads are cut after a few steps: that must make no difference, either.
std::uint32_t depth_of(std::uint64_t seed) { return seed % 8 == 7 ? 2 + seed / 8 % 4 : trace::kDefaultDepth; }

// A C file with these programs, compiled; fails the test if that is not possible.
std::string compile_c(const tests::TemporaryFolder& folder, const std::vector<Program>& programs,
                      std::string_view optimisation) {
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;
  texts.reserve(programs.size());
  prefixes.reserve(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    prefixes.push_back(prefix_of(i));
    texts.push_back(c_program(text(programs[i]), prefixes.back()).text);
  }
  std::ofstream(folder.path("programs.c")) << c_file(texts, prefixes);
  const tests::Called called = tests::call_heddle(
      folder.path(), {"cc", "-fwrapv", std::string(optimisation), "-w", "programs.c", "-o", "programs"});
  EXPECT_EQ(called.code, 0) << called.err;
  return folder.path("programs");
}

// Both texts of the smallest program that still differs.
std::string shrink_failure(const Program& program, std::uint32_t depth, std::string_view optimisation) {
  const auto result_of = [&](const Program& p) -> std::string {
    const std::string source = text(p);
    if (!model::compile(source, "random.model", {}).executor || !c_program(source, "p0_").refused.empty()) return {};
    const tests::TemporaryFolder folder;
    PairSummary ignored;
    return compare({source, compile_c(folder, {p}, optimisation), 0, depth}, kStrategies, kVisible, ignored);
  };
  const Program small = shrink(program, [&](const Program& p) { return !result_of(p).empty(); });
  return fmt::format("shrunk: {}\n{}\n{}", result_of(small), text(small), c_program(text(small), "p0_").text);
}

class Native : public testing::TestWithParam<std::uint64_t> {};

// What random programs do too rarely. Compiled with all optimisations, since these must not change the meaning.
TEST(NativeMeaning, of_arithmetic_and_failures_is_that_of_the_model) {
  constexpr std::string_view kThreads[] = {
      "local a = x; y = 2147483647 + a + 1; y = (0 - 2147483647 - 1) / (0 - 1 + a); y = (-7) / 2; y = (-7) % 2;",
      "local a = x; y = 1 << 31 + a; y = 1 << 33; y = (-8) >> 1; y = ~a; y = -a; y = !a; y = a < 0 || 3 / a;",
      "local a = x; y = a == 0 ? 5 : 4 / a; y = a != 0 && 4 / a; y = 65536 * 65536 + 6 ^ 3 | 8 & 12;",
      "local a = x; y = 4 / a; y = 2;",
      "local a = x; y = 4 % a; y = 2;",
      "local a = x; y = arr[a - 1]; y = 2;",
      "local a = x; arr[a + 2] = y; y = 2;",
      "local a = x; arr[cas(x, 0, 1)] = fetch_add(arr[1], a - 5); y = exchange(arr[a], 7); y = exchange(arr[a], 7);",
      "x = 1; if (y == 0) error; y = 2;",
      "lock(m); unlock(m); unlock(m); y = 2;",
      "if (trylock(m)) y = trylock(m) + 2; lock(m);",
      "wait(c, m); y = 2;",
      "lock(m); signal(c); broadcast(c); if (x == 0) wait(c, m); assert(x == 0); unlock(m);",
      "acquire(s); y = tryacquire(s); release(s); y = tryacquire(s); acquire(s);",
      "while (x < 3) { fetch_add(x, 1); if (y == 2) break; y = y + 1; } return; y = 7;",
  };
  constexpr std::string_view kOther = "lock(m); x = 0; unlock(m); signal(c); if (y == 2) unlock(m);";
  std::vector<Program> programs;
  programs.reserve(std::size(kThreads));
  for (const std::string_view thread : kThreads) {
    Program program;
    program.declarations = {"shared x, y, arr[2] = {0, 1};", "lock m;", "cond c;", "semaphore s = 1;"};
    program.parts = {{"thread t0", {{.head = std::string(thread)}}}, {"thread t1", {{.head = std::string(kOther)}}}};
    programs.push_back(with_main(program));
  }
  for (const std::string_view optimisation : kOptimisation) {
    const tests::TemporaryFolder folder;
    const std::string executable = compile_c(folder, programs, optimisation);
    ASSERT_FALSE(HasFailure());
    PairSummary summary;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      EXPECT_EQ(compare({text(programs[i]), executable, i, trace::kDefaultDepth}, kStrategies, kVisible, summary), "")
          << optimisation << "\n"
          << text(programs[i]);
    }
    EXPECT_EQ(summary.programs, programs.size());
    for (const std::string_view kind : kRare) EXPECT_TRUE(summary.met.contains(kind)) << kind;
  }
}

TEST_P(Native, programs_in_C_do_what_their_models_do) {
  const std::uint64_t all = from_environment("HEDDLE_DIFFERENTIAL_NATIVE", 1200);
  const std::uint64_t count = all * (GetParam() + 1) / kParts - all * GetParam() / kParts;
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t seed = first + GetParam() * 1'000'000;
  std::vector<Program> programs;
  std::vector<std::uint64_t> seeds;
  for (; programs.size() < count; ++seed) {
    Program program = program_of(seed);
    if (!c_program(text(program), "p_").refused.empty()) continue;
    programs.push_back(std::move(program));
    seeds.push_back(seed);
  }
  const std::string_view optimisation = kOptimisation[GetParam() % kOptimisation.size()];
  const tests::TemporaryFolder folder;
  const std::string executable = compile_c(folder, programs, optimisation);
  ASSERT_FALSE(HasFailure());
  PairSummary summary;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::uint32_t depth = depth_of(seeds[i]);
    const std::string what = compare({text(programs[i]), executable, i, depth}, kStrategies, kVisible, summary);
    ASSERT_EQ(what, "") << "seed " << seeds[i] << ", " << optimisation << "\n"
                        << text(programs[i]) << "\n"
                        << shrink_failure(programs[i], depth, optimisation);
  }
  fmt::print("{} of {} programs compared in {} explorations, {} traces\n", summary.programs, count,
             summary.explorations, summary.traces);
  if (count < kEnoughPrograms) return;
  demand("compared", summary.programs, count * 9 / 10);
  if (first != 0) return;  // what is rare there depends on the seeds
  for (const std::string_view kind : kCommon) EXPECT_TRUE(summary.met.contains(kind)) << kind;
}

// Every other one takes steps in main before it creates threads: those of its first thread.
Program with_start(std::uint64_t seed) {
  Program program = program_of(seed);
  if (seed % 2 == 0) return program;
  std::vector<Statement>& main = program.parts.back().body;
  const auto is_thread = [](const Program::Part& part) { return part.head.starts_with("proc "); };
  const auto first = std::ranges::find_if(program.parts, is_thread);
  if (first != program.parts.end()) main.insert(main.begin(), first->body.begin(), first->body.end());
  return program;
}

class NativeCheckpoint : public testing::TestWithParam<std::uint64_t> {};

// Tests that begin at a checkpoint, wherever that is possible, do what whole runs do: the model has no checkpoints.
TEST_P(NativeCheckpoint, tests_from_a_checkpoint_do_what_models_do) {
  constexpr std::array kFew = {ComparedStrategy{"dpor", kFewRuns}, ComparedStrategy{"contextual", kFewRuns},
                               ComparedStrategy{"exhaustive", kFewRuns}, ComparedStrategy{"pct", 20, false},
                               ComparedStrategy{"random", 20, false}};
  const std::uint64_t all = from_environment("HEDDLE_DIFFERENTIAL_CHECKPOINT", 48);
  const std::uint64_t count = all * (GetParam() + 1) / kParts - all * GetParam() / kParts;
  std::uint64_t seed = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0) + (100 + GetParam()) * 1'000'000;
  std::vector<Program> programs;
  for (; programs.size() < count; ++seed) {
    Program program = with_start(seed);
    if (c_program(text(program), "p_").refused.empty()) programs.push_back(std::move(program));
  }
  const tests::TemporaryFolder folder;
  const std::string executable = compile_c(folder, programs, "-O1");
  ASSERT_FALSE(HasFailure());
  PairSummary summary;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Pair pair{text(programs[i]), executable, i, depth_of(i), trace::Checkpoint::kAlways};
    ASSERT_EQ(compare(pair, kFew, kVisible, summary), "") << text(programs[i]);
  }
  fmt::print("{} of {} programs compared in {} explorations, {} traces\n", summary.programs, count,
             summary.explorations, summary.traces);
}

INSTANTIATE_TEST_SUITE_P(Part, NativeCheckpoint, testing::Range<std::uint64_t>(0, kParts));
INSTANTIATE_TEST_SUITE_P(Part, Native, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::native_test
