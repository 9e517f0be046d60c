#include "symbolic/simplify.h"

namespace heddle::symbolic {
namespace {

ExprId divide_by_zero(Expressions& in, Kind kind, ExprId a) {
  const unsigned width = in.width(a);
  switch (kind) {
    case Kind::kUDiv: return in.constant(all_ones(width), width);
    case Kind::kSDiv:
      return in.select(in.binary(Kind::kSignedLess, a, in.constant(0, width)), in.constant(1, width),
                       in.constant(all_ones(width), width));
    default: return a;  // the remainder
  }
}

// x / 2^k = x >> k, and the remainder is the lower k bits.
ExprId divide_by_power_of_two(Expressions& in, Kind kind, ExprId a, Word divisor) {
  const unsigned width = in.width(a);
  if (kind == Kind::kUDiv) return in.binary(Kind::kLShr, a, in.constant(trailing_zeros(divisor), width));
  return in.binary(Kind::kAnd, a, in.constant(divisor - 1, width));
}

}  // namespace

ExprId simplify_division(Expressions& in, Kind kind, ExprId a, ExprId b) {
  if (!in.is_constant(b)) return ExprId::none();
  const unsigned width = in.width(a);
  const Word divisor = in[b].value;
  const bool is_signed = kind == Kind::kSDiv || kind == Kind::kSRem;
  const bool is_remainder = kind == Kind::kURem || kind == Kind::kSRem;
  if (divisor == 0) return divide_by_zero(in, kind, a);
  if (divisor == 1) return is_remainder ? in.constant(0, width) : a;
  if (is_signed && divisor == all_ones(width)) {
    return is_remainder ? in.constant(0, width) : in.binary(Kind::kSub, in.constant(0, width), a);
  }
  if (!is_signed && is_power_of_two(divisor)) return divide_by_power_of_two(in, kind, a, divisor);
  return ExprId::none();
}

}  // namespace heddle::symbolic
