#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/prune/transition.h"
#include "symbolic/expressions.h"
#include "symbolic/substitution.h"

namespace heddle::explore::prune {

// Weakest preconditions along the edges and at the nodes of the generalized interleaving graph (Guo et al., Def. 1 and
// section 4). One that would exceed the bound is *false*: then nothing is known to be safe.
class WeakestPreconditions {
 public:
  WeakestPreconditions(symbolic::Expressions& in, std::size_t max_size)
      : in_(&in), substitution_(in), max_size_(max_size) {}

  // In which states the edge is taken, and leads to one in which `safe` holds.
  symbolic::ExprId before(const Transition& edge, symbolic::ExprId safe);
  symbolic::ExprId conjunction(symbolic::ExprId a, symbolic::ExprId b);
  symbolic::ExprId disjunction(symbolic::ExprId a, symbolic::ExprId b);
  symbolic::ExprId bounded(symbolic::ExprId e);

 private:
  symbolic::ExprId before(const ParallelAssignment& assignments, symbolic::ExprId safe);

  symbolic::Expressions* in_;
  symbolic::Substitution substitution_;
  std::size_t max_size_;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> seen_;  // by expression: the round in which it was counted last
  std::vector<symbolic::ExprId> stack_;
};

}  // namespace heddle::explore::prune
