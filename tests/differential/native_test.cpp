// Native execution against the interpreter: the same random programs as C and as models, with the same tests, the same
// traces, the same results of whole explorations.
//   HEDDLE_DIFFERENTIAL_NATIVE   how many programs (default 600)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "host/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/blocking_generator.h"
#include "tests/differential/c_program.h"
#include "tests/differential/compile.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"
#include "tests/differential/native_twin.h"
#include "tests/differential/shrink.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential {
namespace {

constexpr std::uint64_t kParts = 12;  // CTest tests among which the programs are divided: one file of C each
constexpr std::uint64_t kMaxRuns = 2000;
constexpr std::uint64_t kEnoughPrograms = 30;  // of a part, to say something about how many are skipped

constexpr std::array kStrategies = {"dpor", "exhaustive", "contextual", "unfolding"};
constexpr std::array kVisible = {abi::Visible::kShared, abi::Visible::kRacy};
constexpr std::array kOptimisation = {"-O0", "-O1", "-O2"};

// Every third program does little but block, every third is mostly synchronisation.
Program program_of(std::uint64_t seed) {
  if (seed % 3 == 0) return with_main(generate_blocking(seed / 3, seed % 2 == 0));
  return with_main(generate(seed, {.interleavings = 3000, .synchronised = seed % 3 == 1}));
}

std::string prefix_of(std::size_t index) { return fmt::format("p{}_", index); }

// A file of C with these programs, compiled; fails the test if that is not possible.
std::string compile_c(const tests::TemporaryFolder& folder, const std::vector<Program>& programs,
                      std::string_view optimisation) {
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;
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

// What one exploration says, in words that do not depend on the executor.
struct Story {
  explore::Result result;
  std::set<std::string> ends;
  std::set<std::string> findings;
};

std::string line_of(const std::string& where) {
  // "file:line:column", several of them for a deadlock.
  std::string lines;
  for (std::size_t at = where.find(':'); at != std::string::npos; at = where.find(':', at)) {
    const std::size_t end = where.find(':', at + 1);
    lines += where.substr(at, end - at);
    at = end == std::string::npos ? end : where.find(',', end);
    if (at == std::string::npos) break;
  }
  return lines;
}

Story explore_all(trace::Executor& executor, std::string_view strategy, const std::string& prefix,
                  const std::atomic<bool>* interrupted) {
  Story story;
  explore::Options options;
  options.budget.tests = kMaxRuns;
  options.keep_going = true;
  options.interrupted = interrupted;
  options.on_trace = [&](const trace::Trace& t) {
    if (t.outcome != trace::Outcome::kAsleep) story.ends.insert(end_of(t, executor.names(), prefix));
  };
  const auto made = explore::make_strategy(strategy, executor, {});
  story.result = explore::explore(executor, *made, options);
  for (const explore::Finding& f : story.result.findings) {
    trace::FailureKind kind{};
    const std::string known = trace::parse_failure_kind(f.kind, kind) ? std::string(name(as_in_c(kind))) : f.kind;
    story.findings.insert(fmt::format("{}{} {} times", known, line_of(f.where), f.count));
  }
  return story;
}

template <typename Range>
std::string list(const Range& texts) {
  return fmt::format("\n    {}\n", fmt::join(texts, "\n    "));
}

// Empty if the two say the same.
std::string compare(const Story& model, const Story& native) {
  const explore::Result& m = model.result;
  const explore::Result& n = native.result;
  const auto differ = [](std::string_view what, auto a, auto b) {
    return fmt::format("{}: {} in the model, {} natively", what, a, b);
  };
  if (m.tests != n.tests) return differ("tests", m.tests, n.tests);
  if (m.confirmations != n.confirmations) return differ("confirmations", m.confirmations, n.confirmations);
  if (m.progress.traces != n.progress.traces) return differ("traces", m.progress.traces, n.progress.traces);
  if (m.progress.blocked != n.progress.blocked) return differ("blocked", m.progress.blocked, n.progress.blocked);
  if (m.progress.events != n.progress.events) return differ("events", m.progress.events, n.progress.events);
  if (m.progress.deadlocks != n.progress.deadlocks)
    return differ("deadlocks", m.progress.deadlocks, n.progress.deadlocks);
  if (model.ends != native.ends)
    return differ("ends", list(model.ends), list(native.ends));
  if (model.findings != native.findings)
    return differ("findings", list(model.findings), list(native.findings));
  if (m.reasons != n.reasons) return differ("reasons", list(m.reasons), list(n.reasons));
  return {};
}

struct Summary {
  std::uint64_t programs = 0;      // that were compared under dpor at least
  std::uint64_t explorations = 0;  // native ones
  std::uint64_t traces = 0;        // that were compared, operation by operation
};

std::string compare_native(const std::string& source, const std::string& executable, std::size_t index,
                           std::string_view strategy, abi::Visible visible, const Story& expected, Summary& summary) {
  host::Options options;
  options.visible = visible;
  auto native = host::NativeExecutor::create({executable, {fmt::format("{}", index)}}, options);
  if (!native) return native.error().text();
  const auto model = compile(source);
  NativeTwin twin(*native.value(), *model, prefix_of(index));
  const Story seen = explore_all(twin, strategy, prefix_of(index), &twin.differs());
  ++summary.explorations;
  summary.traces += twin.compared();
  return twin.difference().empty() ? compare(expected, seen) : twin.difference();
}

// Empty if everything agrees. Explorations with too many runs are not compared.
std::string compare(const Program& program, const std::string& executable, std::size_t index, Summary& summary) {
  const std::string source = text(program);
  for (const std::string_view strategy : kStrategies) {
    const auto model = compile(source);
    const Story expected = explore_all(*model, strategy, "", nullptr);
    if (expected.result.tests == kMaxRuns) continue;
    if (strategy == "dpor") ++summary.programs;
    for (const abi::Visible visible : kVisible) {
      const std::string what = compare_native(source, executable, index, strategy, visible, expected, summary);
      if (!what.empty()) {
        return fmt::format("{}, --visible={}: {}", strategy, visible == abi::Visible::kShared ? "shared" : "racy",
                           what);
      }
    }
  }
  return {};
}

// Both texts of the smallest program that still differs.
std::string shrink_failure(const Program& program, std::string_view optimisation) {
  const auto result_of = [&](const Program& p) -> std::string {
    const std::string source = text(p);
    if (!model::compile(source, "random.model", {}).executor || !c_program(source, "p0_").refused.empty()) return {};
    const tests::TemporaryFolder folder;
    Summary ignored;
    return compare(p, compile_c(folder, {p}, optimisation), 0, ignored);
  };
  const Program small = shrink(program, [&](const Program& p) { return !result_of(p).empty(); });
  return fmt::format("shrunk: {}\n{}\n{}", result_of(small), text(small), c_program(text(small), "p0_").text);
}

class Native : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Native, programs_in_C_do_what_their_models_do) {
  const std::uint64_t all = from_environment("HEDDLE_DIFFERENTIAL_NATIVE", 600);
  const std::uint64_t count = all * (GetParam() + 1) / kParts - all * GetParam() / kParts;
  std::uint64_t seed = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0) + GetParam() * 1'000'000;
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
  Summary summary;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string what = compare(programs[i], executable, i, summary);
    ASSERT_EQ(what, "") << "seed " << seeds[i] << ", " << optimisation << "\n"
                        << text(programs[i]) << "\n"
                        << shrink_failure(programs[i], optimisation);
  }
  fmt::print("{} of {} programs compared in {} explorations, {} traces\n", summary.programs, count,
             summary.explorations, summary.traces);
  if (count >= kEnoughPrograms) {
    EXPECT_GE(summary.programs, count * 9 / 10) << "too many of the programs are too large to say anything";
  }
}

INSTANTIATE_TEST_SUITE_P(Part, Native, testing::Range<std::uint64_t>(0, kParts));

}  // namespace
}  // namespace heddle::differential
