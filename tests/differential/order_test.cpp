// The partial order that decides whether the events of a scenario have an order, against its slow twins: the temporal
// constraints of Farzan, Holzer, Razavi, Veith: Con2colic Testing (2013), Fig. 5, in integers for Z3, and the search
// for an order by the meaning of operations. On random scenarios of random programs.
//   HEDDLE_DIFFERENTIAL_ORDERS   how many programs (default 50)
//   HEDDLE_DIFFERENTIAL_SEED     where the seeds begin (default 0)

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <z3++.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/rng.h"
#include "explore/con2colic.h"
#include "explore/interference/integer_order.h"
#include "explore/interference/order_search.h"
#include "explore/interference/order_solver.h"
#include "explore/interference/temporal_constraints.h"
#include "explore/loop.h"
#include "model/executor.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"

namespace heddle::differential::order_test {
namespace {

using namespace explore::interference;  // NOLINT(google-build-using-namespace): it is what this file is about
// Threads go to random nodes, and random writes interfere with some of the reads.
ScenarioId random_scenario(const ThreadTrees& trees, Scenarios& scenarios, base::Rng& rng) {
  std::map<trace::ThreadId, NodeId> ends;
  std::vector<NodeId> reads;
  std::vector<NodeId> writes;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Node& node = trees[NodeId(i)];
    if (node.is_root || !node.covered) continue;
    const auto [end, is_new] = ends.try_emplace(node.thread, NodeId(i));
    if (!is_new && rng.below(3) != 0) end->second = NodeId(i);
    if (node.reads()) reads.emplace_back(i);
    if (node.writes) writes.emplace_back(i);
  }
  Goal goal{Goal::Kind::kTogether, {}};
  for (const auto& [thread, end] : ends) goal.ends.push_back(end);
  if (goal.ends.empty()) return ScenarioId::none();
  ScenarioId result = scenarios.start(goal);
  for (int n = 0; result.valid() && !reads.empty() && !writes.empty() && n < 6; ++n) {
    const NodeId read = reads[rng.below(reads.size())];
    const NodeId write = writes[rng.below(writes.size())];
    const bool fits = trees[read].location == trees[write].location && trees[read].thread != trees[write].thread &&
                      trees.is_ancestor(read, ends[trees[read].thread]);
    if (!fits) continue;
    const ScenarioId extended = scenarios.extend(result, write, read);
    if (extended.valid()) result = extended;
  }
  return result;
}

// What the twins said, and how much work that took.
struct Compared {
  std::uint64_t realizable = 0;
  std::uint64_t others = 0;
  std::uint64_t branches = 0;
  std::uint64_t states = 0;
};

// Saturation, search and Z3 agree, and a core is one, before and after it was shrunk.
void compare(const ThreadTrees& trees, const trace::Executor& executor, const Scenario& scenario, z3::context& z3,
             Compared& compared) {
  IntegerOrder twin(trees, scenario, z3);
  if (!twin.add(nullptr)) return;
  const bool expected = twin.has_solution();
  ScenarioEvents events(trees);
  events.start(scenario);
  OrderSolver solver(executor);
  const Verdict verdict = solver.solve(events);
  ASSERT_TRUE(solver.is_exact());
  ASSERT_EQ(verdict, expected ? Verdict::kRealizable : Verdict::kNotRealizable);
  OrderSearch search(executor);
  ASSERT_EQ(search.solve(events), verdict);
  compared.branches += solver.branches();
  compared.states += search.states();
  ++(expected ? compared.realizable : compared.others);
  if (expected) return;
  TemporalConstraints order(trees, executor);
  ASSERT_EQ(order.solve(scenario), Verdict::kNotRealizable);
  for (int n = 0; n < 2; ++n) {
    IntegerOrder core(trees, scenario, z3);
    ASSERT_TRUE(core.add(&order.core()));
    ASSERT_FALSE(core.has_solution());
    order.shrink_core();
  }
}

TEST(Orders, exist_exactly_where_the_constraints_of_the_paper_have_a_solution) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_ORDERS", 50);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  Compared compared;
  z3::context z3;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const std::string source = text(generate(seed, {.interleavings = 300, .max_threads = 3, .joins = seed % 3 == 0}));
    const model::Compiled program = model::compile(source, "random.model", {});
    program.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
    explore::Con2colic strategy(*program.executor, {});
    explore::Options options;
    options.keep_going = true;
    options.budget.tests = 100;
    explore::explore(*program.executor, strategy, options);
    const ThreadTrees& trees = strategy.trees();
    Scenarios scenarios(trees);
    base::Rng rng(seed);
    for (int n = 0; n < 10; ++n) {
      const ScenarioId id = random_scenario(trees, scenarios, rng);
      if (!id.valid()) continue;
      Scenario scenario;
      scenarios.unfold(id, scenario);
      compare(trees, *program.executor, scenario, z3, compared);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n" << source;
    }
  }
  demand("scenarios with an order", compared.realizable, programs / 10 + 1);
  demand("scenarios without", compared.others, programs / 10 + 1);
  fmt::print("{} scenarios have an order, {} have none; {} branches of the partial order, {} states of the search\n",
             compared.realizable, compared.others, compared.branches, compared.states);
}

}  // namespace
}  // namespace heddle::differential::order_test
