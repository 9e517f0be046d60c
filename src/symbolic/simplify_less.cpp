#include <algorithm>

#include "symbolic/fold.h"
#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

// The least and the greatest value in the order of the comparison.
struct Range {
  Word least;
  Word greatest;
};

bool is_signed(Kind kind) { return kind == Kind::kSignedLess || kind == Kind::kSignedLessEqual; }
bool is_strict(Kind kind) { return kind == Kind::kUnsignedLess || kind == Kind::kSignedLess; }

Range range_of(Kind kind, unsigned width) {
  if (!is_signed(kind)) return {0, all_ones(width)};
  return {sign_bit(width), all_ones(width) >> 1};
}

ExprId equals(Expressions& in, ExprId e, Word value) { return in.equal(e, in.constant(value, in.width(e))); }

ExprId is_negative_value(Expressions& in, ExprId e) {
  return in.binary(Kind::kSignedLess, e, in.constant(0, in.width(e)));
}

// x <= c is x < c + 1; c <= x is c - 1 < x.
ExprId to_strict(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const Kind strict = is_signed(kind) ? Kind::kSignedLess : Kind::kUnsignedLess;
  const unsigned width = in.width(a);
  const Range range = range_of(kind, width);
  if (in.is_constant(b)) {
    const Word c = in[b].value;
    return c == range.greatest ? in.truth(true) : in.binary(strict, a, in.constant(c + 1, width));
  }
  const Word c = in[a].value;
  return c == range.least ? in.truth(true) : in.binary(strict, in.constant(c - 1, width), b);
}

// x < c and c < x, where c is at or next to the end of the range.
ExprId at_the_ends(Expressions& in, Kind kind, ExprId a, ExprId b) {
  const unsigned width = in.width(a);
  const Range range = range_of(kind, width);
  const bool constant_right = in.is_constant(b);
  const ExprId x = constant_right ? a : b;
  const Word c = constant_right ? in[b].value : in[a].value;
  const Word near = constant_right ? range.least : range.greatest;  // the end with nothing beyond it
  const Word far = constant_right ? range.greatest : range.least;
  const Word beside = (constant_right ? near + 1 : near - 1) & all_ones(width);
  if (c == near) return in.truth(false);
  if (c == beside) return equals(in, x, near);
  if (c == far) return in.negate(equals(in, x, far));
  return ExprId::none();
}

// Comparison of an extended value with a constant; `left` says that the constant is on the left: c < x.
ExprId extension_with_constant(Expressions& in, Kind kind, const Node& n, Word c, bool left) {
  const unsigned from = in.width(n.a);
  const bool zero = n.kind == Kind::kZeroExtend;
  // A zero-extended value is not negative, so both orders are the same.
  const Kind inner = zero ? Kind::kUnsignedLess : kind;
  const Word narrow = c & all_ones(from);
  if ((zero ? narrow : fold_sign_extend(narrow, from, n.width)) == c) {
    const ExprId constant = in.constant(narrow, from);
    return left ? in.binary(inner, constant, n.a) : in.binary(inner, n.a, constant);
  }
  // c is outside the range of x: above or below it or, in the unsigned order of signed values, between the two halves.
  if (!zero && !is_signed(kind)) {
    return left ? is_negative_value(in, n.a) : in.negate(is_negative_value(in, n.a));
  }
  const bool below = is_signed(kind) && is_negative(c, n.width);
  return in.truth(left == below);
}

ExprId two_extensions(Expressions& in, Kind kind, const Node& x, const Node& y) {
  if (x.kind != y.kind || (x.kind != Kind::kZeroExtend && x.kind != Kind::kSignExtend)) return ExprId::none();
  const unsigned width = std::max(in.width(x.a), in.width(y.a));
  if (x.kind == Kind::kSignExtend) {
    const ExprId first = in.sign_extend(x.a, width);
    return in.binary(kind, first, in.sign_extend(y.a, width));
  }
  const ExprId first = in.zero_extend(x.a, width);
  return in.binary(is_strict(kind) ? Kind::kUnsignedLess : Kind::kUnsignedLessEqual, first, in.zero_extend(y.a, width));
}

}  // namespace

ExprId simplify_less(Expressions& in, Kind kind, ExprId a, ExprId b) {
  if (a == b) return in.truth(!is_strict(kind));
  const Node x = in[a];
  const Node y = in[b];
  if (!in.is_constant(a) && !in.is_constant(b)) return two_extensions(in, kind, x, y);
  if (!is_strict(kind)) return to_strict(in, kind, a, b);
  if (const ExprId e = at_the_ends(in, kind, a, b); e.valid()) return e;
  const Node& variable = in.is_constant(b) ? x : y;
  if (variable.kind != Kind::kZeroExtend && variable.kind != Kind::kSignExtend) return ExprId::none();
  return extension_with_constant(in, kind, variable, in.is_constant(b) ? y.value : x.value, in.is_constant(a));
}

}  // namespace heddle::symbolic
