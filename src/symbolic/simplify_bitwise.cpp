#include <algorithm>

#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

bool is_less(Kind kind) { return kind >= Kind::kUnsignedLess && kind <= Kind::kSignedLessEqual; }

// Is one the complement of the other?
bool are_complements(Expressions& in, ExprId a, ExprId b) {
  const Node x = in[a];
  const Node y = in[b];
  if (x.kind == Kind::kXor && x.a == b && in.is_constant(x.b, all_ones(x.width))) return true;
  if (y.kind == Kind::kXor && y.a == a && in.is_constant(y.b, all_ones(y.width))) return true;
  return is_less(x.kind) && is_less(y.kind) && in.negate(a) == b;
}

// Part by part, where a is put together from parts: (x, y) op c = (x op c1, y op c2).
ExprId with_constant_by_parts(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Node n = in[a];
  if (n.kind != Kind::kConcat && n.kind != Kind::kZeroExtend) return ExprId::none();
  const ExprId lower = n.kind == Kind::kConcat ? n.b : n.a;
  const unsigned split = in.width(lower);
  const ExprId upper = n.kind == Kind::kConcat ? n.a : in.constant(0, n.width - split);
  const Word c = in[b].value;
  const ExprId new_upper = in.binary(kind, upper, in.constant(c >> split, n.width - split));
  const ExprId new_lower = in.binary(kind, lower, in.constant(c, split));
  return in.concat(new_upper, new_lower);
}

// An operation on two values that are extended in the same way is done before the extension.
ExprId before_extension(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Node x = in[a];
  const Node y = in[b];
  if (x.kind != y.kind || (x.kind != Kind::kZeroExtend && x.kind != Kind::kSignExtend)) return ExprId::none();
  const bool is_signed = x.kind == Kind::kSignExtend;
  const unsigned width = std::max(in.width(x.a), in.width(y.a));
  const auto to_width = [&](ExprId e) { return is_signed ? in.sign_extend(e, width) : in.zero_extend(e, width); };
  const ExprId first = to_width(x.a);
  const ExprId inner = in.binary(kind, first, to_width(y.a));
  return is_signed ? in.sign_extend(inner, x.width) : in.zero_extend(inner, x.width);
}

// (x op c1) op c2 = x op (c1 op c2)
ExprId associate_constant(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Node n = in[a];
  if (n.kind != kind || !in.is_constant(n.b)) return ExprId::none();
  return in.binary(kind, n.a, in.binary(kind, n.b, b));
}

// x & c, where the bits of c are adjacent: the bits are cut out.
ExprId mask_adjacent(Expressions& in, ExprId a, Word c) {
  const unsigned width = in.width(a);
  const unsigned low = trailing_zeros(c);
  const Word run = c >> low;
  if (!is_power_of_two(run + 1) && run != ~Word{0}) return ExprId::none();
  const unsigned count = trailing_zeros(~run);
  const ExprId bits = in.extract(a, low, count);
  return in.zero_extend(low == 0 ? bits : in.concat(bits, in.constant(0, low)), width);
}

// x & (x & y) = x & y, x & (x | y) = x, and the same with the operations exchanged.
ExprId absorb(const Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Node& n = in[b];
  if (n.kind != Kind::kAnd && n.kind != Kind::kOr) return ExprId::none();
  if (n.a != a && n.b != a) return ExprId::none();
  return n.kind == kind ? b : a;
}

// Conditions x == c1 and x == c2.
struct Equality {
  ExprId of;
  Word value = 0;
  bool holds = true;  // or x != c
};

bool as_equality(const Expressions& in, ExprId e, Equality& equality) {
  const Node& n = in[e];
  equality.holds = !(n.kind == Kind::kXor && in.is_constant(n.b, 1));
  const Node& inner = equality.holds ? n : in[n.a];
  if (inner.kind != Kind::kEqual || !in.is_constant(inner.b)) return false;
  equality.of = inner.a;
  equality.value = in[inner.b].value;
  return true;
}

// x == 1 && x == 2 is false; x == 1 && x != 2 is x == 1; for ||, the dual: x != 1 || x != 2, x != 1 || x == 2.
ExprId combine_equalities(Expressions& in, ExprId a, ExprId b, bool is_and) {
  Equality x;
  Equality y;
  if (!as_equality(in, a, x) || !as_equality(in, b, y) || x.of != y.of || x.value == y.value) return ExprId::none();
  if (x.holds == is_and && y.holds == is_and) return in.truth(!is_and);
  if (x.holds == is_and) return a;
  if (y.holds == is_and) return b;
  return ExprId::none();
}

// What & and | have in common.
ExprId simplify_and_or(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const unsigned width = in.width(a);
  if (a == b) return a;
  if (in.is_constant(b)) {
    if (const ExprId e = associate_constant(in, kind, a, b); e.valid()) return e;
    return with_constant_by_parts(in, kind, a, b);
  }
  if (are_complements(in, a, b)) return in.constant(kind == Kind::kAnd ? 0 : all_ones(width), width);
  if (const ExprId e = absorb(in, kind, a, b); e.valid()) return e;
  if (const ExprId e = absorb(in, kind, b, a); e.valid()) return e;
  if (width == 1) {
    if (const ExprId e = combine_equalities(in, a, b, kind == Kind::kAnd); e.valid()) return e;
  }
  return before_extension(in, kind, a, b);
}

// !(a < b) is b <= a.
ExprId negate_comparison(Expressions& in, ExprId e) {
  const Node n = in[e];
  switch (n.kind) {
    case Kind::kUnsignedLess: return in.binary(Kind::kUnsignedLessEqual, n.b, n.a);
    case Kind::kUnsignedLessEqual: return in.binary(Kind::kUnsignedLess, n.b, n.a);
    case Kind::kSignedLess: return in.binary(Kind::kSignedLessEqual, n.b, n.a);
    case Kind::kSignedLessEqual: return in.binary(Kind::kSignedLess, n.b, n.a);
    default: return ExprId::none();
  }
}

// (x ^ c) ^ y = (x ^ y) ^ c, and (x ^ y) ^ x = y.
ExprId xor_of_xor(Expressions& in, ExprId a, ExprId b) {
  const Node n = in[a];
  if (n.kind != Kind::kXor) return ExprId::none();
  if (n.a == b) return n.b;
  if (n.b == b) return n.a;
  return in.is_constant(n.b) ? in.binary(Kind::kXor, in.binary(Kind::kXor, n.a, b), n.b) : ExprId::none();
}

}  // namespace

ExprId simplify_and(Expressions& in, ExprId a, ExprId b) {
  if (in.is_constant(b)) {
    const Word c = in[b].value;
    if (c == 0) return b;
    if (c == all_ones(in.width(a))) return a;
    if (const ExprId e = mask_adjacent(in, a, c); e.valid()) return e;
  }
  return simplify_and_or(in, Kind::kAnd, a, b);
}

ExprId simplify_or(Expressions& in, ExprId a, ExprId b) {
  if (in.is_constant(b, 0)) return a;
  if (in.is_constant(b, all_ones(in.width(a)))) return b;
  if (const ExprId e = simplify_and_or(in, Kind::kOr, a, b); e.valid()) return e;
  return join_disjoint(in, a, b);
}

ExprId simplify_xor(Expressions& in, ExprId a, ExprId b) {
  if (a == b) return in.constant(0, in.width(a));
  if (in.is_constant(b)) {
    if (in.is_constant(b, 0)) return a;
    if (const ExprId e = associate_constant(in, Kind::kXor, a, b); e.valid()) return e;
    if (const ExprId e = negate_comparison(in, a); e.valid()) return e;
    return with_constant_by_parts(in, Kind::kXor, a, b);
  }
  if (const ExprId e = xor_of_xor(in, a, b); e.valid()) return e;
  if (const ExprId e = xor_of_xor(in, b, a); e.valid()) return e;
  if (const ExprId e = before_extension(in, Kind::kXor, a, b); e.valid()) return e;
  return join_disjoint(in, a, b);
}

}  // namespace heddle::symbolic
