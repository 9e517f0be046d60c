#include <gtest/gtest.h>

#include "tests/unit/symbolic/rules.h"

namespace heddle::symbolic {
namespace {

TEST(BitwiseRules, neutral_and_absorbing_constants) {
  at_widths(kAll, [](Rules& r) {
    r.binary(Kind::kAnd, r.x, r.k(0), r.k(0));
    r.binary(Kind::kAnd, r.ones(), r.x, r.x);
    r.binary(Kind::kOr, r.x, r.k(0), r.x);
    r.binary(Kind::kOr, r.ones(), r.x, r.ones());
    r.binary(Kind::kXor, r.x, r.k(0), r.x);
  });
}

TEST(BitwiseRules, the_same_operand_twice_or_its_complement) {
  at_widths(kAll, [](Rules& r) {
    const ExprId not_x = r.make(Kind::kXor, r.x, r.ones());
    r.binary(Kind::kAnd, r.x, r.x, r.x);
    r.binary(Kind::kOr, r.x, r.x, r.x);
    r.binary(Kind::kXor, r.x, r.x, r.k(0));
    r.binary(Kind::kAnd, r.x, not_x, r.k(0));
    r.binary(Kind::kAnd, not_x, r.x, r.k(0));
    r.binary(Kind::kOr, r.x, not_x, r.ones());
    r.binary(Kind::kXor, not_x, r.x, r.ones());
    r.binary(Kind::kXor, not_x, r.ones(), r.x);
  });
}

TEST(BitwiseRules, constants_come_together) {
  at_widths({8, 16, 32, 64, 128}, [](Rules& r) {
    r.binary(Kind::kAnd, r.make(Kind::kAnd, r.x, r.k(0x2d)), r.k(0x4d), r.make(Kind::kAnd, r.x, r.k(0x0d)));
    r.binary(Kind::kOr, r.make(Kind::kOr, r.x, r.k(5)), r.k(0x12), r.make(Kind::kOr, r.x, r.k(0x17)));
    r.binary(Kind::kXor, r.make(Kind::kXor, r.x, r.k(5)), r.k(0x14), r.make(Kind::kXor, r.x, r.k(0x11)));
    const ExprId sum = r.make(Kind::kXor, r.x, r.y);
    r.binary(Kind::kXor, r.make(Kind::kXor, r.x, r.k(5)), r.y, r.make(Kind::kXor, sum, r.k(5)));
    r.binary(Kind::kXor, r.y, r.make(Kind::kXor, r.x, r.k(5)), r.make(Kind::kXor, sum, r.k(5)));
  });
}

TEST(BitwiseRules, what_is_there_twice_is_absorbed_or_cancelled) {
  at_widths(kAll, [](Rules& r) {
    const ExprId both = r.make(Kind::kAnd, r.x, r.y);
    const ExprId either = r.make(Kind::kOr, r.x, r.y);
    r.binary(Kind::kAnd, r.x, both, both);
    r.binary(Kind::kAnd, either, r.y, r.y);
    r.binary(Kind::kOr, r.x, either, either);
    r.binary(Kind::kOr, both, r.y, r.y);
    r.binary(Kind::kXor, r.make(Kind::kXor, r.x, r.y), r.x, r.y);
    r.binary(Kind::kXor, r.y, r.make(Kind::kXor, r.x, r.y), r.x);
  });
}

TEST(BitwiseRules, masks_of_adjacent_bits_cut_them_out) {
  at_widths({8, 16, 32, 64, 128}, [](Rules& r) {
    const auto zext = [&](ExprId e) { return r.in.zero_extend(e, r.w); };
    r.binary(Kind::kAnd, r.x, r.k(1), zext(r.in.extract(r.x, 0, 1)));
    r.binary(Kind::kAnd, r.x, r.k(0x1f), zext(r.in.extract(r.x, 0, 5)));
    r.binary(Kind::kAnd, r.x, r.k(0x1c), zext(r.in.concat(r.in.extract(r.x, 2, 3), r.in.constant(0, 2))));
    const ExprId upper = r.in.extract(r.x, 3, r.w - 3);
    r.binary(Kind::kAnd, r.x, r.k(~Word{7}), r.in.concat(upper, r.in.constant(0, 3)));
  });
}

TEST(BitwiseRules, constants_are_applied_to_the_parts_of_a_concatenation) {
  at_widths({8, 16, 32, 64}, [](Rules& r) {
    const ExprId parts = r.in.concat(r.x, r.y);
    const ExprId extended = r.in.zero_extend(r.x, 2 * r.w);
    const ExprId constant = r.in.concat(r.k(0x15), r.k(0x2a));
    for (const Kind kind : {Kind::kAnd, Kind::kOr, Kind::kXor}) {
      r.binary(kind, parts, constant, r.in.concat(r.make(kind, r.x, r.k(0x15)), r.make(kind, r.y, r.k(0x2a))));
      r.binary(kind, extended, constant, r.in.concat(r.make(kind, r.k(0), r.k(0x15)), r.make(kind, r.x, r.k(0x2a))));
    }
  });
}

TEST(BitwiseRules, operations_are_done_before_extensions) {
  at_widths({2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const ExprId bit = r.c;
    for (const Kind kind : {Kind::kAnd, Kind::kOr, Kind::kXor}) {
      const ExprId inner = r.make(kind, r.x, r.y);
      r.binary(kind, r.in.zero_extend(r.x, 2 * r.w), r.in.zero_extend(r.y, 2 * r.w), r.in.zero_extend(inner, 2 * r.w));
      r.binary(kind, r.in.sign_extend(r.x, 2 * r.w), r.in.sign_extend(r.y, 2 * r.w), r.in.sign_extend(inner, 2 * r.w));
      r.binary(kind, r.in.zero_extend(r.x, 2 * r.w), r.in.zero_extend(bit, 2 * r.w),
               r.in.zero_extend(r.make(kind, r.x, r.in.zero_extend(bit, r.w)), 2 * r.w));
    }
  });
}

TEST(BitwiseRules, disjoint_bits_are_joined) {
  at_widths({2, 3, 8, 16, 32, 64}, [](Rules& r) {
    const ExprId upper = r.in.concat(r.x, r.k(0));
    const ExprId lower = r.in.zero_extend(r.y, 2 * r.w);
    for (const Kind kind : {Kind::kAdd, Kind::kOr, Kind::kXor}) {
      r.binary(kind, upper, lower, r.in.concat(r.x, r.y));
      r.binary(kind, lower, upper, r.in.concat(r.x, r.y));
    }
  });
  at_widths({8, 16, 32}, [](Rules& r) {
    const ExprId ends = r.in.concat(r.x, r.in.zero_extend(r.y, 3 * r.w));
    const ExprId middle = r.in.zero_extend(r.in.concat(r.z, r.k(0)), 4 * r.w);
    r.binary(Kind::kOr, ends, middle, r.in.concat(r.x, r.in.concat(r.in.zero_extend(r.z, 2 * r.w), r.y)));
    const ExprId odd = r.make(Kind::kAnd, r.x, r.k(0xa));
    const ExprId even = r.make(Kind::kAnd, r.y, r.k(0x5));
    ExprId bits = r.in.extract(r.y, 0, 1);
    for (unsigned i = 1; i < 3; ++i) bits = r.in.concat(r.in.extract(i % 2 == 1 ? r.x : r.y, i, 1), bits);
    r.binary(Kind::kOr, odd, even, r.in.concat(r.in.extract(odd, 3, r.w - 3), bits));
  });
}

TEST(BitwiseRules, negations_of_comparisons_are_the_opposite_comparisons) {
  at_widths(kWide, [](Rules& r) {
    const auto negation = [&](Kind kind, Kind opposite) {
      r.binary(Kind::kXor, r.make(kind, r.x, r.y), r.truth(true), r.make(opposite, r.y, r.x));
      r.binary(Kind::kAnd, r.make(kind, r.x, r.y), r.make(opposite, r.y, r.x), r.truth(false));
      r.binary(Kind::kOr, r.make(kind, r.x, r.y), r.make(opposite, r.y, r.x), r.truth(true));
    };
    negation(Kind::kUnsignedLess, Kind::kUnsignedLessEqual);
    negation(Kind::kUnsignedLessEqual, Kind::kUnsignedLess);
    negation(Kind::kSignedLess, Kind::kSignedLessEqual);
    negation(Kind::kSignedLessEqual, Kind::kSignedLess);
  });
}

TEST(BitwiseRules, equalities_of_one_expression_with_two_constants) {
  at_widths(kWide, [](Rules& r) {
    const ExprId one = r.is(r.x, 1);
    const ExprId two = r.is(r.x, 2);
    r.binary(Kind::kAnd, one, two, r.truth(false));
    r.binary(Kind::kAnd, one, r.in.negate(two), one);
    r.binary(Kind::kAnd, r.in.negate(one), two, two);
    r.binary(Kind::kOr, r.in.negate(one), r.in.negate(two), r.truth(true));
    r.binary(Kind::kOr, one, r.in.negate(two), r.in.negate(two));
    r.binary(Kind::kOr, r.in.negate(one), two, r.in.negate(one));
  });
}

}  // namespace
}  // namespace heddle::symbolic
