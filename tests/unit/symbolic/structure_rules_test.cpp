#include <gtest/gtest.h>

#include "tests/unit/symbolic/rules.h"

namespace heddle::symbolic {
namespace {

constexpr std::initializer_list<unsigned> kHalf = {2, 3, 8, 16, 32, 64};

TEST(StructureRules, extensions_of_extensions) {
  at_widths({1, 2, 3, 8, 16, 32}, [](Rules& r) {
    r.zext(r.x, r.w, r.x);
    r.sext(r.x, r.w, r.x);
    r.zext(r.in.zero_extend(r.x, 2 * r.w), 4 * r.w, r.in.zero_extend(r.x, 4 * r.w));
    r.sext(r.in.sign_extend(r.x, 2 * r.w), 4 * r.w, r.in.sign_extend(r.x, 4 * r.w));
    r.sext(r.in.zero_extend(r.x, 2 * r.w), 4 * r.w, r.in.zero_extend(r.x, 4 * r.w));
  });
}

TEST(StructureRules, extracts_of_extensions) {
  at_widths(kHalf, [](Rules& r) {
    const ExprId zx = r.in.zero_extend(r.x, 2 * r.w);
    const ExprId sx = r.in.sign_extend(r.x, 2 * r.w);
    const ExprId part = r.in.extract(r.x, 1, r.w - 1);
    r.extract(zx, 0, r.w, r.x);
    r.extract(zx, 1, r.w - 1, part);
    r.extract(zx, 1, r.w, r.in.zero_extend(part, r.w));
    r.extract(zx, r.w, r.w, r.k(0));
    r.extract(sx, 0, r.w, r.x);
    r.extract(sx, 1, r.w - 1, part);
    r.extract(sx, 1, r.w, r.in.sign_extend(part, r.w));
    r.extract(sx, r.w, r.w, r.in.sign_extend(r.in.extract(r.x, r.w - 1, 1), r.w));
  });
}

TEST(StructureRules, extracts_of_extracts_and_concatenations) {
  at_widths(kHalf, [](Rules& r) {
    const ExprId xy = r.in.concat(r.x, r.y);
    r.extract(xy, 0, 2 * r.w, xy);
    r.extract(xy, 0, r.w, r.y);
    r.extract(xy, r.w, r.w, r.x);
    r.extract(xy, 1, 1, r.in.extract(r.y, 1, 1));
    r.extract(xy, r.w + 1, 1, r.in.extract(r.x, 1, 1));
    r.extract(xy, r.w - 1, 2, r.in.concat(r.in.extract(r.x, 0, 1), r.in.extract(r.y, r.w - 1, 1)));
    if (r.w > 2) r.extract(r.in.extract(r.x, 1, r.w - 1), 1, 1, r.in.extract(r.x, 2, 1));
  });
}

TEST(StructureRules, extracts_of_bitwise_operations_with_constants_that_do_not_matter_there) {
  at_widths({8, 16, 32, 64, 128}, [](Rules& r) {
    const ExprId part = r.in.extract(r.x, 0, 2);
    const ExprId beyond = r.in.extract(r.x, 4, 2);
    r.extract(r.make(Kind::kAnd, r.x, r.k(0x53)), 0, 2, part);
    r.extract(r.make(Kind::kAnd, r.x, r.k(0x53)), 2, 2, r.in.constant(0, 2));
    r.extract(r.make(Kind::kOr, r.x, r.k(0x53)), 0, 2, r.in.constant(3, 2));
    r.extract(r.make(Kind::kOr, r.x, r.k(0x43)), 4, 2, beyond);
    r.extract(r.make(Kind::kXor, r.x, r.k(0x43)), 4, 2, beyond);
  });
}

TEST(StructureRules, the_lowest_bits_of_sums_differences_and_products) {
  at_widths({2, 3, 8}, [](Rules& r) {
    const ExprId zx = r.in.zero_extend(r.x, 2 * r.w);
    const ExprId zy = r.in.sign_extend(r.y, 2 * r.w);
    const ExprId one = r.in.constant(1, 2 * r.w);
    for (const Kind kind : {Kind::kAdd, Kind::kSub, Kind::kMul}) {
      r.extract(r.make(kind, zx, zy), 0, r.w, r.make(kind, r.x, r.y));
      r.extract(r.make(kind, r.make(kind, zx, zy), zx), 0, r.w, r.make(kind, r.make(kind, r.x, r.y), r.x));
    }
    r.extract(r.make(Kind::kAdd, zx, one), 0, r.w, r.make(Kind::kAdd, r.x, r.k(1)));
  });
}

TEST(StructureRules, zeros_above_are_an_extension) {
  at_widths({1, 2, 3, 8, 16, 32}, [](Rules& r) {
    r.binary(Kind::kConcat, r.k(0), r.x, r.in.zero_extend(r.x, 2 * r.w));
    r.binary(Kind::kConcat, r.in.zero_extend(r.x, 2 * r.w), r.y, r.in.zero_extend(r.in.concat(r.x, r.y), 3 * r.w));
    r.binary(Kind::kConcat, r.k(1), r.in.zero_extend(r.x, 2 * r.w), r.in.concat(r.in.concat(r.k(1), r.k(0)), r.x));
  });
}

TEST(StructureRules, concatenations_lean_to_the_right) {
  at_widths({2, 3, 8, 16, 32}, [](Rules& r) {
    r.binary(Kind::kConcat, r.in.concat(r.x, r.y), r.z, r.in.concat(r.x, r.in.concat(r.y, r.z)));
    r.binary(Kind::kConcat, r.k(1), r.in.concat(r.k(2), r.x), r.in.concat(r.in.concat(r.k(1), r.k(2)), r.x));
  });
}

TEST(StructureRules, adjacent_parts_come_together) {
  at_widths({3, 8, 16, 32, 64}, [](Rules& r) {
    const auto part = [&](unsigned low, unsigned width) { return r.in.extract(r.x, low, width); };
    r.binary(Kind::kConcat, part(1, r.w - 1), part(0, 1), r.x);
    r.binary(Kind::kConcat, part(1, 1), part(0, 1), part(0, 2));
    r.binary(Kind::kConcat, part(2, r.w - 2), r.in.concat(part(1, 1), r.y), r.in.concat(part(1, r.w - 1), r.y));
    const ExprId sum = r.make(Kind::kAdd, r.in.zero_extend(r.x, 2 * r.w), r.in.zero_extend(r.y, 2 * r.w));
    // The lower half was simplified to x + y.
    r.binary(Kind::kConcat, r.in.extract(sum, r.w, r.w), r.make(Kind::kAdd, r.x, r.y), sum);
    const ExprId masked = r.make(Kind::kOr, r.x, r.k(3));
    r.binary(Kind::kConcat, r.in.extract(masked, 1, r.w - 1), r.truth(true), masked);
  });
}

TEST(StructureRules, parts_of_bitwise_operations_come_together) {
  at_widths({8, 16, 32, 64}, [](Rules& r) {
    const ExprId low = r.in.extract(r.x, 0, 4);
    const ExprId high = r.in.extract(r.x, 4, 4);
    const ExprId both = r.in.extract(r.x, 0, 8);
    for (const Kind kind : {Kind::kAnd, Kind::kOr, Kind::kXor}) {
      r.binary(Kind::kConcat, r.make(kind, high, r.in.constant(5, 4)), r.make(kind, low, r.in.constant(9, 4)),
               r.make(kind, both, r.in.constant(0x59, 8)));
    }
  });
}

TEST(StructureRules, copies_of_the_sign_are_a_sign_extension) {
  at_widths(kHalf, [](Rules& r) {
    const ExprId sign = r.in.extract(r.x, r.w - 1, 1);
    r.binary(Kind::kConcat, sign, r.x, r.in.sign_extend(r.x, r.w + 1));
    r.binary(Kind::kConcat, r.in.sign_extend(sign, 3), r.x, r.in.sign_extend(r.x, r.w + 3));
    r.binary(Kind::kConcat, r.in.sign_extend(sign, 3), r.in.sign_extend(r.x, r.w + 2), r.in.sign_extend(r.x, r.w + 5));
  });
}

TEST(StructureRules, choices_between_constants) {
  at_widths({8, 16, 32, 64}, [](Rules& r) {
    const ExprId choice = r.in.select(r.c, r.k(0x25), r.k(0x9a));
    const auto between = [&](Word a, Word b, unsigned width) {
      return r.in.select(r.c, r.in.constant(a, width), r.in.constant(b, width));
    };
    r.zext(choice, r.w + 4, between(0x25, 0x9a, r.w + 4));
    r.sext(choice, r.w + 4, between(0x25, r.w == 8 ? 0xf9a : 0x9a, r.w + 4));
    r.extract(choice, 4, 4, between(2, 9, 4));
    r.binary(Kind::kConcat, between(2, 9, 4), between(5, 0xa, 4), between(0x25, 0x9a, 8));
    r.binary(Kind::kConcat, between(2, 9, 4), r.in.constant(7, 4), between(0x27, 0x97, 8));
    r.binary(Kind::kConcat, r.in.constant(7, 4), between(2, 9, 4), between(0x72, 0x79, 8));
    r.binary(Kind::kAdd, choice, r.k(3), between(0x28, 0x9d, r.w));
    r.binary(Kind::kSub, r.k(0x9a), choice, between(0x75, 0, r.w));
    r.binary(Kind::kUnsignedLess, choice, r.k(0x30), r.c);
    r.binary(Kind::kUDiv, r.k(0x9a), choice, between(4, 1, r.w));
  });
}

TEST(StructureRules, choices) {
  at_widths(kWide, [](Rules& r) {
    r.select(r.truth(true), r.x, r.y, r.x);
    r.select(r.truth(false), r.x, r.y, r.y);
    r.select(r.c, r.x, r.x, r.x);
    r.select(r.in.negate(r.c), r.x, r.y, r.in.select(r.c, r.y, r.x));
    r.select(r.c, r.k(1), r.k(0), r.in.zero_extend(r.c, r.w));
    r.select(r.c, r.k(0), r.k(1), r.in.zero_extend(r.in.negate(r.c), r.w));
    r.select(r.c, r.ones(), r.k(0), r.in.sign_extend(r.c, r.w));
    r.select(r.c, r.k(0), r.ones(), r.in.sign_extend(r.in.negate(r.c), r.w));
    r.select(r.c, r.in.select(r.c, r.x, r.y), r.z, r.in.select(r.c, r.x, r.z));
    r.select(r.c, r.x, r.in.select(r.c, r.y, r.z), r.in.select(r.c, r.x, r.z));
  });
}

TEST(StructureRules, choices_between_conditions) {
  at_widths({1}, [](Rules& r) {
    const ExprId not_c = r.in.negate(r.c);
    r.select(r.c, r.truth(true), r.truth(false), r.c);
    r.select(r.c, r.truth(false), r.truth(true), not_c);
    r.select(r.c, r.c, r.x, r.make(Kind::kOr, r.c, r.x));
    r.select(r.c, r.truth(true), r.x, r.make(Kind::kOr, r.c, r.x));
    r.select(r.c, r.x, r.c, r.make(Kind::kAnd, r.c, r.x));
    r.select(r.c, r.x, r.truth(false), r.make(Kind::kAnd, r.c, r.x));
    r.select(r.c, r.truth(false), r.x, r.make(Kind::kAnd, not_c, r.x));
    r.select(r.c, r.x, r.truth(true), r.make(Kind::kOr, not_c, r.x));
  });
}

}  // namespace
}  // namespace heddle::symbolic
