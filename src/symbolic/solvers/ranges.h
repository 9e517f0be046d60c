#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"
#include "symbolic/value_set.h"

namespace heddle::symbolic {

// Knows which values each variable may have. A constraint in which a single variable occurs, once, is solved for it
// from the outside in: 3 <= x + 1 < 10 is x in 2..8. A variable with one value left is a number from then on, so that
// more constraints have only one variable. What is left is answered by trying, if few values are left; or by choosing
// some value for all variables except one, solving for that one, and checking whether all constraints hold.
// 1. An answer is never a guess: the values of a variable are those that its constraints allow, no more and no fewer.
class Ranges : public Layer {
 public:
  // The bounds on its work; beyond them, a question is passed on.
  static constexpr std::uint64_t kMaxTries = 256;
  static constexpr std::size_t kMaxRanges = 64;
  static constexpr std::size_t kMaxConstraints = 256;
  static constexpr std::uint64_t kMaxNodes = 1000;

  // `answered` counts the queries answered here.
  Ranges(std::unique_ptr<Solver> below, const Expressions& in, std::uint64_t& answered)
      : Layer(std::move(below)), in_(in), evaluator_(in), answered_(answered) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  struct Domain {
    VariableId variable;
    ValueSet values;
  };

  void collect(std::span<const ExprId> constraints);
  bool is_large(std::span<const ExprId> constraints);
  ValueSet& values_of(VariableId v);
  // The only variable of the constraint that has several values, if there is exactly one; returns how many have.
  int open_variables(ExprId e, VariableId& one);
  // Until nothing changes. False if some constraint cannot hold.
  bool narrow();
  // The values of `v` for which the value of `e` is in `wanted`, if all other variables are as in assigned_; none if
  // unknown.
  std::optional<ValueSet> solve_for(VariableId v, ExprId e, ValueSet wanted);
  std::optional<ValueSet> solve_comparison(VariableId v, const Node& node, const ValueSet& wanted, ExprId& inner);
  bool occurs(VariableId v, ExprId e) const;
  Word number(ExprId e);

  Answer try_all();
  bool guess();
  bool all_hold(std::span<const ExprId> constraints);

  const Expressions& in_;
  Evaluator evaluator_;
  std::uint64_t& answered_;
  std::vector<Domain> domains_;
  std::vector<ExprId> rest_;  // what is not yet part of the domains
  Model assigned_;            // the value of each variable that has only one, and some value for the others
};

}  // namespace heddle::symbolic
