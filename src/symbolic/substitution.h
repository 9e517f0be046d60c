#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/expressions.h"

namespace heddle::symbolic {

// Replaces variables by expressions, all at once: a parallel substitution. What has been computed is kept until
// clear(), so expressions that share parts cost little more than one; depth is not limited.
//
// A variable must not be given another expression before clear(). Owned by whoever substitutes.
class Substitution {
 public:
  explicit Substitution(Expressions& in) : in_(&in) {}

  // Every variable stands for itself again.
  void clear();
  void set(VariableId variable, ExprId by);
  bool replaces(VariableId variable) const {
    return variable.index() < replaced_in_.size() && replaced_in_[variable.index()] == round_;
  }
  ExprId apply(ExprId e);

 private:
  bool changes(ExprId e) const;
  bool is_done(ExprId e) const { return e.index() < done_.size() && done_[e.index()] == round_; }
  ExprId rebuild(ExprId e);
  void finish(ExprId e, ExprId result);

  Expressions* in_;
  std::uint32_t round_ = 1;
  std::vector<std::uint32_t> replaced_in_;  // by variable: the round in which it was replaced
  std::vector<ExprId> by_;
  std::vector<std::uint32_t> done_;  // by expression: the round in which the result was computed
  std::vector<ExprId> results_;
  std::vector<ExprId> stack_;
};

}  // namespace heddle::symbolic
