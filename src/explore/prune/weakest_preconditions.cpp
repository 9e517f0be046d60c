#include "explore/prune/weakest_preconditions.h"

#include <ranges>

namespace heddle::explore::prune {

using symbolic::ExprId;
using symbolic::Kind;

ExprId WeakestPreconditions::before(const Transition& edge, ExprId safe) {
  if (edge.fails) return in_->truth(false);
  for (const ParallelAssignment& last : std::views::reverse(edge.then)) safe = before(last, safe);
  safe = before(edge.first, before(edge.second, safe));
  if (edge.condition.valid()) safe = in_->binary(Kind::kAnd, edge.condition, safe);
  return bounded(safe);
}

ExprId WeakestPreconditions::before(const ParallelAssignment& assignments, ExprId safe) {
  if (assignments.empty() || in_->is_constant(safe)) return safe;
  substitution_.clear();
  for (const Assignment& a : assignments) substitution_.set(a.variable, a.value);
  return substitution_.apply(safe);
}

ExprId WeakestPreconditions::conjunction(ExprId a, ExprId b) { return bounded(in_->binary(Kind::kAnd, a, b)); }

ExprId WeakestPreconditions::disjunction(ExprId a, ExprId b) { return bounded(in_->binary(Kind::kOr, a, b)); }

ExprId WeakestPreconditions::bounded(ExprId e) {
  if (in_->is_constant(e)) return e;
  if (++round_ == 0) seen_.assign(seen_.size(), 0), round_ = 1;
  seen_.resize(in_->size());
  std::size_t size = 0;
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    stack_.pop_back();
    if (seen_[top.index()] == round_) continue;
    seen_[top.index()] = round_;
    if (++size > max_size_) return in_->truth(false);
    const symbolic::Node& node = (*in_)[top];
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (operand.valid()) stack_.push_back(operand);
    }
  }
  return e;
}

}  // namespace heddle::explore::prune
