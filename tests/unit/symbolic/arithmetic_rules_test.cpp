#include <gtest/gtest.h>

#include "tests/unit/symbolic/rules.h"

namespace heddle::symbolic {
namespace {

TEST(ArithmeticRules, sums_with_constants) {
  at_widths(kWide, [](Rules& r) {
    const ExprId x1 = r.make(Kind::kAdd, r.x, r.k(1));
    r.binary(Kind::kAdd, r.x, r.k(0), r.x);
    r.binary(Kind::kAdd, r.k(1), r.x, x1);
    r.binary(Kind::kAdd, x1, r.ones(), r.x);
    r.binary(Kind::kAdd, x1, r.y, r.make(Kind::kAdd, r.make(Kind::kAdd, r.x, r.y), r.k(1)));
    r.binary(Kind::kAdd, r.y, x1, r.make(Kind::kAdd, r.make(Kind::kAdd, r.x, r.y), r.k(1)));
    r.binary(Kind::kAdd, r.make(Kind::kSub, r.k(1), r.x), r.k(2), r.make(Kind::kSub, r.k(3), r.x));
  });
}

TEST(ArithmeticRules, sums_with_differences) {
  at_widths(kWide, [](Rules& r) {
    const ExprId difference = r.make(Kind::kSub, r.x, r.y);
    r.binary(Kind::kAdd, difference, r.y, r.x);
    r.binary(Kind::kAdd, r.y, difference, r.x);
    r.binary(Kind::kAdd, r.make(Kind::kSub, r.k(0), r.x), r.y, r.make(Kind::kSub, r.y, r.x));
  });
}

TEST(ArithmeticRules, differences) {
  at_widths(kWide, [](Rules& r) {
    const ExprId sum = r.make(Kind::kAdd, r.x, r.y);
    const ExprId x1 = r.make(Kind::kAdd, r.x, r.k(1));
    const ExprId difference = r.make(Kind::kSub, r.x, r.y);
    r.binary(Kind::kSub, r.x, r.x, r.k(0));
    r.binary(Kind::kSub, r.x, r.k(0), r.x);
    r.binary(Kind::kSub, r.x, r.k(1), r.make(Kind::kAdd, r.x, r.ones()));
    r.binary(Kind::kSub, x1, r.y, r.make(Kind::kAdd, difference, r.k(1)));
    r.binary(Kind::kSub, r.y, x1, r.make(Kind::kAdd, r.make(Kind::kSub, r.y, r.x), r.ones()));
    r.binary(Kind::kSub, sum, r.x, r.y);
    r.binary(Kind::kSub, sum, r.y, r.x);
    r.binary(Kind::kSub, r.x, sum, r.make(Kind::kSub, r.k(0), r.y));
    r.binary(Kind::kSub, r.y, sum, r.make(Kind::kSub, r.k(0), r.x));
    r.binary(Kind::kSub, r.x, difference, r.y);
    r.binary(Kind::kSub, r.k(3), r.make(Kind::kSub, r.k(1), r.x), r.make(Kind::kAdd, r.x, r.k(2)));
    r.binary(Kind::kSub, r.x, r.make(Kind::kSub, r.k(0), r.y), sum);
  });
}

TEST(ArithmeticRules, products_with_constants) {
  at_widths(kWide, [](Rules& r) {
    r.binary(Kind::kMul, r.x, r.k(0), r.k(0));
    r.binary(Kind::kMul, r.x, r.k(1), r.x);
    r.binary(Kind::kMul, r.k(1), r.x, r.x);
    r.binary(Kind::kMul, r.x, r.ones(), r.make(Kind::kSub, r.k(0), r.x));
    r.binary(Kind::kMul, r.x, r.k(2), r.in.concat(r.in.extract(r.x, 0, r.w - 1), r.in.constant(0, 1)));
    r.binary(Kind::kMul, r.x, r.top(), r.in.concat(r.in.extract(r.x, 0, 1), r.in.constant(0, r.w - 1)));
  });
  at_widths({8, 16}, [](Rules& r) {
    r.binary(Kind::kMul, r.make(Kind::kMul, r.x, r.k(3)), r.k(5), r.make(Kind::kMul, r.x, r.k(15)));
  });
}

TEST(ArithmeticRules, quotients_and_remainders_by_special_constants) {
  at_widths(kWide, [](Rules& r) {
    r.binary(Kind::kUDiv, r.x, r.k(0), r.ones());
    r.binary(Kind::kSDiv, r.x, r.k(0), r.in.select(r.make(Kind::kSignedLess, r.x, r.k(0)), r.k(1), r.ones()));
    r.binary(Kind::kURem, r.x, r.k(0), r.x);
    r.binary(Kind::kSRem, r.x, r.k(0), r.x);
    r.binary(Kind::kUDiv, r.x, r.k(1), r.x);
    r.binary(Kind::kSDiv, r.x, r.k(1), r.x);
    r.binary(Kind::kURem, r.x, r.k(1), r.k(0));
    r.binary(Kind::kSRem, r.x, r.k(1), r.k(0));
  });
  at_widths(kNarrow, [](Rules& r) {
    r.binary(Kind::kSDiv, r.x, r.ones(), r.make(Kind::kSub, r.k(0), r.x));
    r.binary(Kind::kSRem, r.x, r.ones(), r.k(0));
  });
}

TEST(ArithmeticRules, unsigned_quotients_and_remainders_by_powers_of_two) {
  at_widths(kWide, [](Rules& r) {
    r.binary(Kind::kUDiv, r.x, r.k(2), r.in.zero_extend(r.in.extract(r.x, 1, r.w - 1), r.w));
    r.binary(Kind::kUDiv, r.x, r.top(), r.in.zero_extend(r.in.extract(r.x, r.w - 1, 1), r.w));
    r.binary(Kind::kURem, r.x, r.k(2), r.in.zero_extend(r.in.extract(r.x, 0, 1), r.w));
    r.binary(Kind::kURem, r.x, r.top(), r.in.zero_extend(r.in.extract(r.x, 0, r.w - 1), r.w));
  });
}

TEST(ArithmeticRules, shifts) {
  at_widths(kWide, [](Rules& r) {
    const ExprId upper = r.in.extract(r.x, 1, r.w - 1);
    r.binary(Kind::kShl, r.x, r.k(0), r.x);
    r.binary(Kind::kLShr, r.x, r.k(0), r.x);
    r.binary(Kind::kAShr, r.x, r.k(0), r.x);
    r.binary(Kind::kShl, r.k(0), r.x, r.k(0));
    r.binary(Kind::kLShr, r.k(0), r.x, r.k(0));
    r.binary(Kind::kAShr, r.k(0), r.x, r.k(0));
    r.binary(Kind::kAShr, r.ones(), r.x, r.ones());
    r.binary(Kind::kShl, r.x, r.k(1), r.in.concat(r.in.extract(r.x, 0, r.w - 1), r.in.constant(0, 1)));
    r.binary(Kind::kLShr, r.x, r.k(1), r.in.zero_extend(upper, r.w));
    r.binary(Kind::kAShr, r.x, r.k(1), r.in.sign_extend(upper, r.w));
    r.binary(Kind::kShl, r.x, r.ones(), r.w > all_ones(r.w) ? r.make(Kind::kShl, r.x, r.ones()) : r.k(0));
    r.binary(Kind::kShl, r.x, r.k(r.w), r.k(0));
    r.binary(Kind::kLShr, r.x, r.k(r.w), r.k(0));
    r.binary(Kind::kAShr, r.x, r.k(r.w), r.in.sign_extend(r.in.extract(r.x, r.w - 1, 1), r.w));
  });
}

TEST(ArithmeticRules, operations_on_conditions_are_formulas) {
  at_widths({1}, [](Rules& r) {
    const ExprId not_x = r.in.negate(r.x);
    const ExprId not_y = r.in.negate(r.y);
    const ExprId either = r.make(Kind::kOr, r.x, not_y);
    const ExprId both = r.make(Kind::kAnd, r.x, not_y);
    r.binary(Kind::kAdd, r.x, r.y, r.make(Kind::kXor, r.x, r.y));
    r.binary(Kind::kSub, r.x, r.y, r.make(Kind::kXor, r.x, r.y));
    r.binary(Kind::kMul, r.x, r.y, r.make(Kind::kAnd, r.x, r.y));
    r.binary(Kind::kUDiv, r.x, r.y, either);
    r.binary(Kind::kSDiv, r.x, r.y, either);
    r.binary(Kind::kURem, r.x, r.y, both);
    r.binary(Kind::kSRem, r.x, r.y, both);
    r.binary(Kind::kShl, r.x, r.y, both);
    r.binary(Kind::kLShr, r.x, r.y, both);
    r.binary(Kind::kAShr, r.x, r.y, r.x);
    r.binary(Kind::kEqual, r.x, r.y, r.in.negate(r.make(Kind::kXor, r.x, r.y)));
    r.binary(Kind::kEqual, r.x, r.truth(true), r.x);
    r.binary(Kind::kEqual, r.x, r.truth(false), not_x);
    r.binary(Kind::kUnsignedLess, r.x, r.y, r.make(Kind::kAnd, not_x, r.y));
    r.binary(Kind::kUnsignedLessEqual, r.x, r.y, r.make(Kind::kOr, not_x, r.y));
    r.binary(Kind::kSignedLess, r.x, r.y, both);
    r.binary(Kind::kSignedLessEqual, r.x, r.y, either);
  });
}

}  // namespace
}  // namespace heddle::symbolic
