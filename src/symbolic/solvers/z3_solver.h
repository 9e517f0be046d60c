#pragma once

#include <z3++.h>

#include <memory>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solver.h"
#include "symbolic/z3_terms.h"

namespace heddle::symbolic {

// Z3, in this process. Keeps the constraints of the last query asserted, each in a scope of its own, and takes back
// only those after the common prefix. For short queries this is ten times as fast as a new solver per query, and twice
// as fast as the solver for QF_BV; assumption literals get slow when queries are unrelated (bench/README.md).
// What is not answered soon is asked again of a solver that turns the whole set into clauses at once: divisions and
// choices from tables take it a fraction of the time, and its limit holds for everything, where the other one
// already works when it gets a constraint. Products and quotients of two wide symbolic numbers, floating point and
// what is very large go there at once.
// Each model is evaluated back before it leaves.
class Z3Solver : public Solver {
 public:
  // A query that takes longer than the limit is answered with kUnknown; with a limit of 0, all are.
  Z3Solver(const Expressions& in, double seconds_per_query, SolverStatistics& statistics);

  Answer solve(std::span<const ExprId> constraints, Model& model) override;
  void set_effort(Effort effort) override { effort_ = effort; }

 private:
  Answer ask(std::span<const ExprId> constraints, Model& model);
  z3::check_result check(std::span<const ExprId> constraints);
  z3::check_result check_step_by_step(std::span<const ExprId> constraints);
  z3::check_result check_at_once(z3::solver& solver, std::span<const ExprId> constraints);
  void assert_constraints(std::span<const ExprId> constraints);
  bool may_assert(std::span<const ExprId> constraints);
  // Bits of all its operations, those of an operation that occurs twice counted twice.
  std::uint32_t bits_of(ExprId e);
  void forget_constraints();
  // How much Z3 has worked so far, in its own count.
  std::uint64_t work() const;
  void read_model(std::span<const ExprId> constraints, Model& model);
  // How much there is to turn into clauses: what has products or quotients of wide numbers, or fractions, has kHeavy.
  std::uint32_t weight_of(ExprId e);
  std::uint32_t own_weight(const Node& node) const;

  // Z3 itself, created for the first query: it takes 15 MB and ten milliseconds, and most explorations have no query.
  struct Engine {
    Engine(const Expressions& in, unsigned milliseconds);

    z3::context context;
    z3::solver step_by_step;  // with the limit kFewResources
    z3::solver at_once;
    z3::solver quick;                   // the same with a limit of work
    z3::solver* asked = &step_by_step;  // last
    Z3Terms terms;
  };

  const Expressions& in_;
  SolverStatistics& statistics_;
  bool has_time_;
  unsigned milliseconds_;
  std::unique_ptr<Engine> engine_;
  Evaluator evaluator_;
  std::vector<ExprId> asserted_;
  std::vector<std::uint32_t> weights_;  // by expression
  std::vector<std::uint32_t> bits_;     // by expression
  Effort effort_ = Effort::kFull;
  std::uint64_t heavy_asked_ = 0;  // quick questions
  std::uint64_t work_ = 0;         // before the last question
};

}  // namespace heddle::symbolic
