#pragma once

#include <cstdint>

namespace heddle::symbolic {

// The operations on bit-vectors, those of LLVM's integer instructions. Comparisons have width 1. What LLVM leaves
// undefined has a value, the one of SMT-LIB: division by zero gives all ones, the remainder the dividend; a shift by
// the width or more gives 0 (kAShr: copies of the sign).
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
  kExtract,  // `low` is the number of the lowest bit that is kept; the width of the result says how many
  kConcat,   // a is the upper part
  kSelect,   // a ? b : c
};
inline constexpr int kKindCount = static_cast<int>(Kind::kSelect) + 1;

// Widths are 1 to kMaxWidth bits.
inline constexpr unsigned kMaxWidth = 128;

constexpr int operand_count(Kind kind) {
  switch (kind) {
    case Kind::kConstant:
    case Kind::kVariable: return 0;
    case Kind::kZeroExtend:
    case Kind::kSignExtend:
    case Kind::kExtract: return 1;
    case Kind::kSelect: return 3;
    default: return 2;
  }
}

}  // namespace heddle::symbolic
