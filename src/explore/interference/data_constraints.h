#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"
#include "explore/interference/verdict.h"
#include "symbolic/make_solver.h"
#include "trace/executor.h"
#include "trace/test.h"

namespace heddle::explore::interference {

// The data constraints of a scenario (Fig. 5): DC = branch and interfere and local. Each read gets what its write
// wrote, so instead of asking the solver for the values of all reads, they are replaced by what they are in terms of
// the inputs; usually that is a number. What is left to solve are the branches, as conditions on the inputs.
//
// A *core* is a set of local reads such that every realizable extension of the scenario interferes with one of them:
// the reads that the contradicting conditions depend on, through all writes in between. Empty: there is no such
// extension. Owned by a strategy.
class DataConstraints {
 public:
  DataConstraints(const ThreadTrees& trees, const trace::Executor& executor, const symbolic::SolverOptions& options);

  // `others`: conditions in addition to those of the nodes, for the sink.
  Verdict solve(const Scenario& scenario, const std::vector<symbolic::ExprId>& others);

  // After kNotRealizable or kUnknown.
  const std::vector<NodeId>& core() const { return core_; }
  // After kRealizable: the inputs.
  void inputs(std::vector<trace::InputValue>& result) const;

  // The inputs of a run: they may answer the next question.
  void observe(const trace::Trace& trace);

  const symbolic::SolverStatistics& statistics() const { return statistics_; }

 private:
  struct Condition {
    symbolic::ExprId original;
    symbolic::ExprId resolved;
  };

  void start(const Scenario& scenario);
  bool add_condition(symbolic::ExprId condition);
  // In terms of the inputs; none if it depends on itself.
  symbolic::ExprId resolve(symbolic::ExprId e);
  symbolic::ExprId resolve_read(NodeId read);
  symbolic::ExprId substitute(symbolic::ExprId e);
  NodeId read_of(symbolic::VariableId v) const;
  NodeId source_of(NodeId read) const;
  void collect_core(symbolic::ExprId condition);
  void shrink_conditions();
  Verdict contradiction(symbolic::ExprId condition);

  const ThreadTrees* trees_;
  const trace::Executor* executor_;
  symbolic::Expressions* expressions_;
  symbolic::SolverStatistics statistics_;
  std::unique_ptr<symbolic::Solver> solver_;
  symbolic::Model model_;

  // Of the current scenario.
  const Scenario* scenario_ = nullptr;
  std::unordered_map<std::uint32_t, NodeId> read_of_;  // by variable
  struct Value {
    bool started = false;
    symbolic::ExprId expression;
  };
  std::unordered_map<std::uint32_t, Value> values_;                  // by read
  std::unordered_map<std::uint32_t, symbolic::ExprId> substituted_;  // by expression
  std::vector<Condition> conditions_;
  std::vector<symbolic::ExprId> query_;
  std::vector<NodeId> core_;
  std::unordered_map<std::uint32_t, bool> in_core_;  // by read
  std::vector<NodeId> path_;
  std::vector<symbolic::ExprId> stack_;
};

}  // namespace heddle::explore::interference
