#include "symbolic/solvers/ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "symbolic/solvers/z3_solver.h"
#include "tests/unit/symbolic/counting_solver.h"
#include "tests/unit/symbolic/random_expressions.h"

namespace heddle::symbolic {
namespace {

using Constraints = std::vector<ExprId>;
using testing::IsEmpty;
using testing::SizeIs;

// --- sets of values

// By the numbers themselves.
std::vector<Word> numbers_of(const ValueSet& set) {
  std::vector<Word> numbers;
  for (Word value = 0; value <= all_ones(set.width()); ++value) {
    if (set.contains(value)) numbers.push_back(value);
  }
  return numbers;
}

ValueSet random_set(base::Rng& rng, unsigned width) {
  ValueSet set = ValueSet::none(width);
  for (std::uint64_t n = rng.below(4); n > 0; --n) {
    const ValueSet range = ValueSet::range(rng.next() & all_ones(width), rng.next() & all_ones(width), width);
    set = set.complement().common(range.complement()).complement();  // both
  }
  return set;
}

TEST(ValueSet, operations_are_those_on_each_number) {
  base::Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    const auto width = static_cast<unsigned>(rng.between(1, 6));
    const ValueSet a = random_set(rng, width);
    const ValueSet b = random_set(rng, width);
    const Word by = rng.next() & all_ones(width);
    const auto plus = numbers_of(a.plus(by));
    const auto negated = numbers_of(a.negated());
    for (Word value = 0; value <= all_ones(width); ++value) {
      EXPECT_NE(a.contains(value), a.complement().contains(value));
      EXPECT_EQ(a.common(b).contains(value), a.contains(value) && b.contains(value));
      EXPECT_EQ(std::ranges::count(plus, (value + by) & all_ones(width)), a.contains(value) ? 1 : 0);
      EXPECT_EQ(std::ranges::count(negated, -value & all_ones(width)), a.contains(value) ? 1 : 0);
    }
    EXPECT_EQ(a.count(1000), numbers_of(a).size());
    EXPECT_EQ(a.count(3), std::min<std::size_t>(3, numbers_of(a).size()));
    EXPECT_EQ(a.complement().complement(), a);
    EXPECT_EQ(a.plus(by).plus(-by & all_ones(width)), a);
  }
}

// --- the layer

class RangesLayer : public testing::Test {
 protected:
  ExprId number(Word value) { return in_.constant(value, 32); }
  ExprId is(ExprId a, ExprId b) { return in_.equal(a, b); }
  ExprId less(ExprId a, ExprId b) { return in_.binary(Kind::kSignedLess, a, b); }
  Answer solve(const Constraints& constraints) { return layer_.solve(constraints, model_); }
  std::uint64_t value(unsigned variable) const { return model_.value(VariableId(variable)); }

  Expressions in_;
  ExprId x_ = in_.variable(1, 0, 32, "x");
  ExprId y_ = in_.variable(1, 1, 32, "y");
  Script script_;
  std::uint64_t answered_ = 0;
  Model model_;
  Ranges layer_{std::make_unique<CountingSolver>(script_), in_, answered_};
};

TEST_F(RangesLayer, comparisons_of_one_variable_with_numbers_are_decided) {
  EXPECT_EQ(solve({less(number(0), x_)}), Answer::kSatisfiable);
  EXPECT_EQ(value(0), 1U);
  EXPECT_EQ(solve({less(number(0), x_), less(x_, number(7)), less(number(10), x_)}), Answer::kUnsatisfiable);
  EXPECT_EQ(solve({less(number(16), x_), less(x_, number(19)), in_.negate(is(x_, number(17)))}), Answer::kSatisfiable);
  EXPECT_EQ(value(0), 18U);
  EXPECT_THAT(script_.asked, IsEmpty());
  EXPECT_EQ(answered_, 3U);
}

TEST_F(RangesLayer, an_equation_is_solved_from_outside_inwards) {
  const ExprId moved = in_.binary(Kind::kSub, number(100), in_.binary(Kind::kXor, x_, number(0xffffffff)));
  EXPECT_EQ(solve({is(in_.sign_extend(moved, 64), in_.constant(-Word{5}, 64))}), Answer::kSatisfiable);
  EXPECT_EQ(value(0), ~std::uint64_t{105} & 0xffffffff);
  EXPECT_EQ(solve({is(in_.zero_extend(moved, 64), in_.constant(Word{1} << 40, 64))}), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(RangesLayer, a_variable_with_one_value_is_a_number_for_the_others) {
  const ExprId twice = in_.binary(Kind::kAdd, x_, x_);
  EXPECT_EQ(solve({is(in_.binary(Kind::kSub, y_, x_), number(6)), is(x_, number(5))}), Answer::kSatisfiable);
  EXPECT_EQ(value(1), 11U);
  EXPECT_EQ(solve({is(in_.binary(Kind::kSub, y_, x_), number(6)), is(x_, number(5)),
                   in_.negate(is(y_, in_.binary(Kind::kAdd, twice, number(1))))}),
            Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(RangesLayer, few_combinations_are_tried) {
  const auto within = [&](ExprId e, unsigned most) { return Constraints{less(number(0), e), less(e, number(most))}; };
  Constraints both = within(x_, 7);
  for (const ExprId e : within(y_, 8)) both.push_back(e);
  const ExprId product = in_.binary(Kind::kMul, x_, y_);
  both.push_back(is(product, number(35)));
  EXPECT_EQ(solve(both), Answer::kSatisfiable);
  EXPECT_EQ(value(0), 5U);
  both.back() = is(product, number(13));
  EXPECT_EQ(solve(both), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(RangesLayer, one_variable_is_solved_for_with_some_value_of_the_others) {
  const ExprId shifted = in_.binary(Kind::kShl, y_, number(1));
  EXPECT_EQ(solve({is(in_.binary(Kind::kAdd, x_, shifted), number(77777)), less(number(3), y_)}), Answer::kSatisfiable);
  EXPECT_EQ((value(0) + 2 * value(1)) & 0xffffffff, 77777U);
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(RangesLayer, what_it_cannot_decide_is_passed_on) {
  EXPECT_EQ(solve({is(in_.binary(Kind::kMul, x_, x_), number(49))}), Answer::kSatisfiable);
  EXPECT_EQ(solve({less(x_, y_), less(y_, x_)}), Answer::kSatisfiable);  // says the solver below
  EXPECT_THAT(script_.asked, SizeIs(2));
  EXPECT_EQ(answered_, 0U);
}

// Constraints over a few variables of many widths, most of them comparisons of sums with numbers.
class RandomConstraints {
 public:
  explicit RandomConstraints(std::uint64_t seed) : rng_(seed) {
    const auto width = static_cast<unsigned>(rng_.between(1, 64));
    for (std::uint32_t i = 0; i < 2; ++i) pool_.push_back(in_.variable(1, i, width, "v"));
    for (int i = 0; i < 4; ++i) pool_.push_back(in_.constant(interesting_value(rng_, width), width));
    while (conditions_.size() < 12) grow();
  }

  Expressions& expressions() { return in_; }
  Constraints any_set() {
    Constraints set;
    for (std::uint64_t n = rng_.between(1, 4); n > 0; --n) set.push_back(conditions_[rng_.below(conditions_.size())]);
    return set;
  }

 private:
  void grow() {
    const ExprId a = pool_[rng_.below(pool_.size())];
    const ExprId b = pool_[rng_.below(pool_.size())];
    const auto node = random_node(rng_, in_, a, b, in_.truth(true));
    if (!node || node->kind == Kind::kMul || (node->kind >= Kind::kUDiv && node->kind <= Kind::kSRem)) return;
    const ExprId e = in_.make(*node);
    if (in_.width(e) != 1) return pool_.push_back(e);
    if (!in_.is_constant(e)) conditions_.push_back(rng_.below(2) == 0 ? e : in_.negate(e));
  }

  Expressions in_;
  base::Rng rng_;
  std::vector<ExprId> pool_;
  Constraints conditions_;
};

TEST(Ranges, gives_the_answers_of_z3) {
  std::uint64_t answered = 0;
  std::uint64_t unsatisfiable = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomConstraints random(seed);
    Expressions& in = random.expressions();
    SolverStatistics statistics;
    Z3Solver z3(in, 10, statistics);
    Script script;
    script.answer = Answer::kUnknown;
    Ranges layer(std::make_unique<CountingSolver>(script), in, answered);
    for (int i = 0; i < 10; ++i) {
      const Constraints set = random.any_set();
      Model model;
      const Answer answer = layer.solve(set, model);
      if (answer == Answer::kUnknown) continue;
      Model other;
      ASSERT_EQ(answer, z3.solve(set, other)) << "seed " << seed;
      unsatisfiable += answer == Answer::kUnsatisfiable ? 1 : 0;
      if (answer == Answer::kUnsatisfiable) continue;
      for (const ExprId e : set) ASSERT_EQ(evaluate(in, e, model), 1U) << "seed " << seed;
    }
  }
  EXPECT_GT(answered, 1000U);
  EXPECT_GT(unsatisfiable, 100U);
}

}  // namespace
}  // namespace heddle::symbolic
