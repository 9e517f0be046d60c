#pragma once

#include "symbolic/bits.h"
#include "symbolic/kinds.h"

namespace heddle::symbolic {

// What the operations on floating point mean: exactly what the processor computes, rounding to nearest, ties to even.
// Results that are not a number are kNotANumber, since programs cannot rely on getting a particular one.

// kFloatAdd to kFloatLessEqual, of two numbers of `width` bits.
Word fold_float(Kind kind, Word a, Word b, unsigned width);
// kFloatSqrt to kFloatToSigned, of a number of `from` bits; the result has `to`. `low` is the FloatRounding.
Word fold_float(Kind kind, unsigned low, Word a, unsigned from, unsigned to);

}  // namespace heddle::symbolic
