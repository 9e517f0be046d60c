#include "symbolic/solvers/validated.h"

#include "base/check.h"
#include "symbolic/text.h"

namespace heddle::symbolic {

Answer Validated::solve(std::span<const ExprId> constraints, Model& model) {
  ++statistics_.queries;
  const Answer answer = pass_on(constraints, model);
  if (answer == Answer::kUnknown && effort_ == Effort::kFull) ++statistics_.unknown;
  if (answer != Answer::kSatisfiable) return answer;
  evaluator_.use(model);
  for (const ExprId e : constraints) {
    CHECK_MSG(evaluator_.holds(e), "a model in which this does not hold: {}", to_text(in_, e));
  }
  return answer;
}

}  // namespace heddle::symbolic
