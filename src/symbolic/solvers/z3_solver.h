#pragma once

#include <z3++.h>

#include <memory>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solver.h"
#include "symbolic/z3_terms.h"

namespace heddle::symbolic {

// Z3, in this process. Keeps the constraints of the last query asserted, each in a scope of its own, and retracts only
// those after the common prefix. For short queries this is ten times as fast as a new solver per query, and twice as
// fast as the solver for QF_BV; assumption literals get slow when queries are unrelated (bench/README.md). What is not
// answered soon goes to another solver that turns the whole set into clauses at once: it takes a fraction of the time
// for divisions and choices from tables, and its limit covers everything, whereas the first one already does work when
// a constraint is asserted. Products and quotients of two wide symbolic numbers go there directly. Each model is
// evaluated back before it leaves.
class Z3Solver : public Solver {
 public:
  // A query that takes longer than the limit is answered with kUnknown; with a limit of 0, all are.
  Z3Solver(const Expressions& in, double seconds_per_query, SolverStatistics& statistics);

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  Answer ask(std::span<const ExprId> constraints, Model& model);
  z3::check_result check(std::span<const ExprId> constraints);
  z3::check_result check_step_by_step(std::span<const ExprId> constraints);
  z3::check_result check_at_once(std::span<const ExprId> constraints);
  void assert_constraints(std::span<const ExprId> constraints);
  void forget_constraints();
  void read_model(std::span<const ExprId> constraints, Model& model);
  // Is there a wide product or quotient in it?
  bool is_heavy(ExprId e);

  // Z3 itself, created for the first query: it takes 15 MB and ten milliseconds, and most explorations have no query.
  struct Engine {
    Engine(const Expressions& in, unsigned milliseconds);

    z3::context context;
    z3::solver step_by_step;  // with the limit kFewResources
    z3::solver at_once;
    z3::solver* asked = &step_by_step;  // the one asked last
    Z3Terms terms;
  };

  const Expressions& in_;
  SolverStatistics& statistics_;
  bool has_time_;
  unsigned milliseconds_;
  std::unique_ptr<Engine> engine_;
  Evaluator evaluator_;
  std::vector<ExprId> asserted_;
  std::vector<bool> heavy_;  // by expression
};

}  // namespace heddle::symbolic
