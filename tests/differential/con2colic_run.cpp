#include "tests/differential/con2colic_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/con2colic.h"
#include "explore/loop.h"

namespace heddle::differential {

namespace {

template <class Map>
std::set<typename Map::key_type> at_most(const Map& all, std::uint32_t bound) {
  std::set<typename Map::key_type> result;
  for (const auto& [what, degree] : all) {
    if (degree <= bound) result.insert(what);
  }
  return result;
}

template <class Set>
std::string difference(std::string_view what, const Set& wanted, const Set& got, std::uint32_t bound) {
  if (wanted == got) return {};
  return fmt::format("{} {} expected with {} interferences, {} seen{}", wanted.size(), what, bound, got.size(),
                     std::ranges::includes(wanted, got) ? "" : ", some of them unexpected");
}

}  // namespace

Con2colicRun run_con2colic(trace::Executor& executor, std::uint32_t bound, std::uint64_t max_tests, bool by_pairs) {
  explore::Con2colic strategy(executor, {.interferences = bound});
  if (by_pairs) strategy.search_by_pairs();
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = max_tests;
  const explore::Result result = explore::explore(executor, strategy, options);
  Con2colicRun seen{histories_of(strategy.trees()), strategy.coverage(), {}, result.reasons};
  for (const explore::Finding& f : result.findings) seen.findings.insert(name(f) + " at " + where(f));
  return seen;
}

std::string difference(const AllHistories& expected, const Con2colicRun& seen, std::uint32_t bound) {
  std::string histories =
      difference("local histories", at_most(expected.histories, bound), at_most(seen.histories, UINT32_MAX), bound);
  if (!histories.empty()) return histories;
  // Assumptions are branches, too, for the strategy.
  BranchDegrees covered = seen.branches;
  std::erase_if(covered, [&](const auto& b) {
    const auto [place, outcome] = b.first;
    return !expected.branches.contains({place, outcome}) && !expected.branches.contains({place, 1 - outcome});
  });
  BranchDegrees wanted = expected.branches;
  std::erase_if(wanted, [&](const auto& b) { return b.second > bound; });
  if (wanted == covered) return {};
  std::string branches = difference("branches", at_most(wanted, bound), at_most(covered, UINT32_MAX), bound);
  return branches.empty() ? "branches need another number of interferences than expected" : branches;
}

}  // namespace heddle::differential
