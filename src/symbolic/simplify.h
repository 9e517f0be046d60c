#pragma once

#include "symbolic/expressions.h"

// The rules of Expressions. Each function gets what was requested and returns an equivalent expression that is simpler,
// or none if no rule applies. The operands are already simplified, not all constant, and, for commutative operations,
// in order: a constant comes second.
//
// The normal forms that rules rely on: a constant is subtracted by adding its negation; shifts by constants, masks of
// adjacent bits, products with and quotients by powers of two are extensions, extracts and concatenations; a
// concatenation leans to the right and does not begin with zeros (that is kZeroExtend); a constant is compared with <
// and ==, not with <=; the negation of a condition c is c ^ 1; conditions are connected with &, | and ^ only.
// tests/unit/symbolic/*_rules_test.cpp prove each rule with Z3.

namespace heddle::symbolic {

ExprId simplify_add(Expressions& in, ExprId a, ExprId b);
ExprId simplify_sub(Expressions& in, ExprId a, ExprId b);
ExprId simplify_mul(Expressions& in, ExprId a, ExprId b);
ExprId simplify_division(Expressions& in, Kind kind, ExprId a, ExprId b);

ExprId simplify_and(Expressions& in, ExprId a, ExprId b);
ExprId simplify_or(Expressions& in, ExprId a, ExprId b);
ExprId simplify_xor(Expressions& in, ExprId a, ExprId b);
// What a and b combine to if no bit can be set in both: a + b = a | b = a ^ b is a concatenation.
ExprId join_disjoint(Expressions& in, ExprId a, ExprId b);

ExprId simplify_shift(Expressions& in, Kind kind, ExprId a, ExprId b);

ExprId simplify_equal(Expressions& in, ExprId a, ExprId b);
ExprId simplify_less(Expressions& in, Kind kind, ExprId a, ExprId b);

ExprId simplify_zero_extend(Expressions& in, ExprId e, unsigned width);
ExprId simplify_sign_extend(Expressions& in, ExprId e, unsigned width);
ExprId simplify_extract(Expressions& in, ExprId e, unsigned low, unsigned width);
ExprId simplify_concat(Expressions& in, ExprId upper, ExprId lower);

ExprId simplify_select(Expressions& in, ExprId condition, ExprId a, ExprId b);
// An operation on two values of which one is a constant and the other a choice between two constants.
ExprId choose_result(Expressions& in, Kind kind, ExprId a, ExprId b);
// Operations on two conditions, other than &, | and ^.
ExprId simplify_on_conditions(Expressions& in, Kind kind, ExprId a, ExprId b);

ExprId simplify_binary(Expressions& in, Kind kind, ExprId a, ExprId b);

}  // namespace heddle::symbolic
