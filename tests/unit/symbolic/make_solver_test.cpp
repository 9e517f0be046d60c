#include "symbolic/make_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "symbolic/evaluate.h"
#include "symbolic/solvers/z3_solver.h"
#include "tests/unit/symbolic/random_expressions.h"

namespace heddle::symbolic {
namespace {

using Constraints = std::vector<ExprId>;

// Constraints over a few variables of 2 to 4 bits, so that all their values can be tried.
class SmallWorld {
 public:
  explicit SmallWorld(std::uint64_t seed) : rng_(seed), evaluator_(in_) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      pool_.push_back(in_.variable(1, i, static_cast<unsigned>(rng_.between(2, 4)), "v"));
    }
    for (const unsigned width : {2U, 3U, 4U}) {
      pool_.push_back(in_.constant(interesting_value(rng_, width), width));
      pool_.push_back(in_.constant(rng_.next(), width));
    }
    while (conditions_.size() < 14) grow();
  }

  Expressions& expressions() { return in_; }

  Constraints any_set() {
    Constraints set;
    for (std::uint64_t n = rng_.below(6); n > 0; --n) set.push_back(conditions_[rng_.below(conditions_.size())]);
    return set;
  }

  bool has_model(const Constraints& set) {
    Model model;
    return try_values(set, model, 0);
  }

 private:
  void grow() {
    const ExprId a = pool_[rng_.below(pool_.size())];
    const ExprId b = pool_[rng_.below(pool_.size())];
    const ExprId c = conditions_.empty() ? in_.truth(true) : conditions_[rng_.below(conditions_.size())];
    const auto node = random_node(rng_, in_, a, b, c);
    if (!node || node->width > 8) return;
    const ExprId e = in_.make(*node);
    if (in_.width(e) == 1 && !in_.is_constant(e)) conditions_.push_back(e);
    if (in_.width(e) > 1) pool_.push_back(e);
  }

  bool try_values(const Constraints& set, Model& model, std::size_t v) {
    if (v == in_.variables().size()) {
      evaluator_.use(model);
      return std::ranges::all_of(set, [&](ExprId e) { return evaluator_.holds(e); });
    }
    for (std::uint64_t value = 0; value < (1U << in_.variables()[v].width); ++value) {
      model.set(VariableId(v), value);
      if (try_values(set, model, v + 1)) return true;
    }
    return false;
  }

  base::Rng rng_;
  Expressions in_;
  Evaluator evaluator_;
  std::vector<ExprId> pool_;
  Constraints conditions_;
};

TEST(MakeSolver, answers_of_random_sets_are_those_of_trying_all_values) {
  int satisfiable = 0;
  int unsatisfiable = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    SmallWorld world(seed);
    SolverStatistics statistics;
    const auto solver = make_solver(world.expressions(), {}, statistics);
    Z3Solver alone(world.expressions(), 10, statistics);
    for (int i = 0; i < 40; ++i) {
      const Constraints set = world.any_set();
      const bool expected = world.has_model(set);
      ++(expected ? satisfiable : unsatisfiable);
      const Answer answer = expected ? Answer::kSatisfiable : Answer::kUnsatisfiable;
      Model model;
      ASSERT_EQ(solver->solve(set, model), answer) << "seed " << seed << ", set " << i;
      if (i % 4 == 0) ASSERT_EQ(alone.solve(set, model), answer) << "seed " << seed << ", set " << i;
    }
  }
  EXPECT_GT(satisfiable, 200);
  EXPECT_GT(unsatisfiable, 100);
}

TEST(MakeSolver, a_query_that_takes_too_long_is_unknown) {
  Expressions in;
  SolverStatistics statistics;
  const auto solver = make_solver(in, {.seconds_per_query = 0.05}, statistics);
  // The factors of a product of two 31-bit primes.
  const ExprId x = in.variable(1, 0, 64, "x");
  const ExprId y = in.variable(1, 1, 64, "y");
  const auto less = [&](std::uint64_t low, ExprId e) {
    return in.binary(Kind::kUnsignedLess, in.constant(low, 64), e);
  };
  const auto bounded = [&](ExprId e) { return in.equal(in.extract(e, 32, 32), in.constant(0, 32)); };
  const ExprId product = in.constant(Word{2147483647} * 2147483629, 64);
  const Constraints set = {bounded(x), bounded(y), less(1, x), less(1, y),
                           in.equal(in.binary(Kind::kMul, x, y), product)};
  Model model;
  EXPECT_EQ(solver->solve(set, model), Answer::kUnknown);
  EXPECT_EQ(statistics.unknown, 1U);
  // The next query is answered again.
  EXPECT_EQ(solver->solve(Constraints{in.equal(x, in.constant(77, 64))}, model), Answer::kSatisfiable);
  EXPECT_EQ(model.value(VariableId(0)), 77U);
}

TEST(MakeSolver, a_negated_decision_is_asked_of_z3_without_the_independent_ones) {
  Expressions in;
  SolverStatistics statistics;
  const auto solver = make_solver(in, {}, statistics);
  Model seen;
  Constraints path;
  for (std::uint32_t i = 0; i < 10; ++i) {
    const ExprId e = in.variable(1, i, 16, "input");
    seen.set(VariableId(i), i);
    path.push_back(in.binary(Kind::kUnsignedLess, in.binary(Kind::kMul, e, e), in.constant(200, 16)));
  }
  solver->remember(seen);
  path.back() = in.negate(path.back());
  Model model;
  EXPECT_EQ(solver->solve(path, model), Answer::kSatisfiable);
  EXPECT_EQ(statistics.z3_calls, 1U);
  EXPECT_EQ(statistics.parts_by_stored_models, 9U);
  for (std::uint32_t i = 0; i + 1 < 10; ++i) EXPECT_EQ(model.value(VariableId(i)), i);
  EXPECT_EQ(solver->solve(path, model), Answer::kSatisfiable);
  EXPECT_EQ(statistics.by_stored_models, 1U);
  EXPECT_EQ(statistics.queries, 2U);
}

TEST(MakeSolver, values_of_all_widths_come_back_from_z3) {
  Expressions in;
  SolverStatistics statistics;
  Z3Solver solver(in, 10, statistics);
  Constraints set;
  for (const unsigned width : {1U, 2U, 31U, 32U, 63U, 64U}) {
    const ExprId v = in.variable(1, width, width, "v");
    set.push_back(in.equal(v, in.constant(all_ones(width), width)));
  }
  Model model;
  EXPECT_EQ(solver.solve(set, model), Answer::kSatisfiable);
  EXPECT_EQ(model.value(VariableId(0)), 1U);
  EXPECT_EQ(model.value(VariableId(4)), ~0ULL >> 1);
  EXPECT_EQ(model.value(VariableId(5)), ~0ULL);
}

}  // namespace
}  // namespace heddle::symbolic
