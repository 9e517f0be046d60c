#include "explore/wrapped.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "explore/preemptions.h"
#include "explore/seeded.h"
#include "explore/with_assumptions.h"
#include "tests/differential/compile.h"

namespace heddle::explore {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// Answers each question in another way than Strategy does by default.
class Unusual : public Strategy {
 public:
  Next next(Plan& /*plan*/) override { return Next::kNothingLeft; }
  void observe(Ticket /*ticket*/, const trace::Trace& /*trace*/) override {}
  Progress progress() const override { return {.traces = 17}; }
  bool finds_livelocks() const override { return true; }
  bool endless() const override { return true; }
  bool explores_inputs() const override { return true; }
  std::vector<trace::VisibleCell> take_cells_to_show() override { return std::vector<trace::VisibleCell>(1); }
  std::vector<std::string> reasons_of_incompleteness() const override { return {"it is unusual"}; }
};

void expect_its_answers(Strategy& strategy) {
  EXPECT_EQ(strategy.progress().traces, 17U);
  EXPECT_TRUE(strategy.finds_livelocks());
  EXPECT_TRUE(strategy.endless());
  EXPECT_TRUE(strategy.explores_inputs());
  EXPECT_THAT(strategy.take_cells_to_show(), SizeIs(1));
  EXPECT_THAT(strategy.reasons_of_incompleteness(), ElementsAre("it is unusual"));
}

TEST(Wrapped, a_strategy_with_seeds_answers_as_the_one_that_it_begins) {
  Seeded strategy(std::make_unique<Unusual>(), std::vector<trace::Test>(3));
  expect_its_answers(strategy);
}

TEST(Wrapped, a_strategy_with_assumed_inputs_answers_as_the_one_that_gets_them) {
  const auto executor = differential::compile("shared x; thread t[i : 2] { x = input; assume(x > 0); }");
  ASSERT_NE(executor->expressions(), nullptr);
  WithAssumptions strategy(std::make_unique<Unusual>(), *executor, {}, 1);
  expect_its_answers(strategy);
}

TEST(Wrapped, few_preemptions_first_changes_none_of_the_answers_after_them) {
  const auto executor = differential::compile("shared x; thread t[i : 2] { x = i; }");
  const auto search = [&](std::uint32_t most) {
    return std::make_unique<Exhaustive>(*executor, symbolic::SolverOptions{}, most);
  };
  Preemptions strategy(std::make_unique<Unusual>(), search, 0);
  Plan plan;
  trace::Trace trace;
  for (; strategy.next(plan) == Next::kPlan; strategy.observe(plan.ticket, trace)) executor->run(plan.test, trace);
  expect_its_answers(strategy);
}

}  // namespace
}  // namespace heddle::explore
