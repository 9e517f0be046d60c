#include "symbolic/solvers/small_domains.h"

#include <algorithm>
#include <ranges>

namespace heddle::symbolic {

Answer SmallDomains::solve(std::span<const ExprId> constraints, Model& model) {
  const unsigned bits = collect_variables(constraints);
  if (bits > kMaxBits || is_large(constraints)) return pass_on(constraints, model);
  ++answered_;
  for (std::uint64_t values = 0; values < (std::uint64_t{1} << bits); ++values) {
    if (!holds(constraints, values)) continue;
    model = tried_;
    return Answer::kSatisfiable;
  }
  return Answer::kUnsatisfiable;
}

unsigned SmallDomains::collect_variables(std::span<const ExprId> constraints) {
  variables_.clear();
  unsigned bits = 0;
  for (const ExprId e : constraints) {
    for (const VariableId v : in_.variables_of(e)) {
      if (std::ranges::find(variables_, v) != variables_.end()) continue;
      variables_.push_back(v);
      bits += in_.variables()[v.index()].width;
      if (bits > kMaxBits) return bits;
    }
  }
  return bits;
}

bool SmallDomains::is_large(std::span<const ExprId> constraints) {
  tried_.clear();
  evaluator_.use(tried_);
  const std::uint64_t before = evaluator_.computed();
  for (const ExprId e : constraints) evaluator_.evaluate(e);
  return evaluator_.computed() - before > kMaxNodes;
}

// `bits` contains the values of all variables, one after another. The last constraint is usually the new one.
bool SmallDomains::holds(std::span<const ExprId> constraints, std::uint64_t bits) {
  for (const VariableId v : variables_) {
    const unsigned width = in_.variables()[v.index()].width;
    tried_.set(v, bits & static_cast<std::uint64_t>(all_ones(width)));
    bits >>= width;
  }
  evaluator_.use(tried_);
  return std::ranges::all_of(std::views::reverse(constraints), [&](ExprId e) { return evaluator_.holds(e); });
}

}  // namespace heddle::symbolic
