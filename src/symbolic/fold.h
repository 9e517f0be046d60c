#pragma once

#include "symbolic/bits.h"
#include "symbolic/kinds.h"

namespace heddle::symbolic {

// What the operations mean: the value of kAdd to kSignedLessEqual, for operands of `width` bits, as in SMT-LIB, and of
// kFloatAdd to kFloatLessEqual.
Word fold_binary(Kind kind, Word a, Word b, unsigned width);

constexpr Word fold_sign_extend(Word value, unsigned from, unsigned to) {
  return static_cast<Word>(as_signed(value, from)) & all_ones(to);
}
constexpr Word fold_extract(Word value, unsigned low, unsigned width) { return (value >> low) & all_ones(width); }
constexpr Word fold_concat(Word upper, Word lower, unsigned lower_width) { return (upper << lower_width) | lower; }

}  // namespace heddle::symbolic
