#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/expressions.h"
#include "symbolic/model.h"

namespace heddle::symbolic {

// The values of expressions in one model at a time. What has been computed is kept until the next model, so many
// expressions that share parts cost little more than one; depth is not limited. The last model given must outlive the
// calls that use it. Owned by the caller.
class Evaluator {
 public:
  explicit Evaluator(const Expressions& in) : in_(in) {}

  void use(const Model& model) {
    model_ = &model;
    if (++round_ == 0) forget();
  }
  Word evaluate(ExprId e);
  // For a condition.
  bool holds(ExprId e) { return evaluate(e) != 0; }
  // How many values have been computed, not just looked up.
  std::uint64_t computed() const { return computed_; }

 private:
  bool is_done(ExprId e) const { return done_[e.index()] == round_; }
  Word value_of(const Node& node) const;
  void forget();

  const Expressions& in_;
  const Model* model_ = nullptr;
  std::uint32_t round_ = 0;
  std::uint64_t computed_ = 0;
  std::vector<std::uint32_t> done_;  // the round in which the value was computed
  std::vector<Word> values_;
  std::vector<ExprId> stack_;
};

// For one expression in one model.
Word evaluate(const Expressions& in, ExprId e, const Model& model);

}  // namespace heddle::symbolic
