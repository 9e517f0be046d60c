#include <algorithm>

#include "symbolic/fold.h"
#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

ExprId both(Expressions& in, ExprId a, ExprId b) { return in.binary(Kind::kAnd, a, b); }

ExprId equal_to(Expressions& in, ExprId e, Word value) { return in.equal(e, in.constant(value, in.width(e))); }

// The number whose product with an odd number is 1, by Newton: each step doubles the number of correct bits.
Word inverse_of_odd(Word odd) {
  Word inverse = odd;
  for (int i = 0; i < 7; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

// c ? x : y == v, where one of x and y is a constant.
ExprId equal_choice(Expressions& in, const Node& n, Word value) {
  for (const bool first : {true, false}) {
    const ExprId known = first ? n.b : n.c;
    const ExprId other = first ? n.c : n.b;
    if (!in.is_constant(known)) continue;
    const bool matches = in[known].value == value;
    const ExprId rest = equal_to(in, other, value);
    const ExprId chosen = first ? n.a : in.negate(n.a);
    return matches ? in.binary(Kind::kOr, chosen, rest) : both(in, in.negate(chosen), rest);
  }
  return ExprId::none();
}

// x & y == v, x | y == v
ExprId equal_and_or(Expressions& in, const Node& n, Word value) {
  const bool is_and = n.kind == Kind::kAnd;
  // All bits set in x & y, or none in x | y.
  if (value == (is_and ? all_ones(n.width) : 0)) {
    const ExprId first = equal_to(in, n.a, value);
    return both(in, first, equal_to(in, n.b, value));
  }
  if (!in.is_constant(n.b)) return ExprId::none();
  const Word c = in[n.b].value;
  const bool possible = is_and ? (value & ~c) == 0 : (c & ~value) == 0;
  return possible ? ExprId::none() : in.truth(false);
}

// The operations that can be undone: x + c, c - x, x ^ c, x * c for an odd c; x - y == 0, x ^ y == 0.
ExprId equal_after_operation(Expressions& in, const Node& n, Word value) {
  if (n.kind == Kind::kSub && in.is_constant(n.a)) return equal_to(in, n.b, in[n.a].value - value);
  if (in.is_constant(n.b)) {
    const Word c = in[n.b].value;
    if (n.kind == Kind::kAdd) return equal_to(in, n.a, value - c);
    if (n.kind == Kind::kXor) return equal_to(in, n.a, value ^ c);
    if (n.kind == Kind::kMul && (c & 1) != 0) return equal_to(in, n.a, value * inverse_of_odd(c));
  }
  if (value == 0 && (n.kind == Kind::kSub || n.kind == Kind::kXor)) return in.equal(n.a, n.b);
  return ExprId::none();
}

ExprId equal_constant(Expressions& in, ExprId a, Word value) {
  const Node n = in[a];
  switch (n.kind) {
    case Kind::kAdd:
    case Kind::kSub:
    case Kind::kXor:
    case Kind::kMul: return equal_after_operation(in, n, value);
    case Kind::kAnd:
    case Kind::kOr: return equal_and_or(in, n, value);
    case Kind::kZeroExtend: return value > all_ones(in.width(n.a)) ? in.truth(false) : equal_to(in, n.a, value);
    case Kind::kSignExtend: {
      const unsigned from = in.width(n.a);
      const bool possible = fold_sign_extend(value & all_ones(from), from, n.width) == value;
      return possible ? equal_to(in, n.a, value) : in.truth(false);
    }
    case Kind::kConcat: {
      const ExprId upper = equal_to(in, n.a, value >> in.width(n.b));
      return both(in, upper, equal_to(in, n.b, value));
    }
    case Kind::kSelect: return equal_choice(in, n, value);
    default: return ExprId::none();
  }
}

// x op y == x op z is y == z, for + and ^.
ExprId cancel_common(Expressions& in, const Node& x, const Node& y) {
  if (x.kind != y.kind || (x.kind != Kind::kAdd && x.kind != Kind::kXor)) return ExprId::none();
  if (x.a == y.a) return in.equal(x.b, y.b);
  if (x.b == y.b) return in.equal(x.a, y.a);
  if (x.a == y.b) return in.equal(x.b, y.a);
  if (x.b == y.a) return in.equal(x.a, y.b);
  // x op c1 == y op c2 is x op (c1 op' c2) == y
  if (!in.is_constant(x.b) || !in.is_constant(y.b)) return ExprId::none();
  const ExprId rest = in.binary(x.kind == Kind::kAdd ? Kind::kSub : Kind::kXor, x.b, y.b);
  return in.equal(in.binary(x.kind, x.a, rest), y.a);
}

// x op y == x is y == 0, for +, - and ^.
ExprId cancel_whole(Expressions& in, const Node& n, ExprId whole) {
  if (n.kind != Kind::kAdd && n.kind != Kind::kSub && n.kind != Kind::kXor) return ExprId::none();
  if (n.a == whole) return equal_to(in, n.b, 0);
  if (n.b == whole && n.kind != Kind::kSub) return equal_to(in, n.a, 0);
  return ExprId::none();
}

// Extensions of the same kind, and concatenations that are split at the same bit.
ExprId equal_by_parts(Expressions& in, const Node& x, const Node& y) {
  if (x.kind != y.kind) return ExprId::none();
  if (x.kind == Kind::kZeroExtend || x.kind == Kind::kSignExtend) {
    const unsigned width = std::max(in.width(x.a), in.width(y.a));
    const bool is_signed = x.kind == Kind::kSignExtend;
    const ExprId first = is_signed ? in.sign_extend(x.a, width) : in.zero_extend(x.a, width);
    return in.equal(first, is_signed ? in.sign_extend(y.a, width) : in.zero_extend(y.a, width));
  }
  if (x.kind == Kind::kConcat && in.width(x.a) == in.width(y.a)) {
    const ExprId upper = in.equal(x.a, y.a);
    return both(in, upper, in.equal(x.b, y.b));
  }
  return ExprId::none();
}

}  // namespace

ExprId simplify_equal(Expressions& in, ExprId a, ExprId b) {
  if (a == b) return in.truth(true);
  if (in.is_constant(b)) return equal_constant(in, a, in[b].value);
  const Node x = in[a];
  const Node y = in[b];
  if (const ExprId e = cancel_common(in, x, y); e.valid()) return e;
  if (const ExprId e = cancel_whole(in, x, b); e.valid()) return e;
  if (const ExprId e = cancel_whole(in, y, a); e.valid()) return e;
  return equal_by_parts(in, x, y);
}

}  // namespace heddle::symbolic
