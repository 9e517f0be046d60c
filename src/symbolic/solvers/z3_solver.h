#pragma once

#include <z3++.h>

#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solver.h"
#include "symbolic/z3_terms.h"

namespace heddle::symbolic {

// Z3, in this process. Keeps the constraints of the last query asserted, each in a scope of its own, and takes back
// only those after the common prefix. For short queries this is ten times as fast as a new solver per query, and twice
// as fast as the solver for QF_BV; assumption literals get slow when queries are unrelated (bench/README.md).
// What is not answered soon is asked of that one, from the beginning: divisions and choices from tables become
// questions of single bits there, which takes milliseconds instead of minutes. Each model is evaluated back before it
// leaves.
class Z3Solver : public Solver {
 public:
  // A query that takes longer than the limit is answered with kUnknown.
  Z3Solver(const Expressions& in, double seconds_per_query, SolverStatistics& statistics);

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  z3::check_result check(std::span<const ExprId> constraints, Model& model);
  z3::check_result check_within_limits(std::span<const ExprId> constraints, Model& model);
  z3::check_result check_by_bits(std::span<const ExprId> constraints, Model& model);
  void assert_constraints(std::span<const ExprId> constraints);
  void read_model(std::span<const ExprId> constraints, const z3::model& found, Model& model);

  const Expressions& in_;
  SolverStatistics& statistics_;
  unsigned milliseconds_;
  z3::context context_;
  z3::solver solver_;  // with the limit kFewResources
  z3::tactic by_bits_;
  Z3Terms terms_;
  Evaluator evaluator_;
  std::vector<ExprId> asserted_;
};

}  // namespace heddle::symbolic
