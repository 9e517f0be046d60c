// Con2colic testing of C programs against all inputs with all interleavings of each, run natively: the same local
// histories and branches for each number of interferences and without a bound; the findings of other strategies.
//   HEDDLE_DIFFERENTIAL_NATIVE_CON2COLIC   how many programs (default 120)
//   HEDDLE_DIFFERENTIAL_SEED               where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/all_runs.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/compared_seeds.h"
#include "tests/differential/con2colic_run.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/interference_generator.h"
#include "tests/differential/shrink.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::native_con2colic_test {
namespace {

constexpr std::uint64_t kParts = 6;  // CTest tests into which the programs are divided: one C file each
constexpr std::uint64_t kMaxRuns = 20'000;
constexpr std::uint32_t kBounds[] = {0, 1, 2, UINT32_MAX};
constexpr std::array kOptimisation = {"-O0", "-O1", "-O2"};

// Three of four have threads that make decisions on what others write. A compiler that does not optimise keeps on the
// stack what a loop has read, which is not followed; so there are no waiting loops in that case.
Program program_of(std::uint64_t seed, bool may_wait) {
  if (seed % 4 != 0) return with_main(generate_interferences(seed, may_wait && seed % 3 != 0));
  if (seed % 6 == 5) return with_main(generate_blocking(seed, seed % 12 == 5));
  return with_main(generate(seed, {.interleavings = 300,
                                   .max_threads = 3,
                                   .synchronised = seed % 4 == 1,
                                   .mistaken = seed % 5 == 0,
                                   .open_inputs = seed % 3 != 0,
                                   .timed = seed % 8 == 3}));
}

// What can be written in C.
std::vector<Program> programs_of(std::uint64_t begin, std::uint64_t end, bool may_wait) {
  std::vector<Program> result;
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    Program program = program_of(seed, may_wait);
    if (c_program(text(program), "p_", true).refused.empty()) result.push_back(std::move(program));
  }
  return result;
}

// What the compiler says; empty if that is nothing.
std::string compile_all(const tests::TemporaryFolder& folder, const std::vector<Program>& programs,
                        const char* optimisation) {
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    prefixes.push_back(fmt::format("p{}_", i));
    const CProgram c = c_program(text(programs[i]), prefixes.back(), true);
    if (!c.refused.empty()) return c.refused;
    texts.push_back(c.text);
  }
  std::ofstream(folder.path("programs.c")) << c_file(texts, prefixes);
  return tests::call_heddle(folder.path(), {"cc", "-fwrapv", "-fsymbolic", "-DINPUTS", optimisation, "-w", "programs.c",
                                            "-o", "programs"})
      .err;
}

std::unique_ptr<native::NativeExecutor> start(const tests::TemporaryFolder& folder, std::size_t index) {
  auto native = native::NativeExecutor::create({folder.path("programs"), {std::to_string(index)}},
                                               {.spec = {.visible = abi::Visible::kShared}, .stacks = false});
  CHECK_MSG(native, "{}", native.error().text());
  return std::move(native.value());
}

std::set<std::string> findings_of(native::NativeExecutor& native, std::string_view strategy) {
  explore::Options options;
  options.keep_going = true;
  const explore::Result result =
      explore::explore(native, [&] { return explore::make_strategy(strategy, native, {}); }, options);
  std::set<std::string> findings;
  for (const explore::Finding& f : result.findings) findings.insert(name(f) + " at " + where(f));
  return findings;
}

// How many programs need how many interferences, and how many have findings.
struct Power {
  std::array<std::uint64_t, 4> by_degree{};  // the last one: as many or more
  std::uint64_t with_findings = 0;
  std::uint64_t with_livelocks = 0;

  void add(const AllHistories& all, const std::set<std::string>& findings) {
    std::size_t most = 0;
    for (const auto& [branch, degree] : all.branches) most = std::max<std::size_t>(most, degree);
    ++by_degree[std::min(most, by_degree.size() - 1)];
    with_findings += findings.empty() ? 0 : 1;
    const auto is_livelock = [](const std::string& f) { return f.starts_with("livelock"); };
    with_livelocks += std::ranges::any_of(findings, is_livelock) ? 1 : 0;
  }
};

// The names of places and cells are valid within one process, so everything is run in one; starting it also takes
// longer than most explorations.
Comparison compare(const tests::TemporaryFolder& folder, std::size_t index, Power& power) {
  const std::unique_ptr<native::NativeExecutor> native = start(folder, index);
  CHECK(native->make_symbolic(trace::SymbolicValues::kInputsAndReads));
  const std::optional<AllHistories> all = histories_of_all_runs(*native, kMaxRuns);
  if (!all) return {.skipped = true};
  for (const std::uint32_t bound : kBounds) {
    const bool by_pairs = bound == UINT32_MAX && index % 2 == 0;
    const Con2colicRun seen = run_con2colic(*native, bound, 20 * kMaxRuns, by_pairs);
    if (const std::string what = difference(*all, seen, bound); !what.empty()) return {.differs = true, .text = what};
    if (bound != UINT32_MAX) continue;
    if (!seen.reasons.empty()) return {.differs = true, .text = fmt::format("incomplete: {}", seen.reasons.at(0))};
    CHECK(native->make_symbolic(trace::SymbolicValues::kInputs));
    for (const std::string_view strategy : {"contextual", "dpor"}) {
      const std::set<std::string> expected = findings_of(*native, strategy);
      if (strategy == "dpor") power.add(*all, expected);
      if (seen.findings == expected) continue;
      return {.differs = true,
              .text = fmt::format("findings: {} by {}, {} seen", fmt::join(expected, ", "), strategy,
                                  fmt::join(seen.findings, ", "))};
    }
  }
  return {};
}

// The smallest program that still differs.
std::string shrunk(const Program& program, const char* optimisation) {
  const auto differs = [&](const Program& smaller) {
    const tests::TemporaryFolder folder;
    Power ignored;
    return compile_all(folder, {smaller}, optimisation).empty() && compare(folder, 0, ignored).differs;
  };
  return text(shrink(program, differs));
}

class NativeCon2colic : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NativeCon2colic, covers_the_branches_of_all_runs_with_as_many_interferences) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_NATIVE_CON2COLIC", 120);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const std::vector<Program> programs =
      programs_of(first + count * GetParam() / kParts, first + count * (GetParam() + 1) / kParts,
                  GetParam() % kOptimisation.size() != 0);
  const char* const optimisation = kOptimisation[GetParam() % kOptimisation.size()];
  Power power;
  const tests::TemporaryFolder folder;
  ASSERT_EQ(compile_all(folder, programs, optimisation), "");
  std::uint64_t compared = 0;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Comparison c = compare(folder, i, power);
    ASSERT_FALSE(c.differs) << c.text << "\n"
                            << text(programs[i]) << "\nshrunk:\n"
                            << shrunk(programs[i], optimisation);
    compared += c.skipped ? 0 : 1;
  }
  fmt::print(
      "{} programs of C, {} compared; their branches need {} interferences and more; {} have findings, {} livelocks\n",
      programs.size(), compared, fmt::join(power.by_degree, ", "), power.with_findings, power.with_livelocks);
  demand("compared", compared, programs.size() / 2);
  EXPECT_LE(power.by_degree[0], compared * 3 / 4 + 1) << "too few of the programs need an interference";
}

INSTANTIATE_TEST_SUITE_P(Part, NativeCon2colic, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::native_con2colic_test
