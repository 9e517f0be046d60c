#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "symbolic/expressions.h"
#include "symbolic/solvers/cache.h"
#include "symbolic/solvers/checking.h"
#include "symbolic/solvers/constant_constraints.h"
#include "symbolic/solvers/independence.h"
#include "symbolic/solvers/small_domains.h"
#include "symbolic/solvers/stored_models.h"
#include "symbolic/solvers/validated.h"
#include "tests/unit/symbolic/counting_solver.h"

namespace heddle::symbolic {
namespace {

using Constraints = std::vector<ExprId>;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Three bytes, conditions on them, and a solver that counts.
class Layers : public testing::Test {
 protected:
  ExprId is(ExprId e, unsigned value) { return in_.equal(e, in_.constant(value, 8)); }
  ExprId below(ExprId e, unsigned value) { return in_.binary(Kind::kUnsignedLess, e, in_.constant(value, 8)); }
  ExprId less(ExprId a, ExprId b) { return in_.binary(Kind::kUnsignedLess, a, b); }
  std::unique_ptr<Solver> fake() { return std::make_unique<CountingSolver>(script_); }
  static Model values(std::uint64_t x, std::uint64_t y = 0, std::uint64_t z = 0) {
    Model m;
    m.set(VariableId(0), x);
    m.set(VariableId(1), y);
    m.set(VariableId(2), z);
    return m;
  }

  Expressions in_;
  ExprId x_ = in_.variable(1, 0, 8, "x");
  ExprId y_ = in_.variable(1, 1, 8, "y");
  ExprId z_ = in_.variable(1, 2, 8, "z");
  Script script_;
  Model model_;
  SolverStatistics statistics_;
  std::uint64_t answered_ = 0;
};

TEST_F(Layers, constants_answer_the_empty_set_and_the_true_ones) {
  ConstantConstraints layer(fake(), in_, statistics_);
  EXPECT_EQ(layer.solve(Constraints{}, model_), Answer::kSatisfiable);
  EXPECT_EQ(layer.solve(Constraints{in_.truth(true)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
  EXPECT_EQ(statistics_.by_constants, 2U);
}

TEST_F(Layers, constants_answer_a_set_with_a_false_one_or_with_a_condition_and_its_negation) {
  ConstantConstraints layer(fake(), in_, statistics_);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 1), in_.truth(false)}, model_), Answer::kUnsatisfiable);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 1), in_.negate(is(x_, 1))}, model_), Answer::kUnsatisfiable);
  EXPECT_EQ(layer.solve(Constraints{in_.negate(less(x_, y_)), less(x_, y_)}, model_), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(Layers, constants_pass_on_each_condition_of_a_conjunction_once_and_in_order) {
  ConstantConstraints layer(fake(), in_, statistics_);
  const ExprId both = in_.binary(Kind::kAnd, below(x_, 9), less(x_, y_));
  layer.solve(Constraints{is(z_, 4), in_.truth(true), both, below(x_, 9), is(z_, 4)}, model_);
  ASSERT_THAT(script_.asked, SizeIs(1));
  EXPECT_THAT(script_.asked[0], ElementsAre(is(z_, 4), below(x_, 9), less(x_, y_)));
}

TEST_F(Layers, stored_models_answer_by_a_model_that_was_remembered) {
  StoredModels layer(fake(), in_, answered_);
  layer.remember(values(3, 7));
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5), less(x_, y_)}, model_), Answer::kSatisfiable);
  EXPECT_EQ(model_, values(3, 7));
  EXPECT_THAT(script_.asked, IsEmpty());
  EXPECT_THAT(script_.remembered, SizeIs(1));
  EXPECT_EQ(answered_, 1U);
}

TEST_F(Layers, stored_models_pass_on_what_no_model_satisfies_and_keep_the_model_that_is_found) {
  StoredModels layer(fake(), in_, answered_);
  layer.remember(values(3, 7));
  script_.model = values(9);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 9)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(script_.asked, SizeIs(1));
  EXPECT_EQ(layer.solve(Constraints{in_.negate(below(x_, 8))}, model_), Answer::kSatisfiable);
  EXPECT_EQ(model_, values(9));
  EXPECT_THAT(script_.asked, SizeIs(1));
}

TEST_F(Layers, stored_models_never_answer_unsatisfiable_by_themselves) {
  StoredModels layer(fake(), in_, answered_);
  layer.remember(values(3));
  script_.answer = Answer::kUnsatisfiable;
  EXPECT_EQ(layer.solve(Constraints{is(x_, 4)}, model_), Answer::kUnsatisfiable);
  script_.answer = Answer::kUnknown;
  EXPECT_EQ(layer.solve(Constraints{is(x_, 4)}, model_), Answer::kUnknown);
  EXPECT_THAT(script_.asked, SizeIs(2));
}

TEST_F(Layers, stored_models_drop_the_one_that_has_not_helped_for_longest) {
  StoredModels layer(fake(), in_, answered_);
  for (std::uint64_t i = 0; i < StoredModels::kMaxModels; ++i) layer.remember(values(i));
  layer.solve(Constraints{is(x_, 0)}, model_);  // the oldest helps
  layer.remember(values(200));
  script_.answer = Answer::kUnknown;
  EXPECT_EQ(layer.solve(Constraints{is(x_, 0)}, model_), Answer::kSatisfiable);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 200)}, model_), Answer::kSatisfiable);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 1)}, model_), Answer::kUnknown);
}

TEST_F(Layers, stored_models_evaluate_conditions_made_after_the_model_was_stored) {
  StoredModels layer(fake(), in_, answered_);
  layer.remember(values(3));
  layer.solve(Constraints{is(x_, 3)}, model_);
  for (unsigned i = 10; i < 90; ++i) {
    EXPECT_EQ(layer.solve(Constraints{below(x_, i)}, model_), Answer::kSatisfiable);
  }
  EXPECT_THAT(script_.asked, IsEmpty());
}

TEST_F(Layers, independence_asks_for_each_part_alone_and_for_that_of_the_last_constraint_first) {
  Independence layer(fake(), in_, answered_);
  script_.model = values(1, 2, 3);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 1), is(z_, 3), less(x_, y_)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(script_.asked, ElementsAre(Constraints{is(x_, 1), less(x_, y_)}, Constraints{is(z_, 3)}));
  EXPECT_EQ(model_, values(1, 2, 3));
}

TEST_F(Layers, independence_takes_from_the_model_of_a_part_the_variables_of_that_part_only) {
  Independence layer(fake(), in_, answered_);
  script_.model = values(1, 2, 3);
  layer.solve(Constraints{is(x_, 1)}, model_);
  EXPECT_EQ(model_.value(VariableId(0)), 1U);
  EXPECT_EQ(model_.value(VariableId(1)), 0U);
}

TEST_F(Layers, independence_keeps_the_values_of_the_parts_that_hold_in_the_model_seen_last) {
  Independence layer(fake(), in_, answered_);
  layer.remember(values(4, 5, 6));
  script_.model = values(1, 2, 3);
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5), is(z_, 3), less(x_, y_)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(script_.asked, ElementsAre(Constraints{is(z_, 3)}));
  EXPECT_EQ(model_, values(4, 5, 3));
  EXPECT_EQ(answered_, 1U);
}

TEST_F(Layers, independence_stops_at_a_part_without_model) {
  Independence layer(fake(), in_, answered_);
  script_.answer = Answer::kUnsatisfiable;
  EXPECT_EQ(layer.solve(Constraints{is(x_, 5), is(z_, 3)}, model_), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, SizeIs(1));
}

TEST_F(Layers, independence_looks_for_a_part_without_model_behind_an_unknown_one) {
  class UnknownFirst : public Solver {
    Answer solve(std::span<const ExprId>, Model&) override {
      return calls_++ == 0 ? Answer::kUnknown : Answer::kUnsatisfiable;
    }
    int calls_ = 0;
  };
  Independence layer(std::make_unique<UnknownFirst>(), in_, answered_);
  EXPECT_EQ(layer.solve(Constraints{is(x_, 5), is(z_, 3)}, model_), Answer::kUnsatisfiable);
  script_.answer = Answer::kUnknown;
  Independence other(fake(), in_, answered_);
  EXPECT_EQ(other.solve(Constraints{is(x_, 5), is(z_, 3)}, model_), Answer::kUnknown);
}

TEST_F(Layers, small_domains_try_all_values_of_eight_bits) {
  SmallDomains layer(fake(), in_, answered_);
  const ExprId square = in_.binary(Kind::kMul, x_, x_);
  EXPECT_EQ(layer.solve(Constraints{is(square, 49), in_.negate(below(x_, 8)), below(x_, 122)}, model_),
            Answer::kSatisfiable);
  EXPECT_EQ(model_.value(VariableId(0)), 121U);
  EXPECT_EQ(layer.solve(Constraints{is(square, 2)}, model_), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, IsEmpty());
  EXPECT_EQ(answered_, 2U);
}

TEST_F(Layers, small_domains_pass_on_more_than_eight_bits_and_large_constraints) {
  SmallDomains layer(fake(), in_, answered_);
  layer.solve(Constraints{below(x_, 5), below(y_, 5)}, model_);
  ExprId sum = x_;
  for (unsigned i = 0; i <= SmallDomains::kMaxNodes; ++i) {
    sum = in_.binary(Kind::kUDiv, in_.binary(Kind::kMul, sum, sum), in_.constant(3, 8));
  }
  layer.solve(Constraints{is(sum, 3)}, model_);
  EXPECT_THAT(script_.asked, SizeIs(2));
  EXPECT_EQ(answered_, 0U);
}

TEST_F(Layers, cache_answers_the_same_set_in_any_order) {
  Cache layer(fake(), answered_);
  script_.model = values(1, 2);
  layer.solve(Constraints{below(x_, 5), less(x_, y_)}, model_);
  model_.clear();
  EXPECT_EQ(layer.solve(Constraints{less(x_, y_), below(x_, 5)}, model_), Answer::kSatisfiable);
  EXPECT_EQ(model_, values(1, 2));
  EXPECT_THAT(script_.asked, SizeIs(1));
  EXPECT_EQ(answered_, 1U);
}

TEST_F(Layers, cache_answers_supersets_of_unsatisfiable_sets) {
  Cache layer(fake(), answered_);
  script_.answer = Answer::kUnsatisfiable;
  layer.solve(Constraints{below(x_, 5), below(y_, 6)}, model_);
  EXPECT_EQ(layer.solve(Constraints{below(y_, 6), is(z_, 1), below(x_, 5)}, model_), Answer::kUnsatisfiable);
  EXPECT_THAT(script_.asked, SizeIs(1));
  layer.solve(Constraints{below(x_, 5)}, model_);
  EXPECT_THAT(script_.asked, SizeIs(2)) << "a subset of an unsatisfiable set says nothing";
}

TEST_F(Layers, cache_answers_subsets_of_satisfiable_sets) {
  Cache layer(fake(), answered_);
  script_.model = values(1, 2);
  layer.solve(Constraints{below(x_, 5), below(y_, 6)}, model_);
  EXPECT_EQ(layer.solve(Constraints{below(y_, 6)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(script_.asked, SizeIs(1));
  layer.solve(Constraints{below(y_, 6), below(x_, 5), is(z_, 1)}, model_);
  EXPECT_THAT(script_.asked, SizeIs(2)) << "a superset of a satisfiable set must be solved";
}

TEST_F(Layers, cache_does_not_keep_unknown) {
  Cache layer(fake(), answered_);
  script_.answer = Answer::kUnknown;
  layer.solve(Constraints{below(x_, 5)}, model_);
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5)}, model_), Answer::kUnknown);
  EXPECT_THAT(script_.asked, SizeIs(2));
}

TEST_F(Layers, cache_forgets_the_oldest_set_when_it_is_full) {
  Cache layer(fake(), answered_);
  const ExprId wide = in_.variable(1, 9, 32, "wide");
  const auto set = [&](std::size_t i) { return Constraints{in_.equal(wide, in_.constant(i, 32))}; };
  for (std::size_t i = 0; i <= Cache::kMaxSets; ++i) layer.solve(set(i), model_);
  EXPECT_EQ(answered_, 0U);
  layer.solve(set(1), model_);
  EXPECT_EQ(answered_, 1U);
  layer.solve(set(0), model_);
  EXPECT_EQ(answered_, 1U);
}

TEST_F(Layers, checking_gives_the_answer_of_the_first_and_accepts_unknown) {
  Script other;
  other.answer = Answer::kUnknown;
  Checking layer(fake(), std::make_unique<CountingSolver>(other), in_);
  layer.remember(values(1));
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5)}, model_), Answer::kSatisfiable);
  EXPECT_THAT(other.asked, SizeIs(1));
  EXPECT_THAT(other.remembered, SizeIs(1));
}

TEST_F(Layers, checking_stops_at_different_answers) {
  Script other;
  other.answer = Answer::kUnsatisfiable;
  Checking layer(fake(), std::make_unique<CountingSolver>(other), in_);
  EXPECT_DEATH(layer.solve(Constraints{below(x_, 5)}, model_), "the other not");
}

TEST_F(Layers, validated_counts_queries_and_stops_at_a_wrong_model) {
  Validated layer(fake(), in_, statistics_);
  script_.model = values(3);
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5)}, model_), Answer::kSatisfiable);
  EXPECT_EQ(statistics_.queries, 1U);
  script_.model = values(7);
  EXPECT_DEATH(layer.solve(Constraints{below(x_, 5)}, model_), "x < 5");
}

TEST_F(Layers, validated_counts_what_is_unknown) {
  Validated layer(fake(), in_, statistics_);
  script_.answer = Answer::kUnknown;
  EXPECT_EQ(layer.solve(Constraints{below(x_, 5)}, model_), Answer::kUnknown);
  EXPECT_EQ(statistics_.unknown, 1U);
}

}  // namespace
}  // namespace heddle::symbolic
