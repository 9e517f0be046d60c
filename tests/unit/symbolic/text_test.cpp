#include "symbolic/text.h"

#include <gtest/gtest.h>
#include <z3++.h>

#include <string>
#include <vector>

#include "base/rng.h"
#include "symbolic/z3_terms.h"
#include "tests/unit/symbolic/random_expressions.h"

namespace heddle::symbolic {
namespace {

class Text : public testing::Test {
 protected:
  ExprId k(Word value) { return in_.constant(value, 32); }
  ExprId make(Kind kind, ExprId a, ExprId b) { return in_.binary(kind, a, b); }
  std::string text(ExprId e) const { return to_text(in_, e); }

  Expressions in_;
  ExprId x_ = in_.variable(1, 0, 32, "x");
  ExprId y_ = in_.variable(1, 1, 32, "y");
  ExprId b_ = in_.variable(1, 2, 8, "b");
};

TEST_F(Text, sums_and_comparisons_read_like_c) {
  EXPECT_EQ(text(make(Kind::kUnsignedLess, make(Kind::kAdd, x_, k(1)), k(10))), "x + 1 < 10");
  EXPECT_EQ(text(make(Kind::kSub, x_, k(1))), "x - 1");
  EXPECT_EQ(text(make(Kind::kSub, x_, make(Kind::kSub, y_, x_))), "x - (y - x)");
  EXPECT_EQ(text(make(Kind::kMul, make(Kind::kAdd, x_, y_), k(3))), "(x + y) * 3");
  EXPECT_EQ(text(make(Kind::kUnsignedLess, k(9), x_)), "x > 9");
  EXPECT_EQ(text(in_.negate(in_.equal(x_, y_))), "x != y");
  EXPECT_EQ(text(in_.equal(make(Kind::kAnd, x_, k(0xa5)), k(1))), "(x & 0xa5) == 1");
}

TEST_F(Text, signed_operations_say_so) {
  EXPECT_EQ(text(make(Kind::kSignedLess, x_, k(5))), "(signed) x < 5");
  EXPECT_EQ(text(make(Kind::kSignedLess, x_, k(~Word{4}))), "(signed) x < -5");
  EXPECT_EQ(text(make(Kind::kSDiv, x_, y_)), "(signed) x / (signed) y");
  EXPECT_EQ(text(make(Kind::kAShr, x_, k(3))), "(signed) x >> 3");
}

TEST_F(Text, shifts_masks_and_parts_read_like_c) {
  EXPECT_EQ(text(make(Kind::kShl, x_, k(3))), "x << 3");
  EXPECT_EQ(text(make(Kind::kLShr, x_, k(3))), "x >> 3");
  EXPECT_EQ(text(make(Kind::kAnd, x_, k(0xff))), "x & 0xff");
  EXPECT_EQ(text(in_.extract(x_, 0, 8)), "(uint8) x");
  EXPECT_EQ(text(in_.extract(x_, 4, 3)), "x[6:4]");
  EXPECT_EQ(text(in_.extract(x_, 31, 1)), "x[31]");
  EXPECT_EQ(text(in_.zero_extend(b_, 32)), "(uint32) b");
  EXPECT_EQ(text(in_.sign_extend(b_, 32)), "(int32) b");
  EXPECT_EQ(text(in_.concat(b_, in_.extract(x_, 8, 8))), "concat(b, x[15:8])");
}

TEST_F(Text, conditions_are_connected_as_in_c) {
  const ExprId p = in_.equal(x_, k(1));
  const ExprId q = make(Kind::kUnsignedLess, x_, y_);
  const ExprId r = in_.equal(b_, in_.constant(2, 8));
  EXPECT_EQ(text(make(Kind::kAnd, p, make(Kind::kOr, q, r))), "x == 1 && (x < y || b == 2)");
  EXPECT_EQ(text(in_.negate(make(Kind::kAnd, p, q))), "!(x == 1 && x < y)");
  EXPECT_EQ(text(in_.select(q, x_, y_)), "x < y ? x : y");
  EXPECT_EQ(text(in_.truth(true)), "true");
}

TEST_F(Text, variables_of_the_same_name_are_told_apart) {
  const ExprId other = in_.variable(2, 5, 32, "x");
  EXPECT_EQ(text(make(Kind::kAdd, x_, other)), "x1.0 + x2.5");
  EXPECT_EQ(text(in_.variable(3, 4, 8, "")), "input3.4");
}

TEST_F(Text, large_expressions_are_cut) {
  ExprId e = x_;
  for (int i = 0; i < 100'000; ++i) e = make(Kind::kUDiv, make(Kind::kMul, e, e), y_);
  EXPECT_LT(text(e).size(), 10'000U);
  EXPECT_NE(text(e).find("…"), std::string::npos);
}

TEST_F(Text, shared_parts_are_written_once_in_smt_lib) {
  ExprId e = x_;
  for (int i = 0; i < 1000; ++i) e = make(Kind::kUDiv, make(Kind::kMul, e, e), y_);
  const std::vector<ExprId> constraints = {in_.equal(e, k(1))};
  EXPECT_LT(to_smt(in_, constraints).size(), 200'000U);
}

// Random conditions, all in one script.
std::vector<ExprId> random_conditions(Expressions& in, std::size_t count) {
  base::Rng rng(7);
  std::vector<ExprId> pool;
  for (std::uint32_t i = 0; i < 3; ++i) {
    pool.push_back(in.variable(1, i, 4, "a\nname"));
    pool.push_back(in.variable(2, i, 1, ""));
    pool.push_back(in.constant(rng.next(), 4));
  }
  std::vector<ExprId> conditions;
  while (conditions.size() < count) {
    const ExprId a = pool[rng.below(pool.size())];
    const ExprId b = pool[rng.below(pool.size())];
    const auto node = random_node(rng, in, a, b, pool[1]);
    if (!node || node->width > 12) continue;
    pool.push_back(in.make(*node));
    if (in.width(pool.back()) == 1 && !in.is_constant(pool.back())) conditions.push_back(pool.back());
  }
  return conditions;
}

TEST(SmtText, parsed_by_z3_is_equivalent_to_the_expressions) {
  Expressions in;
  const std::vector<ExprId> conditions = random_conditions(in, 200);
  z3::context context;
  z3::expr_vector ours(context);  // the variables of Z3Terms
  z3::expr_vector named(context);
  for (std::size_t i = 0; i < in.variables().size(); ++i) {
    const unsigned width = in.variables()[i].width;
    const z3::sort sort = width == 1 ? context.bool_sort() : context.bv_sort(width);
    ours.push_back(context.constant(context.int_symbol(static_cast<int>(i)), sort));
    named.push_back(context.constant(("v" + std::to_string(i)).c_str(), sort));
  }
  const z3::expr_vector parsed = context.parse_string(to_smt(in, conditions).c_str());
  ASSERT_EQ(parsed.size(), conditions.size());
  z3::solver solver(context, "QF_BV");
  Z3Terms terms(context, in);
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    z3::expr own = terms.term(conditions[i]);
    solver.push();
    solver.add(parsed[static_cast<int>(i)] != own.substitute(ours, named));
    ASSERT_EQ(solver.check(), z3::unsat) << to_smt(in, std::vector<ExprId>{conditions[i]});
    solver.pop();
  }
}

}  // namespace
}  // namespace heddle::symbolic
