// What is not in the slice has no influence on what fails: in random C programs, all numbers outside the slice are
// changed and statements there are left out; the same failures must occur in the same places.
//   HEDDLE_DIFFERENTIAL_SLICES   how many programs (default 60)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/cli/heddle.h"
#include "tests/differential/child.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/slice_generator.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential::slice_test {
namespace {

constexpr std::uint64_t kMaxRuns = 2000;
constexpr std::uint64_t kProgramsInFile = 60;
constexpr std::uint64_t kWaysOfChanging = 2;
constexpr std::uint64_t kMostShown = 10;  // differences

enum class Failures { kAssertions, kAll };

// The lines in the slice, by number.
std::set<std::size_t> lines_in_slice(const tests::TemporaryFolder& folder, Failures failures) {
  std::vector<std::string> command = {"slice", "--json", "--flags=-O0 -w", "programs.c"};
  if (failures == Failures::kAssertions) command.emplace_back("--assertions");
  const tests::Called called = tests::call_heddle(folder.path(), command);
  EXPECT_EQ(called.code, 0) << called.err;
  std::set<std::size_t> lines;
  if (called.code != 0) return lines;
  const nlohmann::json all = nlohmann::json::parse(called.out);
  for (const nlohmann::json& place : all.at("places")) {
    if (place.at("type") == "relevant") lines.insert(place.at("line").get<std::size_t>());
  }
  return lines;
}

// Without optimisation, which moves certain failures to other lines.
bool build(const tests::TemporaryFolder& folder, const std::string& text, const std::string& name) {
  std::ofstream(folder.path(name + ".c")) << text;
  const tests::Called called = tests::call_heddle(folder.path(), {"cc", "-O0", "-w", name + ".c", "-o", name});
  EXPECT_EQ(called.code, 0) << called.err;
  return called.code == 0;
}

bool is_decision(std::string_view kind) { return kind == "assertion" || kind == "abort" || kind == "division-by-zero"; }

// What fails and where, from all runs; empty if there are too many runs.
std::string findings_of(const std::string& executable, std::size_t index, Failures failures) {
  native::Options options;
  options.spec.visible = abi::Visible::kShared;
  options.spec.races = false;
  options.stacks = false;
  auto native = native::NativeExecutor::create({executable, {fmt::format("{:02}", index)}}, options);
  if (!native) return "does not start: " + native.error().text();
  const explore::Result result =
      explore::explore(*native.value(), [&] { return explore::make_strategy("dpor", *native.value(), {}); },
                       {.budget = {.tests = kMaxRuns}, .keep_going = true});
  if (result.tests + result.restart_tests + result.confirmations >= kMaxRuns) return "";
  std::set<std::string> found = {"explored"};
  for (const explore::Finding& finding : result.findings) {
    if (failures == Failures::kAssertions && !is_decision(name(finding))) continue;
    // A division whose divisor is known to be 0 can fail at the place of another one.
    const bool is_exact = name(finding) != "division-by-zero";
    const std::string place = where(finding);
    found.insert(name(finding) + (is_exact ? " at " + place.substr(place.find(':')) : " at some place"));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

struct Sums {
  std::uint64_t compared = 0;
  std::uint64_t failing = 0;
  std::uint64_t different = 0;
  std::string shown;  // the first of them
};

std::string in_child(const std::string& executable, std::size_t index, Failures failures) {
  return run_in_child([&] { return findings_of(executable, index, failures); }).text;
}

// Changes what is not in the slice; or, if `inside`, only what is.
Sums compare(std::uint64_t first, std::uint64_t count, Failures failures, bool inside) {
  Sums sums;
  for (std::uint64_t done = 0; done < count; done += kProgramsInFile) {
    std::vector<std::uint64_t> seeds(std::min(kProgramsInFile, count - done));
    std::iota(seeds.begin(), seeds.end(), first + done);
    const tests::TemporaryFolder folder;
    const std::vector<CLine> lines = sliceable_file(seeds);
    const std::string original = text_of(lines, [](std::size_t) { return false; }, 0);
    if (!build(folder, original, "programs")) return sums;
    const std::set<std::size_t> slice = lines_in_slice(folder, failures);
    std::vector<std::string> expected;
    expected.reserve(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) expected.push_back(in_child(folder.path("programs"), i, failures));
    for (std::uint64_t way = 0; way < kWaysOfChanging; ++way) {
      const auto is_changed = [&](std::size_t line) { return slice.contains(line) == inside; };
      if (!build(folder, text_of(lines, is_changed, first + way), "changed")) return sums;
      for (std::size_t i = 0; i < seeds.size(); ++i) {
        if (expected[i].empty()) continue;
        const std::string seen = in_child(folder.path("changed"), i, failures);
        if (seen.empty()) continue;
        ++sums.compared;
        if (expected[i].find(" at ") != std::string::npos) ++sums.failing;
        if (seen == expected[i]) continue;
        if (++sums.different <= kMostShown)
          sums.shown += fmt::format("seed {}, way {}:\n  {}\n  {}\n", seeds[i], way, expected[i], seen);
      }
    }
  }
  fmt::print("{} compared, {} with failures, {} different\n", sums.compared, sums.failing, sums.different);
  return sums;
}

std::uint64_t programs() { return from_environment("HEDDLE_DIFFERENTIAL_SLICES", 60); }
std::uint64_t seed() { return from_environment("HEDDLE_DIFFERENTIAL_SEED", 0); }

void expect_no_influence(Failures failures) {
  const Sums sums = compare(seed(), programs(), failures, false);
  EXPECT_EQ(sums.different, 0U) << sums.shown;
  demand("compared", sums.compared, programs() + 1);
  demand("failing", sums.failing, programs() / 4 + 1);
}

TEST(slices, what_is_outside_has_no_influence_on_assertions) { expect_no_influence(Failures::kAssertions); }
TEST(slices, what_is_outside_has_no_influence_on_failures) { expect_no_influence(Failures::kAll); }

// Shows that the comparison notices what is missing from a slice.
TEST(slices, what_is_inside_has_influence) {
  const Sums sums = compare(seed(), programs(), Failures::kAll, true);
  demand("influenced", sums.different, sums.compared / 3 + 1);
}

}  // namespace
}  // namespace heddle::differential::slice_test
