#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "explore/prune/options.h"
#include "explore/prune/state_reader.h"
#include "explore/prune/summaries.h"
#include "explore/prune/weakest_preconditions.h"
#include "explore/tree_search.h"
#include "symbolic/evaluate.h"
#include "symbolic/make_solver.h"
#include "trace/deadlock_cores.h"
#include "trace/executor.h"

namespace heddle::explore::prune {

// Assertion-guided symbolic execution (Guo, Kusano, Wang, Yang, Gupta, FSE 2015, algorithm 2): a depth-first search
// that ends runs early where nothing can fail any more. See docs/assertion-guided.md.
//
// The underlying search plans the tests. When it leaves a state for good, everything that follows it has been explored,
// and the weakest precondition for that to be safe is added to the summary of its control state. A run that reaches a
// control state whose summary holds is cut there: what the search sees of it ends at this state.
//
// Invariant: nodes_[i] is the state before the i-th step of the current run, edges_[i] that step.
class AssertionGuided : public OneAtATime {
 public:
  // The executor must make reads symbolic, and that of a model also local variables, from the first run on.
  AssertionGuided(std::unique_ptr<TreeSearch> search, const trace::Executor& executor,
                  const symbolic::SolverOptions& solver, const Options& options);

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  Progress progress() const override;
  bool explores_inputs() const override { return search_->explores_inputs(); }
  std::vector<std::string> reasons_of_incompleteness() const override;

  // How much the following questions are worth. Without an answer, a run is not ended early.
  void set_effort(symbolic::Effort effort) { solver_->set_effort(effort); }

  const Summaries& summaries() const { return summaries_; }

 private:
  // What was found out about the steps of one thread at a node.
  struct Explored {
    trace::ThreadId thread;
    bool decides = false;
    symbolic::ExprId safe;
  };
  struct Node {
    base::Hash128 control;
    std::vector<dpor::Action> asleep;  // when it was reached
    std::vector<Explored> explored;
    symbolic::ExprId end;  // if a run ends here: in which states that is safe; none if it goes on
    AccessSet accesses;    // after it
  };

  std::size_t common_prefix(const std::vector<trace::Step>& schedule) const;
  void prefer(trace::ThreadId thread, trace::Test& test) const;
  // Everything that follows the nodes after the first `count` edges has been explored.
  void leave(std::size_t count);
  symbolic::ExprId finish(Node& node);
  void add(Node& node, const Transition& edge, symbolic::ExprId safe);

  void look_at_findings(const trace::Trace& trace);
  std::size_t read(const trace::Trace& trace);
  void enter_node();
  void decide_over_inputs(trace::Operation& decision);
  void look_at_decision();
  void take_new_step(const trace::Trace& trace);
  void end_run(const trace::Trace& trace);
  std::size_t find_harmless(const trace::Trace& trace) const;
  bool can_end(std::size_t position);
  // Does the run being read actually fail there?
  bool fails_behind(std::size_t position) const;
  bool follows(symbolic::ExprId safe);
  std::uint32_t number_of(const Access& access);
  void look_at_followed();
  void tell_unseen();

  const trace::Executor* executor_;
  symbolic::Expressions* in_;
  std::unique_ptr<TreeSearch> search_;
  Options options_;
  std::unique_ptr<StateReader> reader_;
  WeakestPreconditions weakest_;
  Summaries summaries_;
  symbolic::SolverStatistics statistics_;
  std::unique_ptr<symbolic::Solver> solver_;
  symbolic::Evaluator evaluator_;
  symbolic::Substitution memory_;
  trace::DeadlockCores cores_;

  std::vector<Node> nodes_;
  std::vector<Transition> edges_;
  std::size_t branch_ = 0;   // the number of steps after which the new run leaves the old one
  std::size_t planned_ = 0;  // the length of its schedule
  bool started_ = false;

  // Of the run being read.
  trace::Trace whole_;  // with decisions over inputs
  trace::Trace seen_;   // the part that the search sees
  std::vector<symbolic::ExprId> path_;
  std::vector<dpor::Action> asleep_;
  std::vector<std::size_t> steps_;    // indices into the operations
  std::vector<std::size_t> failing_;  // steps that lead to a failure
  std::size_t harmless_from_ = 0;     // the number of steps after which no thread can reach a failure
  bool has_races_ = false;            // data races, which are not covered by the promise
  bool ends_in_deadlock_ = false;
  bool ends_early_ = false;  // it was not run completely
  std::vector<symbolic::ExprId> question_;
  symbolic::Model model_;

  std::map<Access, std::uint32_t> access_numbers_;
  std::vector<Access> accesses_;  // by number
  std::vector<Access> unseen_;

  std::set<trace::PlaceId> fixed_;  // decisions on inputs for which other outcomes are not tried
  bool is_doubtful_ = false;        // was something pruned that should perhaps not have been?
  Pruning pruning_;
};

}  // namespace heddle::explore::prune
