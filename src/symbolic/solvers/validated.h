#pragma once

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Lets no model out in which a constraint does not hold: that would be a bug in a layer below. Counts the queries.
class Validated : public Layer {
 public:
  Validated(std::unique_ptr<Solver> below, const Expressions& in, SolverStatistics& statistics)
      : Layer(std::move(below)), in_(in), evaluator_(in), statistics_(statistics) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  const Expressions& in_;
  Evaluator evaluator_;
  SolverStatistics& statistics_;
};

}  // namespace heddle::symbolic
