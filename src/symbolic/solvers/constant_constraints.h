#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Splits conjunctions, drops what is true or occurs twice, and answers if nothing is left, if something is false, or if
// one constraint is the negation of another. What it passes on is a set of constraints none of which is constant or a
// conjunction, in the order in which they were given.
class ConstantConstraints : public Layer {
 public:
  ConstantConstraints(std::unique_ptr<Solver> below, Expressions& in, SolverStatistics& statistics)
      : Layer(std::move(below)), in_(in), statistics_(statistics) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  // False if the set is unsatisfiable.
  bool add(ExprId constraint);
  bool is_in_set(ExprId e) const { return e.index() < seen_.size() && seen_[e.index()] == round_; }
  void next_round();

  Expressions& in_;
  SolverStatistics& statistics_;
  std::vector<ExprId> set_;
  std::vector<ExprId> stack_;
  std::vector<std::uint32_t> seen_;  // by expression: the round in which it was in the set
  std::uint32_t round_ = 0;
};

}  // namespace heddle::symbolic
