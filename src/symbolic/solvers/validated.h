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
  void set_effort(Effort effort) override {
    effort_ = effort;
    Layer::set_effort(effort);
  }

 private:
  const Expressions& in_;
  Evaluator evaluator_;
  SolverStatistics& statistics_;
  Effort effort_ = Effort::kFull;
};

}  // namespace heddle::symbolic
