#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

// A choice between two conditions of which one is known is a formula.
ExprId select_condition(Expressions& in, ExprId c, ExprId a, ExprId b) {
  if (c == a || in.is_constant(a, 1)) return in.binary(Kind::kOr, c, b);
  if (c == b || in.is_constant(b, 0)) return in.binary(Kind::kAnd, c, a);
  if (in.is_constant(a, 0)) return in.binary(Kind::kAnd, in.negate(c), b);
  if (in.is_constant(b, 1)) return in.binary(Kind::kOr, in.negate(c), a);
  return ExprId::none();
}

}  // namespace

ExprId simplify_select(Expressions& in, ExprId condition, ExprId a, ExprId b) {
  const Node c = in[condition];
  const Node x = in[a];
  const Node y = in[b];
  // !c ? x : y = c ? y : x
  if (c.kind == Kind::kXor && in.is_constant(c.b)) return in.select(c.a, b, a);
  if (x.width == 1) {
    if (const ExprId e = select_condition(in, condition, a, b); e.valid()) return e;
  }
  if (in.is_constant(a, 1) && in.is_constant(b, 0)) return in.zero_extend(condition, x.width);
  if (in.is_constant(a, 0) && in.is_constant(b, 1)) return in.zero_extend(in.negate(condition), x.width);
  if (in.is_constant(a, all_ones(x.width)) && in.is_constant(b, 0)) return in.sign_extend(condition, x.width);
  if (in.is_constant(a, 0) && in.is_constant(b, all_ones(x.width))) {
    return in.sign_extend(in.negate(condition), x.width);
  }
  // c ? (c ? x : y) : z = c ? x : z
  if (x.kind == Kind::kSelect && x.a == condition) return in.select(condition, x.b, b);
  if (y.kind == Kind::kSelect && y.a == condition) return in.select(condition, a, y.c);
  return ExprId::none();
}

ExprId choose_result(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Node x = in[a];
  const Node y = in[b];
  const auto is_choice = [&](const Node& n) {
    return n.kind == Kind::kSelect && in.is_constant(n.b) && in.is_constant(n.c);
  };
  if (is_choice(x) && in.is_constant(b)) return in.select(x.a, in.binary(kind, x.b, b), in.binary(kind, x.c, b));
  if (is_choice(y) && in.is_constant(a)) return in.select(y.a, in.binary(kind, a, y.b), in.binary(kind, a, y.c));
  return ExprId::none();
}

ExprId simplify_on_conditions(Expressions& in, Kind kind, ExprId a, ExprId b) {
  switch (kind) {
    case Kind::kAdd:
    case Kind::kSub: return in.binary(Kind::kXor, a, b);
    case Kind::kMul: return in.binary(Kind::kAnd, a, b);
    case Kind::kEqual: return in.negate(in.binary(Kind::kXor, a, b));
    // 1 / 0 = 0 / 0 = 1
    case Kind::kUDiv:
    case Kind::kSDiv:
    // The values of a signed condition are 0 and -1.
    case Kind::kSignedLessEqual: return in.binary(Kind::kOr, a, in.negate(b));
    case Kind::kURem:
    case Kind::kSRem:
    case Kind::kShl:
    case Kind::kLShr:
    case Kind::kSignedLess: return in.binary(Kind::kAnd, a, in.negate(b));
    case Kind::kAShr: return a;
    case Kind::kUnsignedLess: return in.binary(Kind::kAnd, in.negate(a), b);
    case Kind::kUnsignedLessEqual: return in.binary(Kind::kOr, in.negate(a), b);
    default: return ExprId::none();
  }
}

}  // namespace heddle::symbolic
