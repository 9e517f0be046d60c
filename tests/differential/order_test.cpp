// The search for an order of the events of a scenario against its slow twin: the temporal constraints of Farzan,
// Holzer, Razavi, Veith: Con2colic Testing (2013), Fig. 5, in integers for Z3. On random scenarios of random programs.
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
#include "explore/loop.h"
#include "model/executor.h"
#include "tests/differential/environment.h"
#include "tests/differential/generator.h"

namespace heddle::differential {
namespace {

using namespace explore::interference;  // NOLINT(google-build-using-namespace): it is what this file is about
using trace::OpKind;

// The constraints of Fig. 5, with the end of joined threads besides. t(n) is when the event of n happens.
class TwinOrder {
 public:
  TwinOrder(const ThreadTrees& trees, const Scenario& scenario) : trees_(trees), scenario_(scenario), solver_(z3_) {}

  // False if there are primitives that the paper does not speak of.
  bool add() {
    for (const Leaf& leaf : scenario_.leaves) trees_.path_to(leaf.node, paths_[leaf.thread]);
    for (const auto& [thread, path] : paths_) {
      for (const NodeId n : path) {
        if (is_synchronisation(trees_[n].kind) && trees_[n].kind != OpKind::kLock && trees_[n].kind != OpKind::kUnlock)
          return false;
        all_.push_back(n);
      }
    }
    add_program_order();
    for (const NodeId n : all_) {
      if (trees_[n].kind == OpKind::kLock) add_lock_block(n);
      if (trees_[n].kind == OpKind::kJoin && !add_join(n)) solver_.add(z3_.bool_val(false));
      if (trees_[n].reads()) add_coupling(n);
    }
    return true;
  }
  bool has_solution() { return solver_.check() == z3::sat; }

 private:
  z3::expr time(NodeId n) { return z3_.int_const(("t" + std::to_string(n.value)).c_str()); }
  void before(NodeId a, NodeId b) { solver_.add(time(a) < time(b)); }

  // PO and FC.
  void add_program_order() {
    for (const NodeId n : all_) {
      for (const NodeId m : all_) {
        if (n < m) solver_.add(time(n) != time(m));
      }
      const Node& node = trees_[n];
      if (!trees_[node.parent].is_root) {
        before(node.parent, n);
      } else if (trees_[node.parent].creator.valid()) {
        before(trees_[node.parent].creator, n);
      }
    }
  }

  bool add_join(NodeId n) {
    const auto joined = paths_.find(trace::ThreadId(static_cast<std::size_t>(trees_[n].other)));
    if (joined == paths_.end() || joined->second.empty()) return false;
    const NodeId end = joined->second.back();
    if (trees_[end].kind != OpKind::kExit) return false;
    before(end, n);
    return true;
  }

  // The unlocking that belongs to a lock; none if the thread does not get that far.
  NodeId release_of(NodeId lock) const {
    bool is_behind = false;
    for (const NodeId n : paths_.at(trees_[lock].thread)) {
      if (is_behind && trees_[n].kind == OpKind::kUnlock && trees_[n].location == trees_[lock].location) return n;
      is_behind = is_behind || n == lock;
    }
    return NodeId::none();
  }

  // LC1 and LC2, also for a thread that takes a lock twice.
  void add_lock_block(NodeId lock) {
    for (const NodeId other : all_) {
      if (trees_[other].kind != OpKind::kLock || trees_[other].location != trees_[lock].location || !(lock < other))
        continue;
      z3::expr apart = z3_.bool_val(false);
      if (const NodeId r = release_of(lock); r.valid()) apart = apart || time(r) < time(other);
      if (const NodeId r = release_of(other); r.valid()) apart = apart || time(r) < time(lock);
      solver_.add(apart);
    }
  }

  // WRC, for interfered and for local reads.
  void add_coupling(NodeId read) {
    const NodeId interfering = scenario_.interfering(read);
    const NodeId source = interfering.valid() ? interfering : trees_[read].local_write;
    if (source.valid()) before(source, read);
    for (const NodeId n : all_) {
      if (!trees_[n].writes || trees_[n].location != trees_[read].location || n == source || n == read) continue;
      solver_.add(source.valid() ? time(n) < time(source) || time(read) < time(n) : time(read) < time(n));
    }
  }

  const ThreadTrees& trees_;
  const Scenario& scenario_;
  z3::context z3_;
  z3::solver solver_;
  std::map<trace::ThreadId, std::vector<NodeId>> paths_;
  std::vector<NodeId> all_;
};

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

TEST(Orders, exist_exactly_where_the_constraints_of_the_paper_have_a_solution) {
  const std::uint64_t programs = from_environment("HEDDLE_DIFFERENTIAL_ORDERS", 50);
  const std::uint64_t first = from_environment("HEDDLE_DIFFERENTIAL_SEED", 0);
  std::uint64_t realizable = 0;
  std::uint64_t others = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const std::string source = text(generate(seed, {.interleavings = 300, .max_threads = 3}));
    const model::Compiled program = model::compile(source, "random.model", {});
    program.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
    explore::Con2colic strategy(*program.executor, {});
    explore::Options options;
    options.keep_going = true;
    options.budget.tests = 100;
    explore::explore(*program.executor, strategy, options);
    const ThreadTrees& trees = strategy.trees();
    TemporalConstraints order(trees, *program.executor);
    Scenarios scenarios(trees);
    base::Rng rng(seed);
    for (int n = 0; n < 10; ++n) {
      const ScenarioId id = random_scenario(trees, scenarios, rng);
      if (!id.valid()) continue;
      Scenario scenario;
      scenarios.unfold(id, scenario);
      TwinOrder twin(trees, scenario);
      if (!twin.add()) continue;
      const bool expected = twin.has_solution();
      ASSERT_EQ(order.solve(scenario) == Verdict::kRealizable, expected) << "seed " << seed << "\n" << source;
      ++(expected ? realizable : others);
    }
  }
  EXPECT_GT(realizable, programs / 10);
  EXPECT_GT(others, programs / 10);
  fmt::print("{} scenarios have an order, {} have none\n", realizable, others);
}

}  // namespace
}  // namespace heddle::differential
