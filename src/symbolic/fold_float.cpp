#include "symbolic/fold_float.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "base/check.h"

namespace heddle::symbolic {
namespace {

constexpr unsigned kSingle = 32;
constexpr unsigned kDouble = 64;

template <class Float>
Float number(Word bits) {
  if constexpr (sizeof(Float) == sizeof(std::uint32_t)) {
    return std::bit_cast<Float>(static_cast<std::uint32_t>(bits));
  } else {
    return std::bit_cast<Float>(static_cast<std::uint64_t>(bits));
  }
}

Word bits(float value) { return std::isnan(value) ? not_a_number(kSingle) : std::bit_cast<std::uint32_t>(value); }
Word bits(double value) { return std::isnan(value) ? not_a_number(kDouble) : std::bit_cast<std::uint64_t>(value); }

template <class Float>
Word fold_two(Kind kind, Float a, Float b) {
  switch (kind) {
    case Kind::kFloatAdd: return bits(a + b);
    case Kind::kFloatSub: return bits(a - b);
    case Kind::kFloatMul: return bits(a * b);
    case Kind::kFloatDiv: return bits(a / b);
    case Kind::kFloatEqual: return a == b ? 1 : 0;
    case Kind::kFloatLess: return a < b ? 1 : 0;
    case Kind::kFloatLessEqual: return a <= b ? 1 : 0;
    default: break;
  }
  CHECK_MSG(false, "kind {} is no operation on two floating-point numbers", static_cast<int>(kind));
}

template <class Float>
Float rounded(FloatRounding rounding, Float a) {
  switch (rounding) {
    case FloatRounding::kNearestEven: return std::nearbyint(a);
    case FloatRounding::kNearestAway: return std::round(a);
    case FloatRounding::kDown: return std::floor(a);
    case FloatRounding::kUp: return std::ceil(a);
    case FloatRounding::kTowardsZero: return std::trunc(a);
  }
  CHECK_MSG(false, "rounding {}", static_cast<int>(rounding));
}

// Both bounds are powers of two, which every type has.
template <class Float>
Word to_signed(Float a, unsigned width) {
  const Float whole = std::trunc(a);
  const Float bound = std::ldexp(Float{1}, static_cast<int>(width) - 1);
  const bool fits = whole >= -bound && whole < bound;
  return fits ? static_cast<Word>(static_cast<SignedWord>(whole)) & all_ones(width) : sign_bit(width);
}

template <class Float>
Word fold_one(Kind kind, unsigned low, Float a, unsigned to) {
  switch (kind) {
    case Kind::kFloatSqrt: return bits(std::sqrt(a));
    case Kind::kFloatRound: return bits(rounded(static_cast<FloatRounding>(low), a));
    case Kind::kFloatConvert: return to == kSingle ? bits(static_cast<float>(a)) : bits(static_cast<double>(a));
    case Kind::kFloatToSigned: return to_signed(a, to);
    default: break;
  }
  CHECK_MSG(false, "kind {} is no operation on a floating-point number", static_cast<int>(kind));
}

template <class Integer>
Word from_integer(Integer value, unsigned to) {
  return to == kSingle ? bits(static_cast<float>(value)) : bits(static_cast<double>(value));
}

}  // namespace

Word fold_float(Kind kind, Word a, Word b, unsigned width) {
  if (width == kSingle) return fold_two(kind, number<float>(a), number<float>(b));
  CHECK_MSG(width == kDouble, "a floating-point number of {} bits", width);
  return fold_two(kind, number<double>(a), number<double>(b));
}

Word fold_float(Kind kind, unsigned low, Word a, unsigned from, unsigned to) {
  if (kind == Kind::kSignedToFloat) return from_integer(static_cast<std::int64_t>(as_signed(a, from)), to);
  if (kind == Kind::kUnsignedToFloat) return from_integer(static_cast<std::uint64_t>(a), to);
  if (from == kSingle) return fold_one(kind, low, number<float>(a), to);
  CHECK_MSG(from == kDouble, "a floating-point number of {} bits", from);
  return fold_one(kind, low, number<double>(a), to);
}

}  // namespace heddle::symbolic
