#pragma once

#include <span>
#include <string>

#include "symbolic/expressions.h"

namespace heddle::symbolic {

// As a C programmer writes it: "x + 1 < 10", "(signed) x < -5", "(uint8) x", "x[6:4]" for the bits 6 to 4, "concat(x,
// y)" for x in the bits above y. Numbers are unsigned where nothing says that they are signed. In an expression with
// more than kMaxTextNodes parts, some are left out: "…".
inline constexpr int kMaxTextNodes = 500;
std::string to_text(const Expressions& in, ExprId e);

// The name of the variable, with the number of the input if another variable has the same name.
std::string name_of(const Expressions& in, VariableId v);

// An SMT-LIB script (QF_BV) that asks for a model of the constraints. Shared parts are defined once. Expressions of
// width 1 are of sort Bool. Variables are named v0, v1, …, with their names in comments.
std::string to_smt(const Expressions& in, std::span<const ExprId> constraints);

}  // namespace heddle::symbolic
