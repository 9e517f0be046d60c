#include "abi/symbolic.h"
#include "runtime/anchor.h"

// Expressions of what is one operation to the compiler, but not one of symbolic::Kind.

namespace heddle::runtime {

namespace {

using symbolic::Kind;

constexpr unsigned kByteBits = 8;

// Reverses the order of parts of `size` bits.
Expr reversed(ExpressionTable& table, Expr e, unsigned size) {
  Expr result = table.extract(e, 0, size);
  for (unsigned low = size; low < table.width(e); low += size)
    result = table.concat(result, table.extract(e, low, size));
  return result;
}

Expr population(ExpressionTable& table, Expr e) {
  const unsigned width = table.width(e);
  Expr sum = table.constant(0, width);
  for (unsigned i = 0; i < width; ++i)
    sum = table.binary(Kind::kAdd, sum, table.extend(Kind::kZeroExtend, table.extract(e, i, 1), width));
  return sum;
}

// The number of zero bits before the first bit that is set, counted from one end.
Expr zeros(ExpressionTable& table, Expr e, bool leading) {
  const unsigned width = table.width(e);
  Expr result = table.constant(width, width);
  for (unsigned i = width; i-- > 0;) {
    const Expr bit = table.extract(e, leading ? width - 1 - i : i, 1);
    result = table.select(bit, table.constant(i, width), result);
  }
  return result;
}

// Twice the width is enough for every result.
Expr overflows(ExpressionTable& table, Kind kind, bool is_signed, Expr a, Expr b) {
  const unsigned width = table.width(a);
  const Kind extend = is_signed ? Kind::kSignExtend : Kind::kZeroExtend;
  const Expr exact = table.binary(kind, table.extend(extend, a, 2 * width), table.extend(extend, b, 2 * width));
  const Expr cut = table.extend(extend, table.extract(exact, 0, width), 2 * width);
  return table.negate(table.binary(Kind::kEqual, exact, cut));
}

Expr smaller(ExpressionTable& table, Kind less, Expr a, Expr b, bool larger) {
  return table.select(table.binary(less, a, b), larger ? b : a, larger ? a : b);
}

// The result, or the nearest representable value.
Expr saturated(ExpressionTable& table, Kind kind, bool is_signed, Expr a, Expr b) {
  const unsigned width = table.width(a);
  const Expr zero = table.constant(0, width);
  const Expr all = table.binary(Kind::kSub, zero, table.constant(1, width));
  Expr bound = kind == Kind::kAdd ? all : zero;
  if (is_signed) {
    // The limit with the first operand's sign.
    const Expr most = table.binary(Kind::kLShr, all, table.constant(1, width));
    bound = table.select(table.binary(Kind::kSignedLess, a, zero), table.binary(Kind::kXor, most, all), most);
  }
  return table.select(overflows(table, kind, is_signed, a, b), bound, table.binary(kind, a, b));
}

Expr special(ExpressionTable& table, heddle_special what, Expr a, Expr b) {
  switch (what) {
    case HEDDLE_BYTE_SWAP: return reversed(table, a, kByteBits);
    case HEDDLE_BIT_REVERSE: return reversed(table, a, 1);
    case HEDDLE_POPULATION: return population(table, a);
    case HEDDLE_LEADING_ZEROS: return zeros(table, a, true);
    case HEDDLE_TRAILING_ZEROS: return zeros(table, a, false);
    case HEDDLE_ABSOLUTE: {
      const Expr zero = table.constant(0, table.width(a));
      return table.select(table.binary(Kind::kSignedLess, a, zero), table.binary(Kind::kSub, zero, a), a);
    }
    case HEDDLE_SIGNED_MIN: return smaller(table, Kind::kSignedLess, a, b, false);
    case HEDDLE_SIGNED_MAX: return smaller(table, Kind::kSignedLess, a, b, true);
    case HEDDLE_UNSIGNED_MIN: return smaller(table, Kind::kUnsignedLess, a, b, false);
    case HEDDLE_UNSIGNED_MAX: return smaller(table, Kind::kUnsignedLess, a, b, true);
    case HEDDLE_SIGNED_ADD_OVERFLOWS: return overflows(table, Kind::kAdd, true, a, b);
    case HEDDLE_UNSIGNED_ADD_OVERFLOWS: return overflows(table, Kind::kAdd, false, a, b);
    case HEDDLE_SIGNED_SUB_OVERFLOWS: return overflows(table, Kind::kSub, true, a, b);
    case HEDDLE_UNSIGNED_SUB_OVERFLOWS: return overflows(table, Kind::kSub, false, a, b);
    case HEDDLE_SIGNED_MUL_OVERFLOWS: return overflows(table, Kind::kMul, true, a, b);
    case HEDDLE_UNSIGNED_MUL_OVERFLOWS: return overflows(table, Kind::kMul, false, a, b);
    case HEDDLE_SIGNED_ADD_SATURATED: return saturated(table, Kind::kAdd, true, a, b);
    case HEDDLE_UNSIGNED_ADD_SATURATED: return saturated(table, Kind::kAdd, false, a, b);
    case HEDDLE_SIGNED_SUB_SATURATED: return saturated(table, Kind::kSub, true, a, b);
    case HEDDLE_UNSIGNED_SUB_SATURATED: return saturated(table, Kind::kSub, false, a, b);
  }
  return 0;
}

}  // namespace

}  // namespace heddle::runtime

extern "C" uint32_t __heddle_sym_special(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value) {
  heddle::runtime::SymbolicState& sym = heddle::runtime::runtime().symbolic;
  const unsigned width = how >> 8 & 0xff;
  const auto what = static_cast<heddle_special>(how & 0xff);
  return sym.shadow(
      heddle::runtime::special(sym.expressions(), what, sym.of(a, a_value, width), sym.of(b, b_value, width)));
}
