#include "symbolic/solvers/independence.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace heddle::symbolic {

Answer Independence::solve(std::span<const ExprId> constraints, Model& model) {
  const std::size_t parts = split(constraints);
  model.clear();
  Answer joined = Answer::kSatisfiable;
  for (std::size_t p = 0; p < parts; ++p) {
    part_.clear();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      if (part_of_[i] == p) part_.push_back(constraints[i]);
    }
    const Answer answer = solve_part(model);
    if (answer == Answer::kUnsatisfiable) return answer;
    if (answer == Answer::kUnknown) joined = answer;
  }
  if (joined == Answer::kSatisfiable) use(model);
  return joined;
}

void Independence::remember(const Model& model) {
  use(model);
  Layer::remember(model);
}

Answer Independence::solve_part(Model& model) {
  if (std::ranges::all_of(part_, [&](ExprId e) { return evaluator_.holds(e); })) {
    ++answered_;
    copy_values(last_, model);
    return Answer::kSatisfiable;
  }
  Model of_part;
  const Answer answer = pass_on(part_, of_part);
  if (answer == Answer::kSatisfiable) copy_values(of_part, model);
  return answer;
}

void Independence::use(const Model& model) {
  if (model == last_) return;
  last_ = model;
  evaluator_.use(last_);
}

std::size_t Independence::split(std::span<const ExprId> constraints) {
  parent_.resize(in_.variables().size());
  std::iota(parent_.begin(), parent_.end(), 0);
  for (const ExprId e : constraints) {
    const std::vector<VariableId>& variables = in_.variables_of(e);
    CHECK_MSG(!variables.empty(), "a constraint without variables");
    for (const VariableId v : variables) parent_[root(v.value)] = root(variables.front().value);
  }
  number_.assign(parent_.size(), 0);
  part_of_.resize(constraints.size());
  std::uint32_t parts = 0;
  for (std::size_t i = constraints.size(); i-- > 0;) {
    std::uint32_t& number = number_[root(in_.variables_of(constraints[i]).front().value)];
    if (number == 0) number = ++parts;
    part_of_[i] = number - 1;
  }
  return parts;
}

std::uint32_t Independence::root(std::uint32_t v) {
  while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
  return v;
}

void Independence::copy_values(const Model& from, Model& to) const {
  for (const ExprId e : part_) {
    for (const VariableId v : in_.variables_of(e)) to.set(v, from.value(v));
  }
}

}  // namespace heddle::symbolic
