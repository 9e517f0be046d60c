#include "symbolic/substitution.h"

#include <algorithm>

namespace heddle::symbolic {

void Substitution::clear() {
  if (++round_ != 0) return;
  std::ranges::fill(replaced_in_, 0);
  std::ranges::fill(done_, 0);
  round_ = 1;
}

void Substitution::set(VariableId variable, ExprId by) {
  if (variable.index() >= by_.size()) {
    by_.resize(variable.index() + 1);
    replaced_in_.resize(by_.size());
  }
  by_[variable.index()] = by;
  replaced_in_[variable.index()] = round_;
}

bool Substitution::changes(ExprId e) const {
  return std::ranges::any_of(in_->variables_of(e), [&](VariableId v) { return replaces(v); });
}

ExprId Substitution::apply(ExprId e) {
  if (!changes(e)) return e;
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    if (is_done(top)) {
      stack_.pop_back();
      continue;
    }
    const Node node = (*in_)[top];
    const std::size_t before = stack_.size();
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (!operand.valid() || is_done(operand)) continue;
      changes(operand) ? stack_.push_back(operand) : finish(operand, operand);
    }
    if (stack_.size() != before) continue;
    finish(top, rebuild(top));
    stack_.pop_back();
  }
  return results_[e.index()];
}

// From the results of its operands.
ExprId Substitution::rebuild(ExprId e) {
  Node node = (*in_)[e];
  if (node.kind == Kind::kVariable) return by_[static_cast<std::size_t>(node.value)];
  for (ExprId* operand : {&node.a, &node.b, &node.c}) {
    if (operand->valid()) *operand = results_[operand->index()];
  }
  return in_->make(node);
}

void Substitution::finish(ExprId e, ExprId result) {
  if (e.index() >= done_.size()) {
    done_.resize(std::max(in_->size(), e.index() + 1));
    results_.resize(done_.size());
  }
  done_[e.index()] = round_;
  results_[e.index()] = result;
}

}  // namespace heddle::symbolic
