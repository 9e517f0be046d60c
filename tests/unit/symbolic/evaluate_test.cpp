#include "symbolic/evaluate.h"

#include <gtest/gtest.h>

#include "symbolic/expressions.h"

namespace heddle::symbolic {
namespace {

TEST(Evaluate, an_expression_a_million_operations_deep_has_a_value) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 32, "x");
  ExprId e = x;
  for (unsigned i = 0; i < 1'000'000; ++i) e = in.binary(i % 2 == 0 ? Kind::kMul : Kind::kUDiv, e, x);
  Model model;
  model.set(VariableId(0), 1);
  EXPECT_TRUE(evaluate(in, e, model) == 1);
}

TEST(Evaluate, a_variable_without_value_is_zero_and_values_are_cut_to_the_width) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 4, "x");
  EXPECT_TRUE(evaluate(in, x, Model()) == 0);
  Model model;
  model.set(VariableId(0), 0x12);
  EXPECT_TRUE(evaluate(in, x, model) == 2);
}

TEST(Evaluate, one_evaluator_serves_many_models_and_expressions_made_later) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 8, "x");
  Evaluator evaluator(in);
  Model model;
  for (std::uint64_t i = 0; i < 20; ++i) {
    model.set(VariableId(0), i);
    evaluator.use(model);
    EXPECT_TRUE(evaluator.evaluate(x) == i);
    const ExprId later = in.binary(Kind::kMul, x, in.constant(2 * i + 3, 8));
    EXPECT_TRUE(evaluator.evaluate(later) == i * (2 * i + 3) % 256);
  }
}

TEST(Evaluate, what_has_been_computed_is_kept_until_the_next_model) {
  Expressions in;
  const ExprId x = in.variable(1, 0, 8, "x");
  const ExprId square = in.binary(Kind::kMul, x, x);
  Model model;
  Evaluator evaluator(in);
  evaluator.use(model);
  evaluator.evaluate(square);
  EXPECT_EQ(evaluator.computed(), 2U);
  evaluator.evaluate(square);
  EXPECT_EQ(evaluator.computed(), 2U);
  evaluator.use(model);
  evaluator.evaluate(square);
  EXPECT_EQ(evaluator.computed(), 4U);
}

TEST(Evaluate, rules_do_not_recurse_without_bound) {
  Expressions in;
  // Each level could pass the extract on to two operands.
  ExprId e = in.concat(in.variable(1, 0, 64, "x"), in.variable(1, 1, 64, "y"));
  const ExprId mask = in.constant((Word{0x123456789abcdefULL} << 64) | 0xfedcba987654321ULL, 128);
  for (int i = 0; i < 20'000; ++i) {
    e = in.binary(i % 2 == 0 ? Kind::kOr : Kind::kXor, e, in.select(in.variable(1, 2, 1, "c"), e, mask));
  }
  EXPECT_EQ(in.width(in.extract(e, 60, 8)), 8U);
}

}  // namespace
}  // namespace heddle::symbolic
