#include "symbolic/fold.h"

#include "base/check.h"
#include "symbolic/fold_float.h"

namespace heddle::symbolic {
namespace {

// For two values of one width. Only the low halves are used where the upper ones are zero: the processor divides 64
// bits much faster.
Word divide(Word a, Word b) {
  if (((a | b) >> 64) == 0) return static_cast<std::uint64_t>(a) / static_cast<std::uint64_t>(b);
  return a / b;
}

Word unsigned_quotient(Word a, Word b, unsigned width) { return b == 0 ? all_ones(width) : divide(a, b); }
Word unsigned_remainder(Word a, Word b) { return b == 0 ? a : a - divide(a, b) * b; }

Word magnitude(Word value, unsigned width) {
  return is_negative(value, width) ? (Word{0} - value) & all_ones(width) : value;
}

// The sign of a quotient is that of a * b, the sign of a remainder that of a; even where b is 0.
Word signed_quotient(Word a, Word b, unsigned width) {
  const Word q = unsigned_quotient(magnitude(a, width), magnitude(b, width), width);
  return is_negative(a, width) != is_negative(b, width) ? Word{0} - q : q;
}
Word signed_remainder(Word a, Word b, unsigned width) {
  const Word r = unsigned_remainder(magnitude(a, width), magnitude(b, width));
  return is_negative(a, width) ? Word{0} - r : r;
}

Word shift_right_signed(Word a, Word b, unsigned width) {
  const SignedWord value = as_signed(a, width);
  return static_cast<Word>(b >= width ? (value < 0 ? SignedWord{-1} : SignedWord{0}) : value >> static_cast<int>(b));
}

}  // namespace

Word fold_binary(Kind kind, Word a, Word b, unsigned width) {
  const Word mask = all_ones(width);
  switch (kind) {
    case Kind::kAdd: return (a + b) & mask;
    case Kind::kSub: return (a - b) & mask;
    case Kind::kMul: return (a * b) & mask;
    case Kind::kUDiv: return unsigned_quotient(a, b, width);
    case Kind::kSDiv: return signed_quotient(a, b, width) & mask;
    case Kind::kURem: return unsigned_remainder(a, b);
    case Kind::kSRem: return signed_remainder(a, b, width) & mask;
    case Kind::kAnd: return a & b;
    case Kind::kOr: return a | b;
    case Kind::kXor: return a ^ b;
    case Kind::kShl: return b >= width ? 0 : (a << static_cast<int>(b)) & mask;
    case Kind::kLShr: return b >= width ? 0 : a >> static_cast<int>(b);
    case Kind::kAShr: return shift_right_signed(a, b, width) & mask;
    case Kind::kEqual: return a == b ? 1 : 0;
    case Kind::kUnsignedLess: return a < b ? 1 : 0;
    case Kind::kUnsignedLessEqual: return a <= b ? 1 : 0;
    case Kind::kSignedLess: return as_signed(a, width) < as_signed(b, width) ? 1 : 0;
    case Kind::kSignedLessEqual: return as_signed(a, width) <= as_signed(b, width) ? 1 : 0;
    case Kind::kFloatAdd:
    case Kind::kFloatSub:
    case Kind::kFloatMul:
    case Kind::kFloatDiv:
    case Kind::kFloatEqual:
    case Kind::kFloatLess:
    case Kind::kFloatLessEqual: return fold_float(kind, a, b, width);
    case Kind::kConstant:
    case Kind::kVariable:
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
    case Kind::kExtract:
    case Kind::kConcat:
    case Kind::kSelect:
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: break;
  }
  CHECK_MSG(false, "kind {} is no operation on two values of one width", static_cast<int>(kind));
}

}  // namespace heddle::symbolic
