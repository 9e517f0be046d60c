#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/solvers/layer.h"

namespace heddle::symbolic {

// Tries all values, if the variables of the constraints have at most kMaxBits bits in total: programs that examine one
// byte of input after another ask for little else, and 256 evaluations take less time than one call of Z3.
class SmallDomains : public Layer {
 public:
  static constexpr unsigned kMaxBits = 8;
  // Constraints over few bits can still be large, for instance for a loop that computes a checksum.
  static constexpr std::uint64_t kMaxNodes = 1000;

  // `answered` counts the queries answered by trying.
  SmallDomains(std::unique_ptr<Solver> below, const Expressions& in, std::uint64_t& answered)
      : Layer(std::move(below)), in_(in), evaluator_(in), answered_(answered) {}

  Answer solve(std::span<const ExprId> constraints, Model& model) override;

 private:
  // Fills variables_ and returns how many bits they have.
  unsigned collect_variables(std::span<const ExprId> constraints);
  bool is_large(std::span<const ExprId> constraints);
  bool holds(std::span<const ExprId> constraints, std::uint64_t bits);

  const Expressions& in_;
  Evaluator evaluator_;
  std::uint64_t& answered_;
  std::vector<VariableId> variables_;
  Model tried_;
};

}  // namespace heddle::symbolic
