// Assertion-guided pruning of C programs against the same strategies without it: the same verdict and the same
// findings, on random programs with and without inputs.
//   HEDDLE_DIFFERENTIAL_NATIVE_PRUNE   how many programs (default 120)
//   HEDDLE_DIFFERENTIAL_SEED           where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::native_prune_test {
namespace {

constexpr std::uint64_t kParts = 6;  // CTest tests into which the programs are divided: one C file each
constexpr std::uint64_t kMaxRuns = 3'000;
constexpr std::array kOptimisation = {"-O0", "-O1", "-O2"};
constexpr std::array kStrategies = {"exhaustive", "dpor-1", "dpor-2", "dpor"};

Program program_of(std::uint64_t seed) {
  if (seed % 6 == 0) return with_main(generate_blocking(seed / 6, seed % 2 == 0));
  return with_main(generate(seed, {.interleavings = seed % 3 == 0 ? 1000.0 : 200.0,
                                   .max_threads = 3,
                                   .synchronised = seed % 4 == 1,
                                   .mistaken = seed % 5 == 0,
                                   .open_inputs = seed % 2 == 0,
                                   .timed = seed % 8 == 3}));
}

struct Seen {
  std::set<std::string> findings;
  explore::Result result;
};

std::unique_ptr<native::NativeExecutor> start(const std::string& executable, std::size_t number, bool prunes) {
  auto native = native::NativeExecutor::create(
      {executable, {std::to_string(number)}},
      {.spec = {.symbolic_locals = prunes, .native = true, .visible = abi::Visible::kShared}, .stacks = false});
  CHECK_MSG(native, "{}", native.error().text());
  return std::move(native.value());
}

Seen run(native::NativeExecutor& native, const std::string& strategy, bool prunes) {
  explore::StrategyOptions strategy_options;
  if (prunes) strategy_options.prune.emplace();
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = kMaxRuns;
  const auto make = [&] { return explore::make_strategy(strategy, native, strategy_options); };
  Seen seen{{}, explore::explore(native, make, options)};
  for (const explore::Finding& f : seen.result.findings) seen.findings.insert(name(f) + " at " + where(f));
  return seen;
}

class NativePrune : public testing::TestWithParam<std::uint64_t> {
 protected:
  struct Programs {
    std::vector<std::string> models;
    std::vector<std::string> texts;
    std::vector<std::string> prefixes;
  };

  static Programs make_programs() {
    const std::uint64_t all = from_environment("HEDDLE_DIFFERENTIAL_NATIVE_PRUNE", 120);
    const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
    Programs programs;
    for (std::uint64_t seed = first + all * GetParam() / kParts; seed < first + all * (GetParam() + 1) / kParts;
         ++seed) {
      const std::string model = text(program_of(seed));
      const std::string prefix = fmt::format("p{}_", programs.texts.size());
      const CProgram c = c_program(model, prefix, true);
      if (!c.refused.empty()) continue;
      programs.models.push_back(model);
      programs.texts.push_back(c.text);
      programs.prefixes.push_back(prefix);
    }
    return programs;
  }

  void compare(const std::string& executable, std::size_t number, const std::string& model) {
    // To start the program takes longer than most explorations.
    const auto native = start(executable, number, false);
    const auto pruning_native = start(executable, number, true);
    const Seen expected = run(*native, "dpor", false);
    if (!expected.result.reasons.empty()) return;
    ++compared_;
    for (const char* strategy : kStrategies) {
      const Seen plain = run(*native, strategy, false);
      if (plain.result.tests >= kMaxRuns) continue;
      const Seen pruned = run(*pruning_native, strategy, true);
      const explore::Pruning pruning = pruned.result.progress.pruning.value_or(explore::Pruning{});
      EXPECT_EQ(pruned.findings, expected.findings) << strategy << "\n" << model;
      EXPECT_TRUE(pruned.result.reasons.empty())
          << strategy << ": " << fmt::format("{}", fmt::join(pruned.result.reasons, "; ")) << "\n"
          << model;
      EXPECT_EQ(pruning.off, "") << strategy << "\n" << model;
      tests_ += plain.result.tests;
      tests_with_pruning_ += pruned.result.tests;
      pruned_ += pruning.pruned;
    }
  }

  std::uint64_t compared_ = 0;
  std::uint64_t tests_ = 0;
  std::uint64_t tests_with_pruning_ = 0;
  std::uint64_t pruned_ = 0;
};

TEST_P(NativePrune, finds_the_same_as_without) {
  const Programs programs = make_programs();
  const tests::TemporaryFolder folder;
  std::ofstream(folder.path("programs.c")) << c_file(programs.texts, programs.prefixes);
  const tests::Called called = tests::call_heddle(
      folder.path(), {"cc", "-fwrapv", "-fsymbolic=meetings", "-DINPUTS",
                      kOptimisation[GetParam() % kOptimisation.size()], "-w", "programs.c", "-o", "programs"});
  ASSERT_EQ(called.code, 0) << called.err;
  for (std::size_t i = 0; i < programs.models.size() && !HasFailure(); ++i)
    compare(folder.path("programs"), i, programs.models[i]);
  fmt::print("{} of {} programs compared: {} tests, {} with pruning, of which {} pruned\n", compared_,
             programs.models.size(), tests_, tests_with_pruning_, pruned_);
  demand("compared", compared_, programs.models.size() / 2);
  constexpr std::uint64_t kEnough = 10;  // to expect something from them
  if (compared_ < kEnough) return;
  demand("pruned", pruned_, compared_ + 1);
}

INSTANTIATE_TEST_SUITE_P(Part, NativePrune, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::native_prune_test
