// Variables that are set aside have no influence on what fails (docs/slicing.md): random C programs, compiled with and
// without them, fail in the same ways, and what is explored is as deterministic as before.
//   HEDDLE_DIFFERENTIAL_ASIDE   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_SEED    where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/environment.h"
#include "tests/differential/slice_generator.h"
#include "tests/support/temporary_folder.h"
#include "trace/sliced_places.h"

namespace heddle::differential::aside_test {
namespace {

constexpr std::uint64_t kMaxRuns = 2000;
constexpr std::uint64_t kProgramsInFile = 60;
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 26;
constexpr std::array kStrategies = {"exhaustive", "dpor-1", "dpor-2", "dpor"};

struct Seen {
  std::set<std::string> findings;
  std::vector<std::string> reasons;
  std::uint64_t tests = 0;
};

using Slice = std::shared_ptr<const trace::SlicedPlaces>;

// `slice` is null for the program as it is.
Seen run(const std::string& executable, std::size_t index, const char* strategy, bool prunes, const Slice& slice) {
  native::Options options;
  options.spec.visible = abi::Visible::kShared;
  options.spec.symbolic_locals = prunes;
  options.spec.races = false;
  options.stacks = false;
  const auto native = native::NativeExecutor::create({executable, {fmt::format("{:02}", index)}}, options);
  EXPECT_TRUE(native) << native.error().text();
  explore::StrategyOptions strategy_options;
  if (prunes) strategy_options.prune.emplace().slice = slice;
  const explore::Result result = explore::explore(
      *native.value(), [&] { return explore::make_strategy(strategy, *native.value(), strategy_options); },
      {.budget = {.tests = kMaxRuns}, .keep_going = true});
  Seen seen{.reasons = result.reasons, .tests = result.tests};
  for (const explore::Finding& finding : result.findings) {
    // A division whose divisor is known to be 0 can fail at the place of another one.
    const std::string place = where(finding);
    const bool is_exact = name(finding) != "division-by-zero";
    seen.findings.insert(name(finding) + (is_exact ? " at " + place.substr(place.find(':')) : " at some place"));
  }
  return seen;
}

class Asides : public testing::Test {
 protected:
  void build(const std::string& source, const std::string& name) {
    const tests::Called called =
        tests::call_heddle(folder_.path(), {"cc", "-O0", "-w", "-fsymbolic=meetings", source, "-o", name});
    ASSERT_EQ(called.code, 0) << called.err;
  }

  Slice build_sliced(const std::string& source, const std::string& name) {
    const tests::Called bitcode = tests::call_heddle(
        folder_.path(),
        {"cc", "-O0", "-w", "-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", source + ".bc"});
    EXPECT_EQ(bitcode.code, 0) << bitcode.err;
    const std::string slicer = std::filesystem::path(tests::heddle_path()).parent_path() / "heddle_slicer";
    const std::string table = folder_.path("table.json");
    const tests::Called sliced =
        tests::Process({slicer, table, "all", folder_.path(source + ".bc")}, folder_.path()).finish();
    EXPECT_EQ(sliced.code, 0) << sliced.err;
    ::setenv("HEDDLE_SLICE", table.c_str(), 1);
    build(source, name);
    ::unsetenv("HEDDLE_SLICE");
    const base::Result<std::string> text = base::read_file(table, kMaxTableBytes);
    EXPECT_TRUE(text) << text.error().text();
    const base::Result<trace::SlicedPlaces> parsed = trace::SlicedPlaces::parse(text.value());
    EXPECT_TRUE(parsed) << parsed.error().text();
    return std::make_shared<const trace::SlicedPlaces>(parsed.value());
  }

  void compare(std::size_t index, std::uint64_t seed, const Slice& slice) {
    const Seen expected = run(folder_.path("plain"), index, "dpor", false, nullptr);
    if (!expected.reasons.empty()) return;
    ++compared_;
    if (!expected.findings.empty()) ++failing_;
    tests_ += expected.tests;
    const Seen sliced = run(folder_.path("sliced"), index, "dpor", false, nullptr);
    EXPECT_EQ(sliced.findings, expected.findings) << "seed " << seed;
    EXPECT_TRUE(sliced.reasons.empty()) << "seed " << seed << ": "
                                        << fmt::format("{}", fmt::join(sliced.reasons, "; "));
    EXPECT_LE(sliced.tests, expected.tests) << "seed " << seed;
    sliced_tests_ += sliced.tests;
    for (const char* strategy : kStrategies) {
      const Seen pruned = run(folder_.path("sliced"), index, strategy, true, slice);
      if (pruned.tests >= kMaxRuns) continue;
      EXPECT_EQ(pruned.findings, expected.findings) << strategy << ", seed " << seed;
      EXPECT_TRUE(pruned.reasons.empty())
          << strategy << ", seed " << seed << ": " << fmt::format("{}", fmt::join(pruned.reasons, "; "));
    }
  }

  const tests::TemporaryFolder folder_;
  std::uint64_t compared_ = 0;
  std::uint64_t failing_ = 0;
  std::uint64_t tests_ = 0;
  std::uint64_t sliced_tests_ = 0;
};

TEST_F(Asides, have_no_influence) {
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  const std::uint64_t count = from_environment("HEDDLE_DIFFERENTIAL_ASIDE", 60);
  std::size_t variables = 0;
  for (std::uint64_t done = 0; done < count && !HasFailure(); done += kProgramsInFile) {
    std::vector<std::uint64_t> seeds(std::min(kProgramsInFile, count - done));
    std::iota(seeds.begin(), seeds.end(), first + done);
    std::ofstream(folder_.path("programs.c")) << text_of(sliceable_file(seeds), [](std::size_t) { return false; }, 0);
    build("programs.c", "plain");
    const Slice slice = build_sliced("programs.c", "sliced");
    variables += slice->aside().size();
    for (std::size_t i = 0; i < seeds.size() && !HasFailure(); ++i) compare(i, seeds[i], slice);
  }
  fmt::print("{} compared, {} with failures, {} variables set aside: {} tests, {} with them\n", compared_, failing_,
             variables, tests_, sliced_tests_);
  EXPECT_GT(compared_, count / 2);
  EXPECT_GT(failing_, count / 6);
  EXPECT_GT(variables, count / 6);
  EXPECT_LT(sliced_tests_, tests_);
}

}  // namespace
}  // namespace heddle::differential::aside_test
