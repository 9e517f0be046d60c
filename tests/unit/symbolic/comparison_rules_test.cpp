#include <gtest/gtest.h>

#include "tests/unit/symbolic/rules.h"

namespace heddle::symbolic {
namespace {

TEST(ComparisonRules, an_expression_compared_with_itself) {
  at_widths(kAll, [](Rules& r) {
    r.binary(Kind::kEqual, r.x, r.x, r.truth(true));
    r.binary(Kind::kUnsignedLess, r.x, r.x, r.truth(false));
    r.binary(Kind::kUnsignedLessEqual, r.x, r.x, r.truth(true));
    r.binary(Kind::kSignedLess, r.x, r.x, r.truth(false));
    r.binary(Kind::kSignedLessEqual, r.x, r.x, r.truth(true));
  });
}

TEST(ComparisonRules, equality_after_an_operation_that_can_be_undone) {
  at_widths(kWide, [](Rules& r) {
    r.binary(Kind::kEqual, r.make(Kind::kAdd, r.x, r.k(1)), r.k(3), r.is(r.x, 2));
    r.binary(Kind::kEqual, r.k(3), r.make(Kind::kSub, r.k(1), r.x), r.is(r.x, all_ones(r.w) - 1));
    r.binary(Kind::kEqual, r.make(Kind::kXor, r.x, r.k(1)), r.k(3), r.is(r.x, 2));
    r.binary(Kind::kEqual, r.make(Kind::kSub, r.x, r.y), r.k(0), r.in.equal(r.x, r.y));
    r.binary(Kind::kEqual, r.make(Kind::kXor, r.x, r.y), r.k(0), r.in.equal(r.x, r.y));
  });
  at_widths({3, 8}, [](Rules& r) {
    r.binary(Kind::kEqual, r.make(Kind::kMul, r.x, r.k(3)), r.k(6), r.is(r.x, 2));
    r.binary(Kind::kEqual, r.make(Kind::kMul, r.x, r.k(5)), r.k(15), r.is(r.x, 3));
  });
}

TEST(ComparisonRules, equality_with_a_product_by_an_odd_constant_is_undone_at_every_width) {
  for (const unsigned width : {16U, 32U, 64U, 128U}) {
    Rules r(width);
    const ExprId product = r.make(Kind::kMul, r.x, r.k(0x1234567));
    EXPECT_EQ(r.in.equal(product, r.k(Word{0x1234567} * 0xabcdef)), r.is(r.x, 0xabcdef));
  }
}

TEST(ComparisonRules, equality_cancels_what_is_on_both_sides) {
  at_widths(kWide, [](Rules& r) {
    const ExprId equal = r.in.equal(r.y, r.z);
    for (const Kind kind : {Kind::kAdd, Kind::kXor}) {
      r.binary(Kind::kEqual, r.make(kind, r.x, r.y), r.make(kind, r.x, r.z), equal);
      r.binary(Kind::kEqual, r.make(kind, r.x, r.z), r.make(kind, r.y, r.z), r.in.equal(r.x, r.y));
      r.binary(Kind::kEqual, r.make(kind, r.x, r.y), r.make(kind, r.y, r.z), r.in.equal(r.x, r.z));
      r.binary(Kind::kEqual, r.make(kind, r.x, r.y), r.x, r.is(r.y, 0));
      r.binary(Kind::kEqual, r.y, r.make(kind, r.x, r.y), r.is(r.x, 0));
      r.binary(Kind::kEqual, r.make(kind, r.x, r.k(1)), r.make(kind, r.y, r.k(2)),
               r.in.equal(r.make(kind, r.x, r.make(kind == Kind::kAdd ? Kind::kSub : kind, r.k(1), r.k(2))), r.y));
    }
    r.binary(Kind::kEqual, r.make(Kind::kSub, r.x, r.y), r.x, r.is(r.y, 0));
  });
}

TEST(ComparisonRules, equality_of_extensions) {
  at_widths({1, 2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const unsigned wide = 2 * r.w;
    const ExprId zx = r.in.zero_extend(r.x, wide);
    const ExprId sx = r.in.sign_extend(r.x, wide);
    const auto k = [&](Word value) { return r.in.constant(value, wide); };
    r.binary(Kind::kEqual, zx, k(1), r.is(r.x, 1));
    r.binary(Kind::kEqual, zx, k(0), r.is(r.x, 0));
    r.binary(Kind::kEqual, zx, k(all_ones(wide)), r.truth(false));
    r.binary(Kind::kEqual, sx, k(all_ones(wide)), r.is(r.x, all_ones(r.w)));
    r.binary(Kind::kEqual, sx, k(sign_bit(wide)), r.truth(false));
    r.binary(Kind::kEqual, zx, r.in.zero_extend(r.y, wide), r.in.equal(r.x, r.y));
    r.binary(Kind::kEqual, sx, r.in.sign_extend(r.y, wide), r.in.equal(r.x, r.y));
    if (r.w == 1) return;
    r.binary(Kind::kEqual, zx, r.in.zero_extend(r.c, wide), r.in.equal(r.x, r.in.zero_extend(r.c, r.w)));
    r.binary(Kind::kEqual, sx, r.in.sign_extend(r.c, wide), r.in.equal(r.x, r.in.sign_extend(r.c, r.w)));
  });
}

TEST(ComparisonRules, equality_of_concatenations) {
  at_widths({2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const ExprId xy = r.in.concat(r.x, r.y);
    const auto both = [&](ExprId a, ExprId b) { return r.make(Kind::kAnd, a, b); };
    r.binary(Kind::kEqual, xy, r.in.concat(r.k(1), r.k(2)), both(r.is(r.x, 1), r.is(r.y, 2)));
    r.binary(Kind::kEqual, xy, r.in.concat(r.x, r.z), r.in.equal(r.y, r.z));
    r.binary(Kind::kEqual, xy, r.in.concat(r.z, r.x), both(r.in.equal(r.x, r.z), r.in.equal(r.y, r.x)));
  });
}

TEST(ComparisonRules, equality_of_choices) {
  at_widths(kWide, [](Rules& r) {
    const ExprId constants = r.in.select(r.c, r.k(2), r.k(3));
    r.binary(Kind::kEqual, constants, r.k(2), r.c);
    r.binary(Kind::kEqual, constants, r.k(3), r.in.negate(r.c));
    r.binary(Kind::kEqual, constants, r.k(1), r.truth(false));
    const ExprId first = r.in.select(r.c, r.k(2), r.x);
    r.binary(Kind::kEqual, first, r.k(2), r.make(Kind::kOr, r.c, r.is(r.x, 2)));
    r.binary(Kind::kEqual, first, r.k(1), r.make(Kind::kAnd, r.in.negate(r.c), r.is(r.x, 1)));
    const ExprId second = r.in.select(r.c, r.x, r.k(2));
    r.binary(Kind::kEqual, second, r.k(2), r.make(Kind::kOr, r.in.negate(r.c), r.is(r.x, 2)));
    r.binary(Kind::kEqual, second, r.k(1), r.make(Kind::kAnd, r.c, r.is(r.x, 1)));
  });
}

TEST(ComparisonRules, equality_of_conjunctions_and_disjunctions_of_bits) {
  at_widths(kWide, [](Rules& r) {
    const ExprId both = r.make(Kind::kAnd, r.x, r.y);
    const ExprId either = r.make(Kind::kOr, r.x, r.y);
    r.binary(Kind::kEqual, both, r.ones(), r.make(Kind::kAnd, r.is(r.x, all_ones(r.w)), r.is(r.y, all_ones(r.w))));
    r.binary(Kind::kEqual, either, r.k(0), r.make(Kind::kAnd, r.is(r.x, 0), r.is(r.y, 0)));
    r.binary(Kind::kEqual, r.make(Kind::kOr, r.x, r.k(1)), r.k(2), r.truth(false));
    if (r.w < 8) return;
    r.binary(Kind::kEqual, r.make(Kind::kAnd, r.x, r.k(5)), r.k(6), r.truth(false));
  });
}

// `less` is strict, `greatest` and `least` in its order.
void check_boundaries(Rules& r, Kind less, Kind less_equal, Word least, Word greatest) {
  const Word mask = all_ones(r.w);
  r.binary(less, r.x, r.k(least), r.truth(false));
  r.binary(less, r.k(greatest), r.x, r.truth(false));
  r.binary(less, r.x, r.k(least + 1), r.is(r.x, least));
  r.binary(less, r.k(greatest - 1), r.x, r.is(r.x, greatest));
  r.binary(less, r.x, r.k(greatest), r.in.negate(r.is(r.x, greatest)));
  r.binary(less, r.k(least), r.x, r.in.negate(r.is(r.x, least)));
  r.binary(less_equal, r.x, r.k(greatest), r.truth(true));
  r.binary(less_equal, r.k(least), r.x, r.truth(true));
  r.binary(less_equal, r.x, r.k(least), r.is(r.x, least));
  r.binary(less_equal, r.x, r.k(least + 1), r.make(less, r.x, r.k((least + 2) & mask)));
  r.binary(less_equal, r.k(greatest - 1), r.x, r.make(less, r.k((greatest - 2) & mask), r.x));
}

TEST(ComparisonRules, constants_at_the_ends_of_the_range) {
  at_widths(kWide, [](Rules& r) {
    check_boundaries(r, Kind::kUnsignedLess, Kind::kUnsignedLessEqual, 0, all_ones(r.w));
    check_boundaries(r, Kind::kSignedLess, Kind::kSignedLessEqual, sign_bit(r.w), sign_bit(r.w) - 1);
  });
}

TEST(ComparisonRules, comparison_of_zero_extensions) {
  at_widths({2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const unsigned wide = 2 * r.w;
    const ExprId zx = r.in.zero_extend(r.x, wide);
    const auto k = [&](Word value) { return r.in.constant(value, wide); };
    for (const Kind kind : {Kind::kUnsignedLess, Kind::kSignedLess}) {
      r.binary(kind, zx, k(2), r.make(Kind::kUnsignedLess, r.x, r.k(2)));
      r.binary(kind, k(1), zx, r.make(Kind::kUnsignedLess, r.k(1), r.x));
      r.binary(kind, zx, k(sign_bit(wide) - 2), r.truth(true));
      r.binary(kind, k(sign_bit(wide) - 2), zx, r.truth(false));
      r.binary(kind, zx, r.in.zero_extend(r.y, wide), r.make(Kind::kUnsignedLess, r.x, r.y));
      r.binary(kind, zx, r.in.zero_extend(r.c, wide), r.make(Kind::kUnsignedLess, r.x, r.in.zero_extend(r.c, r.w)));
    }
    r.binary(Kind::kSignedLessEqual, zx, r.in.zero_extend(r.y, wide), r.make(Kind::kUnsignedLessEqual, r.x, r.y));
    r.binary(Kind::kSignedLess, zx, k(all_ones(wide)), r.truth(false));
    r.binary(Kind::kSignedLess, k(all_ones(wide) - 1), zx, r.truth(true));
    r.binary(Kind::kUnsignedLess, zx, k(all_ones(wide) - 1), r.truth(true));
  });
}

TEST(ComparisonRules, comparison_of_sign_extensions) {
  at_widths({2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const unsigned wide = 2 * r.w;
    const ExprId sx = r.in.sign_extend(r.x, wide);
    const auto k = [&](Word value) { return r.in.constant(value, wide); };
    const ExprId negative = r.make(Kind::kSignedLess, r.x, r.k(0));
    for (const Kind kind : {Kind::kUnsignedLess, Kind::kSignedLess}) {
      r.binary(kind, sx, k(1), r.make(kind, r.x, r.k(1)));
      r.binary(kind, k(all_ones(wide) - 1), sx, r.make(kind, r.k(all_ones(r.w) - 1), r.x));
      r.binary(kind, sx, r.in.sign_extend(r.y, wide), r.make(kind, r.x, r.y));
      r.binary(kind, sx, r.in.sign_extend(r.c, wide), r.make(kind, r.x, r.in.sign_extend(r.c, r.w)));
    }
    r.binary(Kind::kSignedLess, sx, k(sign_bit(wide) - 2), r.truth(true));
    r.binary(Kind::kSignedLess, k(sign_bit(wide) - 3), sx, r.truth(false));
    r.binary(Kind::kSignedLess, sx, k(sign_bit(wide) + 2), r.truth(false));
    r.binary(Kind::kSignedLess, k(sign_bit(wide) + 1), sx, r.truth(true));
    r.binary(Kind::kUnsignedLess, sx, k(sign_bit(wide)), r.in.negate(negative));
    r.binary(Kind::kUnsignedLess, k(sign_bit(wide)), sx, negative);
  });
}

}  // namespace
}  // namespace heddle::symbolic
