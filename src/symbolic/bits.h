#pragma once

#include <cstdint>

#include "symbolic/kinds.h"

namespace heddle::symbolic {

__extension__ using Word = unsigned __int128;  // the value of an expression, zero above its width
__extension__ using SignedWord = __int128;

constexpr Word all_ones(unsigned width) { return width >= kMaxWidth ? ~Word{0} : (Word{1} << width) - 1; }
constexpr Word sign_bit(unsigned width) { return Word{1} << (width - 1); }
// The result of floating-point operations that have none: what x86-64 returns for 0 / 0.
constexpr Word not_a_number(unsigned width) { return width == 32 ? 0xffc00000U : 0xfff8000000000000U; }
constexpr bool is_negative(Word value, unsigned width) { return (value & sign_bit(width)) != 0; }

// The value of the lower `width` bits, read as two's complement.
constexpr SignedWord as_signed(Word value, unsigned width) {
  return static_cast<SignedWord>(is_negative(value, width) ? value | ~all_ones(width) : value);
}

constexpr bool is_power_of_two(Word value) { return value != 0 && (value & (value - 1)) == 0; }

constexpr unsigned trailing_zeros(Word value) {
  const auto low = static_cast<std::uint64_t>(value);
  if (low != 0) return static_cast<unsigned>(__builtin_ctzll(low));
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + static_cast<unsigned>(__builtin_ctzll(high)) : kMaxWidth;
}

}  // namespace heddle::symbolic
