#pragma once

#include <cstdint>

namespace heddle::symbolic {

// The operations on bit-vectors, those of LLVM's instructions. Comparisons have width 1. What LLVM leaves undefined has
// the value that SMT-LIB gives it: division by zero gives all ones, the remainder the dividend; a shift by the width or
// more gives 0 (kAShr: copies of the sign).
enum class Kind : std::uint8_t {
  kConstant,
  kVariable,
  kAdd,
  kSub,
  kMul,
  kUDiv,
  kSDiv,
  kURem,
  kSRem,
  kAnd,
  kOr,
  kXor,
  kShl,
  kLShr,
  kAShr,
  kEqual,
  kUnsignedLess,
  kUnsignedLessEqual,
  kSignedLess,
  kSignedLessEqual,
  kZeroExtend,
  kSignExtend,
  kExtract,  // `low` is the number of the lowest bit kept; the width of the result says how many are
  kConcat,   // a is the upper part
  kSelect,   // a ? b : c
  // IEEE 754 numbers of 32 and 64 bits: see fold_float.h. Comparisons are false if one of the two is not a number.
  kFloatAdd,
  kFloatSub,
  kFloatMul,
  kFloatDiv,
  kFloatEqual,
  kFloatLess,
  kFloatLessEqual,
  kFloatSqrt,
  kFloatRound,    // to an integral number; `low` is the FloatRounding
  kFloatConvert,  // from 32 to 64 bits, or back
  kSignedToFloat,
  kUnsignedToFloat,
  kFloatToSigned,  // towards zero; what does not fit gives the smallest number, as on x86-64
};
inline constexpr int kKindCount = static_cast<int>(Kind::kFloatToSigned) + 1;

enum class FloatRounding : std::uint8_t { kNearestEven, kNearestAway, kDown, kUp, kTowardsZero };

constexpr bool is_float_operation(Kind kind) { return kind >= Kind::kFloatAdd; }
constexpr bool is_float_comparison(Kind kind) { return kind >= Kind::kFloatEqual && kind <= Kind::kFloatLessEqual; }
// One with a single operand.
constexpr bool is_float_function(Kind kind) { return kind >= Kind::kFloatSqrt; }

// Widths are 1 to kMaxWidth bits.
inline constexpr unsigned kMaxWidth = 128;

constexpr int operand_count(Kind kind) {
  switch (kind) {
    case Kind::kConstant:
    case Kind::kVariable: return 0;
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
    case Kind::kExtract:
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: return 1;
    case Kind::kSelect: return 3;
    default: return 2;
  }
}

}  // namespace heddle::symbolic
