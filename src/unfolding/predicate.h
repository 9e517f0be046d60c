#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/names.h"

namespace heddle::unfolding {

// A predicate over the shared variables of a program, like "x + y > 10 && a[2] != 0".
//
//   names and elements with a constant index, integers, parentheses
//   + - * / %   == != < <= > >=   && || !   and the sign -, with the precedence of C
//
// Arithmetic is that of the model language: 32 bits with wrap-around, division towards zero. A truth value is 0 or 1,
// and any nonzero number is true. && and || do not evaluate the right side if the left one decides; a predicate that
// divides by zero does not hold. The nodes are stored with operands before operators; the last is the root.
class Predicate {
 public:
  enum class Op : std::uint8_t {
    kNumber,
    kCell,
    kNegate,
    kNot,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kModulo,
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kAnd,
    kOr,
  };
  struct Node {
    Op op = Op::kNumber;
    std::uint32_t left = 0;  // index of the operand, or of the left one
    std::uint32_t right = 0;
    std::int32_t number = 0;
    trace::LocationId cell;
  };

  // The place in an error is the column in `text`.
  static base::Result<Predicate> parse(std::string_view text, const trace::Names& names);

  const std::vector<Node>& nodes() const { return nodes_; }
  // The locations it mentions, each once, in increasing order.
  std::vector<trace::LocationId> cells() const;

  using State = std::function<std::int64_t(trace::LocationId)>;
  bool holds(const State& state) const;

 private:
  friend class PredicateParser;

  std::vector<Node> nodes_;
};

}  // namespace heddle::unfolding
