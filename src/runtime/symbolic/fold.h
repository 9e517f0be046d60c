#pragma once

#include <cstdint>

#include "symbolic/kinds.h"

namespace heddle::runtime {

constexpr bool is_comparison(symbolic::Kind kind) {
  return (kind >= symbolic::Kind::kEqual && kind <= symbolic::Kind::kSignedLessEqual) ||
         symbolic::is_float_comparison(kind);
}

// The value of an operation on two values of `width` bits, at most 64; false if it is left to the explorer.
constexpr bool fold_binary(symbolic::Kind kind, unsigned width, std::uint64_t a, std::uint64_t b,
                           std::uint64_t& result) {
  using symbolic::Kind;
  const auto with_sign = [width](std::uint64_t v) {
    const unsigned shift = 64 - width;
    return static_cast<std::int64_t>(v << shift) >> shift;
  };
  switch (kind) {
    case Kind::kAdd: result = a + b; return true;
    case Kind::kSub: result = a - b; return true;
    case Kind::kMul: result = a * b; return true;
    case Kind::kAnd: result = a & b; return true;
    case Kind::kOr: result = a | b; return true;
    case Kind::kXor: result = a ^ b; return true;
    case Kind::kShl: result = b < width ? a << b : 0; return true;
    case Kind::kLShr: result = b < width ? a >> b : 0; return true;
    case Kind::kEqual: result = a == b ? 1 : 0; return true;
    case Kind::kUnsignedLess: result = a < b ? 1 : 0; return true;
    case Kind::kUnsignedLessEqual: result = a <= b ? 1 : 0; return true;
    case Kind::kSignedLess: result = with_sign(a) < with_sign(b) ? 1 : 0; return true;
    case Kind::kSignedLessEqual: result = with_sign(a) <= with_sign(b) ? 1 : 0; return true;
    default: return false;
  }
}

}  // namespace heddle::runtime
