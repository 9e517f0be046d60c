#include "symbolic/solvers/checking.h"

#include "base/check.h"
#include "symbolic/text.h"

namespace heddle::symbolic {

Answer Checking::solve(std::span<const ExprId> constraints, Model& model) {
  const Answer first = pass_on(constraints, model);
  Model other;
  const Answer second = second_->solve(constraints, other);
  const bool comparable = first != Answer::kUnknown && second != Answer::kUnknown;
  CHECK_MSG(!comparable || first == second, "one solver says {}satisfiable, the other not:\n{}",
            first == Answer::kSatisfiable ? "" : "un", to_smt(in_, constraints));
  return first;
}

void Checking::remember(const Model& model) {
  Layer::remember(model);
  second_->remember(model);
}

}  // namespace heddle::symbolic
