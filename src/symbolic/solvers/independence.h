#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Splits the constraints into parts that share no variable, solves each separately and joins the models. A model
// mentions only the variables of the constraints. A part that holds in the model seen last, of a run or an answer,
// keeps its values: inputs change only where they must. The part of the last constraint comes first: if it has no
// model, the others, which usually are constraints of a run that has been seen, need not be examined.
class Independence : public Layer {
 public:
  // `answered` counts the parts that hold in the model seen last.
  Independence(std::unique_ptr<Solver> below, const Expressions& in, std::uint64_t& answered)
      : Layer(std::move(below)), in_(in), answered_(answered), evaluator_(in) {
    evaluator_.use(last_);
  }

  Answer solve(std::span<const ExprId> constraints, Model& model) override;
  void remember(const Model& model) override;

 private:
  Answer solve_part(Model& model);
  void use(const Model& model);
  // Fills part_of_ and returns the number of parts.
  std::size_t split(std::span<const ExprId> constraints);
  // Finds with path halving.
  std::uint32_t root(std::uint32_t v);
  void copy_values(const Model& from, Model& to) const;

  const Expressions& in_;
  std::uint64_t& answered_;
  Model last_;
  Evaluator evaluator_;                 // in last_
  std::vector<std::uint32_t> parent_;   // by variable: union-find
  std::vector<std::uint32_t> number_;   // by variable that is a root: the number of its part + 1, or 0
  std::vector<std::uint32_t> part_of_;  // by constraint
  std::vector<ExprId> part_;
};

}  // namespace heddle::symbolic
