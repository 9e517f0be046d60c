#pragma once

#include <cstdint>
#include <limits>

// The arithmetic of the model language: 32 bits, wrap-around, never undefined. Used by the compiler for constants and
// by the machine, so that both compute the same results.

namespace heddle::model {

using Value = std::int32_t;

constexpr Value wrap(std::uint32_t bits) { return static_cast<Value>(bits); }
constexpr std::uint32_t bits(Value v) { return static_cast<std::uint32_t>(v); }

constexpr Value add(Value a, Value b) { return wrap(bits(a) + bits(b)); }
constexpr Value subtract(Value a, Value b) { return wrap(bits(a) - bits(b)); }
constexpr Value multiply(Value a, Value b) { return wrap(bits(a) * bits(b)); }
constexpr Value negate(Value a) { return wrap(0U - bits(a)); }
// Rounds towards zero; b must not be 0. The smallest number divided by -1 wraps around to itself.
constexpr Value divide(Value a, Value b) { return b == -1 ? negate(a) : a / b; }
constexpr Value modulo(Value a, Value b) { return b == -1 ? 0 : a % b; }
// The count is taken modulo 32; a right shift keeps the sign.
constexpr Value shift_left(Value a, Value b) { return wrap(bits(a) << (bits(b) & 31U)); }
constexpr Value shift_right(Value a, Value b) { return a >> (bits(b) & 31U); }

}  // namespace heddle::model
