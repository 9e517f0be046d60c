#include "explore/run_features.h"

#include <gtest/gtest.h>

#include "symbolic/expressions.h"

namespace heddle::explore {
namespace {

using trace::Operation;
using trace::OpKind;

// Runs that consist only of decisions on one input.
class RunFeaturesTest : public testing::Test {
 protected:
  Operation decision(std::size_t place, std::int32_t outcome, unsigned width = 1) {
    const symbolic::ExprId input = expressions_.variable(0, static_cast<std::uint32_t>(place), width, "x");
    return {.kind = OpKind::kBranch,
            .place = trace::PlaceId(place),
            .choice = outcome,
            .operand = trace::pack(trace::Branch{input, trace::BranchMode::kExplore})};
  }
  static trace::Trace run(const std::vector<Operation>& operations) {
    trace::Trace result;
    result.operations = operations;
    return result;
  }

  symbolic::Expressions expressions_;
  RunFeatures features_{&expressions_};
};

TEST_F(RunFeaturesTest, a_run_is_new_once) {
  const trace::Trace t = run({decision(1, 0), decision(2, 1)});
  EXPECT_TRUE(features_.observe(t));
  EXPECT_FALSE(features_.observe(t));
}

TEST_F(RunFeaturesTest, another_outcome_is_new) {
  features_.observe(run({decision(1, 0)}));
  EXPECT_EQ(features_.branches().taken(decision(1, 0), 1), 0U);
  EXPECT_TRUE(features_.observe(run({decision(1, 1)})));
  EXPECT_EQ(features_.branches().taken(decision(1, 0), 1), 1U);
}

TEST_F(RunFeaturesTest, another_order_is_new) {
  features_.observe(run({decision(1, 0), decision(2, 0)}));
  EXPECT_TRUE(features_.observe(run({decision(2, 0), decision(1, 0)})));
}

TEST_F(RunFeaturesTest, turns_of_a_loop_count_in_powers_of_two) {
  const auto turns = [&](std::size_t count) { return run(std::vector<Operation>(count, decision(1, 0))); };
  EXPECT_TRUE(features_.observe(turns(2)));
  EXPECT_FALSE(features_.observe(turns(3)));
  EXPECT_TRUE(features_.observe(turns(4)));
  EXPECT_FALSE(features_.observe(turns(7)));
}

TEST_F(RunFeaturesTest, the_values_of_a_number_are_one_branch) {
  EXPECT_TRUE(features_.observe(run({decision(1, 5, 8)})));
  EXPECT_FALSE(features_.observe(run({decision(1, 200, 8)})));
  EXPECT_EQ(features_.branches().taken(decision(1, 0, 8), 77), 2U);
}

}  // namespace
}  // namespace heddle::explore
