#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/ids.h"
#include "trace/test.h"

namespace heddle::explore::prune {

struct Assignment {
  symbolic::VariableId variable;
  symbolic::ExprId value;
};
// All at once: the values are those before.
using ParallelAssignment = std::vector<Assignment>;

// What one step of a thread does, as a function of the state before it: of memory and local variables, which have the
// same variables in every run (StateVariables). An edge of the generalized interleaving graph (Guo et al.,
// section 3.2).
struct Transition {
  trace::Step step;
  bool decides = false;        // one of several branches of which a state takes exactly one: a branching pivot point
  symbolic::ExprId condition;  // under which a state takes this edge; none if every state does
  ParallelAssignment first;    // by the operation
  ParallelAssignment second;   // by the local code after it, up to the next operation
  std::vector<ParallelAssignment> then;  // one after another, where ways have met again
  bool fails = false;                    // ends in a bad state
  bool is_extra = false;                 // others cover what follows from it

  static constexpr std::uint32_t kNoAccess = UINT32_MAX;
  std::uint32_t access = kNoAccess;  // its number among all accesses
};

}  // namespace heddle::explore::prune
