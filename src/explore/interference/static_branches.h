#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explore/branch_coverage.h"
#include "explore/interference/forest.h"
#include "explore/interference/forest_builder.h"
#include "trace/executor.h"

namespace heddle::explore::interference {

// The branches in the program text that the thread trees contain: a place with a decision and an outcome. For
// a condition both sides count, covered or not; for a decision between many values, those that came up. Owned by a
// strategy.
class StaticBranches {
 public:
  using Branch = std::pair<trace::PlaceId, std::int64_t>;
  using Degrees = std::map<Branch, std::uint32_t>;  // the interferences that each needs
  using State = BranchCoverage::State;

  StaticBranches(const ThreadTrees& trees, const trace::Executor& executor) : trees_(&trees), executor_(&executor) {}

  void cover(const NewNode& n);
  // Something about a scenario for this dangling node prevents its branch from being proved unreachable. The first
  // reason counts.
  void excuse(NodeId sink, State why);

  bool is_covered(NodeId sink) const;
  const Degrees& covered() const { return covered_; }
  // `beyond_bound`: dangling nodes for which scenarios were omitted. `left_over`: the state of the other open branches.
  BranchCoverage coverage(const std::vector<NodeId>& beyond_bound, State left_over) const;

 private:
  Branch branch_of(NodeId n) const { return {(*trees_)[n].place, (*trees_)[n].outcome}; }
  bool has_open_side(const Branch& branch) const;
  BranchCoverage::Branch at_its_place(const Branch& branch) const;

  const ThreadTrees* trees_;
  const trace::Executor* executor_;
  Degrees covered_;
  std::map<Branch, double> seconds_;        // when each was covered
  std::set<trace::PlaceId> conditions_at_;  // places where something is true or false
  std::map<Branch, State> excuses_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace heddle::explore::interference
