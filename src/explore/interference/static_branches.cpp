#include "explore/interference/static_branches.h"

#include <algorithm>

#include "symbolic/expressions.h"
#include "trace/names.h"

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

StaticBranches::Branch other_side(const StaticBranches::Branch& branch) {
  return {branch.first, branch.second == 0 ? 1 : 0};
}

}  // namespace

void StaticBranches::cover(const NewNode& n) {
  const Node& node = (*trees_)[n.node];
  if (node.kind != OpKind::kBranch) return;
  const trace::Branch decision = trace::unpack_branch(node.operand);
  if (decision.mode == trace::BranchMode::kFix) return;  // by the executor, not by the program
  const bool is_condition = executor_->expressions()->width(decision.expression) == 1;
  if (is_condition && decision.mode == trace::BranchMode::kExplore) conditions_at_.insert(node.place);
  const auto [at, is_new] = covered_.try_emplace(branch_of(n.node), n.degree);
  if (!is_new) at->second = std::min(at->second, n.degree);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  seconds_.try_emplace(branch_of(n.node), passed.count());
}

void StaticBranches::excuse(NodeId sink, State why) {
  if (sink.valid() && (*trees_)[sink].kind == OpKind::kBranch) excuses_.try_emplace(branch_of(sink), why);
}

bool StaticBranches::is_covered(NodeId sink) const { return covered_.contains(branch_of(sink)); }

BranchCoverage StaticBranches::coverage(const std::vector<NodeId>& beyond_bound, State left_over) const {
  std::map<Branch, State> excuses = excuses_;
  for (const NodeId sink : beyond_bound) excuses.try_emplace(branch_of(sink), State::kBound);
  BranchCoverage result;
  for (const auto& [branch, degree] : covered_) {
    if (result.covered.size() <= degree) result.covered.resize(degree + 1);
    ++result.covered[degree];
    BranchCoverage::Branch& b = result.branches.emplace_back(at_its_place(branch));
    b.state = State::kCovered;
    b.degree = degree;
    b.seconds = seconds_.at(branch);
    if (!has_open_side(branch)) continue;
    ++result.open;
    const auto excuse = excuses.find(other_side(branch));
    result.branches.push_back(at_its_place(other_side(branch)));
    result.branches.back().state = excuse == excuses.end() ? left_over : excuse->second;
  }
  return result;
}

// The other side of a condition is not covered.
bool StaticBranches::has_open_side(const Branch& branch) const {
  return conditions_at_.contains(branch.first) && !covered_.contains(other_side(branch));
}

BranchCoverage::Branch StaticBranches::at_its_place(const Branch& branch) const {
  const trace::Names::Place& place = executor_->names().places[branch.first.index()];
  return {.file = place.file, .line = place.line, .column = place.column, .outcome = branch.second};
}

}  // namespace heddle::explore::interference
