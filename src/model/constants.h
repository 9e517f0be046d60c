#pragma once

#include <optional>

#include "model/arithmetic.h"
#include "model/ast.h"

namespace heddle::model {

constexpr Value apply(UnaryOp op, Value a) {
  switch (op) {
    case UnaryOp::kNegate: return negate(a);
    case UnaryOp::kNot: return a == 0;
    case UnaryOp::kComplement: return ~a;
  }
  return 0;
}

// None for a division by zero.
constexpr std::optional<Value> apply(BinaryOp op, Value a, Value b) {
  switch (op) {
    case BinaryOp::kAdd: return add(a, b);
    case BinaryOp::kSubtract: return subtract(a, b);
    case BinaryOp::kMultiply: return multiply(a, b);
    case BinaryOp::kDivide: return b == 0 ? std::nullopt : std::optional(divide(a, b));
    case BinaryOp::kModulo: return b == 0 ? std::nullopt : std::optional(modulo(a, b));
    case BinaryOp::kAnd: return a & b;
    case BinaryOp::kOr: return a | b;
    case BinaryOp::kXor: return a ^ b;
    case BinaryOp::kShiftLeft: return shift_left(a, b);
    case BinaryOp::kShiftRight: return shift_right(a, b);
    case BinaryOp::kEqual: return a == b;
    case BinaryOp::kNotEqual: return a != b;
    case BinaryOp::kLess: return a < b;
    case BinaryOp::kLessEqual: return a <= b;
    case BinaryOp::kGreater: return a > b;
    case BinaryOp::kGreaterEqual: return a >= b;
    case BinaryOp::kAndAlso: return a != 0 && b != 0;
    case BinaryOp::kOrElse: return a != 0 || b != 0;
  }
  return std::nullopt;
}

}  // namespace heddle::model
