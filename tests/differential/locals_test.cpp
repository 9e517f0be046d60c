// Random programs whose reads and local variables are symbolic: what each thread does between two visible operations
// must be a function of the names that begin it (tests/support/segments.h).
//   HEDDLE_DIFFERENTIAL_LOCALS          how many models (default 1000), and a tenth as many programs of C
//   HEDDLE_DIFFERENTIAL_SEED            where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/c_program.h"
#include "tests/differential/compile.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/native_twin.h"
#include "tests/support/segments.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::locals_test {
namespace {

constexpr std::uint64_t kRuns = 10;  // of each program, with different inputs and schedules

Program random_program(std::uint64_t seed) {
  return generate(seed, {.interleavings = 1000, .max_threads = 3, .mistaken = seed % 5 == 0, .open_inputs = true});
}

// All runs together; stops at the first problem.
void check_runs(trace::Executor& executor, tests::Names names, tests::Segments& sum) {
  ASSERT_TRUE(executor.make_symbolic(trace::SymbolicValues::kInputsReadsAndLocals));
  trace::Trace trace;
  trace::Test test;
  test.policy.kind = trace::Policy::Kind::kRandom;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    test.policy.seed = seed;
    do executor.run(test, trace);
    while (executor.refine());
    const tests::Segments segments = tests::check_segments(*executor.expressions(), trace, names);
    sum.decisions += segments.decisions;
    sum.writes += segments.writes;
    sum.locals += segments.locals;
    sum.problem = segments.problem;
    ASSERT_EQ(sum.problem, "") << "seed " << seed;
  }
}

TEST(Locals, make_segments_of_models_functions_of_their_names) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOCALS", 1000);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  tests::Segments sum;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string source = text(random_program(seed));
    check_runs(*compile(source), tests::Names::kAfterSteps, sum);
    if (HasFailure()) FAIL() << source;
  }
  fmt::print("{} decisions, {} writes, {} locals\n", sum.decisions, sum.writes, sum.locals);
  demand("decisions", sum.decisions, count + 1);
  demand("locals", sum.locals, count + 1);
}

TEST(Locals, make_segments_of_C_functions_of_their_names) {
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_LOCALS", 1000) / 10;
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string prefix = fmt::format("p{}_", texts.size());
    const CProgram c = c_program(text(with_main(random_program(seed))), prefix, true);
    if (!c.refused.empty()) continue;
    texts.push_back(c.text);
    prefixes.push_back(prefix);
  }
  const tests::TemporaryFolder folder;
  std::ofstream(folder.path("programs.c")) << c_file(texts, prefixes);
  const tests::Called called = tests::call_heddle(
      folder.path(), {"cc", "-fsymbolic=locals", "-fwrapv", "-DINPUTS", "-O1", "-w", "programs.c", "-o", "programs"});
  ASSERT_EQ(called.code, 0) << called.err;
  tests::Segments sum;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto native = native::NativeExecutor::create({folder.path("programs"), {std::to_string(i)}},
                                                 {.spec = {.visible = abi::Visible::kShared}});
    ASSERT_TRUE(native) << native.error().text();
    check_runs(*native.value(), tests::Names::kAfterCalls, sum);
    if (HasFailure()) FAIL() << texts[i];
  }
  fmt::print("{} programs of C: {} decisions, {} writes, {} locals\n", texts.size(), sum.decisions, sum.writes,
             sum.locals);
  demand("decisions in C", sum.decisions, texts.size() + 1);
  demand("locals in C", sum.locals, texts.size() + 1);
}

}  // namespace
}  // namespace heddle::differential::locals_test
