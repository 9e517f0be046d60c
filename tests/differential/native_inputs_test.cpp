// C programs with inputs against all values of the inputs with all interleavings, run as models.
//   HEDDLE_DIFFERENTIAL_NATIVE_INPUTS   how many programs (default 318)
//   HEDDLE_DIFFERENTIAL_SEED            where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/c_program.h"
#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/fixed_inputs.h"
#include "tests/differential/generator.h"
#include "tests/differential/native_twin.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::native_inputs_test {
namespace {

constexpr std::uint64_t kParts = 6;  // CTest tests into which the programs are divided: one C file each
constexpr std::uint64_t kMaxRuns = 5'000;
constexpr std::array kOptimisation = {"-O0", "-O1", "-O2"};

// "deadlock at random.model:3:5" without what differs in C: files and columns, and the kinds of some failures.
std::string as_in_c(const std::string& finding) {
  static const std::regex place(R"(\w+\.model:(\d+):\d+)");
  const std::size_t end = finding.find(' ');
  trace::FailureKind kind{};
  const std::string known = trace::parse_failure_kind(finding.substr(0, end), kind)
                                ? std::string(name(differential::as_in_c(kind)))
                                : finding.substr(0, end);
  return known + std::regex_replace(finding.substr(end), place, "line $1");
}

class NativeInputs : public testing::TestWithParam<std::uint64_t> {};

// Programs that are one file of C.
struct Programs {
  std::vector<Program> all;
  std::vector<std::string> texts;     // in C
  std::vector<std::string> prefixes;  // of their names there
};

Programs generate_programs(std::uint64_t begin, std::uint64_t end) {
  Programs result;
  for (std::uint64_t seed = begin; seed < end; ++seed) {
    Program program = with_main(generate(seed, {.interleavings = 100,
                                                .max_threads = 3,
                                                .mistaken = seed % 5 == 0,
                                                .open_inputs = true,
                                                .compares = seed % 3 == 0}));
    const std::string prefix = fmt::format("p{}_", result.all.size());
    const CProgram c = c_program(text(program), prefix, true);
    if (!c.refused.empty()) continue;
    result.all.push_back(std::move(program));
    result.texts.push_back(c.text);
    result.prefixes.push_back(prefix);
  }
  return result;
}

// What is found in the C program of this number has been found in the model.
void compare(const std::string& executable, std::size_t index, const std::string& model,
             const std::set<std::string>& expected, std::string_view strategy) {
  // Some tests begin where others took the same inputs.
  const auto checkpoint = index % 8 == 3 ? trace::Checkpoint::kAlways : trace::Checkpoint::kAuto;
  auto native = native::NativeExecutor::create({executable, {std::to_string(index)}},
                                               {.spec = {.visible = abi::Visible::kShared, .checkpoint = checkpoint}});
  ASSERT_TRUE(native) << native.error().text();
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = 20 * kMaxRuns;
  const explore::Result result =
      explore::explore(*native.value(), [&] { return explore::make_strategy(strategy, *native.value(), {}); }, options);
  std::set<std::string> seen;
  for (const explore::Finding& f : result.findings) seen.insert(as_in_c(name(f) + " at " + where(f)));
  EXPECT_EQ(seen, expected) << strategy << "\n" << model;
  EXPECT_TRUE(result.reasons.empty()) << strategy << ": " << fmt::format("{}", fmt::join(result.reasons, "; ")) << "\n"
                                      << model;
}

TEST_P(NativeInputs, find_what_all_values_and_interleavings_find) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_NATIVE_INPUTS", 318);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const Programs programs =
      generate_programs(first + count * GetParam() / kParts, first + count * (GetParam() + 1) / kParts);
  const tests::TemporaryFolder folder;
  std::ofstream(folder.path("programs.c")) << c_file(programs.texts, programs.prefixes);
  const tests::Called called = tests::call_heddle(
      folder.path(), {"cc", "-fwrapv", "-fsymbolic", "-DINPUTS", kOptimisation[GetParam() % kOptimisation.size()], "-w",
                      "programs.c", "-o", "programs"});
  ASSERT_EQ(called.code, 0) << called.err;

  std::uint64_t compared = 0;
  std::uint64_t with_findings = 0;
  for (std::size_t i = 0; i < programs.all.size(); ++i) {
    const std::string text_of_model = text(programs.all[i]);
    const auto model = compile(text_of_model);
    const std::optional<InputObservations> all = observe_all_inputs(*model, kMaxRuns);
    if (!all) continue;
    std::set<std::string> expected;
    for (const std::string& finding : all->findings) expected.insert(as_in_c(finding));
    for (const std::string_view strategy : {"contextual", "dpor", "con2colic"}) {
      compare(folder.path("programs"), i, text_of_model, expected, strategy);
      if (HasFailure()) return;
    }
    ++compared;
    with_findings += expected.empty() ? 0 : 1;
  }
  fmt::print("{} programs of C, {} compared, {} with findings\n", programs.all.size(), compared, with_findings);
  demand("compared", compared, programs.all.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Part, NativeInputs, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential::native_inputs_test
