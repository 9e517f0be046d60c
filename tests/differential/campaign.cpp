#include "tests/differential/campaign.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/cli/heddle.h"
#include "tests/differential/child.h"
#include "tests/support/temporary_folder.h"

namespace heddle::differential {

namespace {

constexpr std::uint64_t kProgramsInFile = 100;
constexpr int kMaxFailures = 5;

bool compile(const tests::TemporaryFolder& folder, const Campaign& campaign, const std::string& source,
             const std::string& executable, const std::vector<std::string>& more_flags) {
  std::vector<std::string> command = {campaign.is_cxx ? "c++" : "cc", "-w", source, "-o", executable};
  command.insert(command.end(), campaign.flags.begin(), campaign.flags.end());
  command.insert(command.end(), more_flags.begin(), more_flags.end());
  const tests::Called called = tests::call_heddle(folder.path(), command);
  EXPECT_EQ(called.code, 0) << called.err;
  return called.code == 0;
}

// Compiles; empty if that fails.
std::string executable_of(const tests::TemporaryFolder& folder, const Campaign& campaign,
                          std::span<const std::uint64_t> seeds) {
  const std::string source = campaign.is_cxx ? "programs.cpp" : "programs.c";
  const std::string executable = "programs";
  std::ofstream(folder.path(source)) << campaign.file(seeds);
  if (!compile(folder, campaign, source, executable, {})) return "";
  const std::vector<std::string>& twin = campaign.twin_flags;
  if (!twin.empty() && !compile(folder, campaign, source, twin_of(executable), twin)) return "";
  return folder.path(executable);
}

// The counts, a line each, an empty line, and the difference.
std::string as_text(const Shown& shown) {
  std::string result;
  for (const auto& [name, count] : shown.counts) result += fmt::format("{} {}\n", count, name);
  return result + "\n" + shown.difference;
}

void add_counts(std::istream& text, std::map<std::string, std::uint64_t>& sums) {
  for (std::string line; std::getline(text, line) && !line.empty();) {
    const std::size_t space = line.find(' ');
    sums[line.substr(space + 1)] += std::stoull(line.substr(0, space));
  }
}

// What differs; empty if nothing does.
std::string compare(const Campaign& campaign, const std::string& executable, std::size_t index, std::uint64_t seed,
                    std::map<std::string, std::uint64_t>& sums) {
  const ChildResult child = run_in_child([&] { return as_text(campaign.compare(executable, index, seed)); });
  if (child.died) return child.text;
  std::istringstream text(child.text);
  add_counts(text, sums);
  return {std::istreambuf_iterator<char>(text), {}};
}

}  // namespace

std::map<std::string, std::uint64_t> run(const Campaign& campaign, std::uint64_t first, std::uint64_t count) {
  std::map<std::string, std::uint64_t> sums;
  int failures = 0;
  for (std::uint64_t done = 0; done < count && failures < kMaxFailures; done += kProgramsInFile) {
    std::vector<std::uint64_t> seeds(std::min(kProgramsInFile, count - done));
    for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = first + done + i;
    const tests::TemporaryFolder folder;
    const std::string executable = executable_of(folder, campaign, seeds);
    if (executable.empty()) return sums;
    for (std::size_t i = 0; i < seeds.size() && failures < kMaxFailures; ++i) {
      const std::string what = compare(campaign, executable, i, seeds[i], sums);
      if (what.empty()) continue;
      ++failures;
      ADD_FAILURE() << "seed " << seeds[i] << ": " << what << "\n" << campaign.file({&seeds[i], 1});
    }
  }
  fmt::print("{} programs from seed {}:", count, first);
  for (const auto& [name, sum] : sums) fmt::print(" {} {};", sum, name);
  fmt::print("\n");
  return sums;
}

}  // namespace heddle::differential
