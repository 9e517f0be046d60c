#pragma once

#include "base/id.h"

namespace heddle::symbolic {

// An expression in an Expressions.
using ExprId = base::Id<struct ExprTag>;
// An input of the program, in an Expressions.
using VariableId = base::Id<struct VariableTag>;

}  // namespace heddle::symbolic
