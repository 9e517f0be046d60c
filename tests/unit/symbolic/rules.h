#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "symbolic/expressions.h"
#include "tests/unit/symbolic/proof.h"

namespace heddle::symbolic {

// Expressions of one width to try rules on. Each call of a function named after an operation requests it, expects that
// it yields a certain expression (so that the rule applies), and proves that this is equivalent.
class Rules {
 public:
  explicit Rules(unsigned width) : w(width) {}

  ExprId k(Word value) { return in.constant(value, w); }
  ExprId ones() { return k(all_ones(w)); }
  ExprId top() { return k(sign_bit(w)); }  // the least signed value
  ExprId make(Kind kind, ExprId a, ExprId b) { return in.binary(kind, a, b); }
  ExprId truth(bool value) { return in.truth(value); }
  ExprId is(ExprId e, Word value) { return in.equal(e, in.constant(value, in.width(e))); }
  // An expression that no rule looks into.
  ExprId opaque(std::uint32_t number, unsigned width) {
    if (width <= 64) return in.variable(1, number, width, "v" + std::to_string(number));
    const auto part = [&](std::uint32_t i, unsigned bits) { return in.variable(2, 4 * number + i, bits, "p"); };
    return in.select(in.variable(3, number, 1, "s"), in.concat(part(0, width - 64), part(1, 64)),
                     in.concat(part(2, width - 64), part(3, 64)));
  }

  void binary(Kind kind, ExprId a, ExprId b, ExprId expected) {
    const bool comparison = kind >= Kind::kEqual && kind <= Kind::kSignedLessEqual;
    const unsigned width = kind == Kind::kConcat ? in.width(a) + in.width(b) : comparison ? 1 : in.width(a);
    gives({.kind = kind, .width = static_cast<std::uint8_t>(width), .a = a, .b = b}, expected);
  }
  void zext(ExprId e, unsigned width, ExprId expected) {
    gives({.kind = Kind::kZeroExtend, .width = static_cast<std::uint8_t>(width), .a = e}, expected);
  }
  void sext(ExprId e, unsigned width, ExprId expected) {
    gives({.kind = Kind::kSignExtend, .width = static_cast<std::uint8_t>(width), .a = e}, expected);
  }
  void extract(ExprId e, unsigned low, unsigned width, ExprId expected) {
    gives({.kind = Kind::kExtract,
           .width = static_cast<std::uint8_t>(width),
           .low = static_cast<std::uint8_t>(low),
           .a = e},
          expected);
  }
  void select(ExprId condition, ExprId a, ExprId b, ExprId expected) {
    gives({.kind = Kind::kSelect, .width = static_cast<std::uint8_t>(in.width(a)), .a = condition, .b = a, .c = b},
          expected);
  }

  unsigned w;
  Expressions in;
  ExprId x = opaque(0, w);
  ExprId y = opaque(1, w);
  ExprId z = opaque(2, w);
  ExprId c = opaque(3, 1);
  ExprId d = opaque(4, 1);

 private:
  void gives(const Node& asked, ExprId expected) {
    const ExprId made = in.make(asked);
    EXPECT_EQ(made, expected) << "width " << w << ": " << to_text(in, made) << " is not " << to_text(in, expected);
    EXPECT_TRUE(proof_.proves(asked, made)) << "width " << w;
  }

  Proof proof_{in};
};

inline constexpr std::initializer_list<unsigned> kWide = {2, 3, 8, 16, 32, 64, 128};
inline constexpr std::initializer_list<unsigned> kAll = {1, 2, 3, 8, 16, 32, 64, 128};
// Where Z3 must multiply or divide.
inline constexpr std::initializer_list<unsigned> kNarrow = {2, 3, 8};

template <class Body>
void at_widths(std::initializer_list<unsigned> widths, Body body) {
  for (const unsigned width : widths) {
    Rules rules(width);
    body(rules);
  }
}

}  // namespace heddle::symbolic
