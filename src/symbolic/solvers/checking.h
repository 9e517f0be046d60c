#pragma once

#include <memory>

#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Asks two solvers, and stops if one says satisfiable and the other unsatisfiable. The answer is that of the first.
class Checking : public Layer {
 public:
  Checking(std::unique_ptr<Solver> first, std::unique_ptr<Solver> second, const Expressions& in)
      : Layer(std::move(first)), second_(std::move(second)), in_(in) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;
  void remember(const Model& model) override;

 private:
  std::unique_ptr<Solver> second_;
  const Expressions& in_;
};

}  // namespace heddle::symbolic
