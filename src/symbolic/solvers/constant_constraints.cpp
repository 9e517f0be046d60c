#include "symbolic/solvers/constant_constraints.h"

#include <algorithm>

namespace heddle::symbolic {

Answer ConstantConstraints::solve(std::span<const ExprId> constraints, Model& model) {
  next_round();
  for (const ExprId e : constraints) {
    if (add(e)) continue;
    ++statistics_.by_constants;
    return Answer::kUnsatisfiable;
  }
  if (!set_.empty()) return pass_on(set_, model);
  ++statistics_.by_constants;
  model.clear();
  return Answer::kSatisfiable;
}

bool ConstantConstraints::add(ExprId constraint) {
  stack_.assign(1, constraint);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    stack_.pop_back();
    const Node node = in_[e];
    if (node.kind == Kind::kConstant) {
      if (node.value == 0) return false;
      continue;
    }
    if (is_in_set(e)) continue;
    if (node.kind == Kind::kAnd) {
      stack_.push_back(node.b);
      stack_.push_back(node.a);
      continue;
    }
    if (is_in_set(in_.negate(e))) return false;
    if (e.index() >= seen_.size()) seen_.resize(in_.size());
    seen_[e.index()] = round_;
    set_.push_back(e);
  }
  return true;
}

void ConstantConstraints::next_round() {
  set_.clear();
  if (++round_ != 0) return;
  std::ranges::fill(seen_, 0);
  round_ = 1;
}

}  // namespace heddle::symbolic
