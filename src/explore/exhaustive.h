#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "explore/input_solver.h"
#include "explore/trace_counter.h"
#include "explore/tree_estimate.h"
#include "explore/tree_search.h"
#include "trace/executor.h"
#include "trace/replay_state.h"

namespace heddle::explore {

// Runs all interleavings, by depth-first search over schedules and outcomes. The slow twin of every strategy.
//
// It makes one reduction, for which other steps need not be considered: where a thread's next step concerns that thread
// alone and nobody can disable it (see moves_alone), only this step and its outcomes are tried there. Any other step is
// independent of it, so every Mazurkiewicz trace is still run. A free run that did something else at such a point is
// kept as a test, but nothing is branched off after it.
//
// With a bound on preemptions (a step of another thread although the one that took the last step could continue),
// schedules with more of them are omitted. Then the reduction is made only where the thread that runs is the one that
// moves alone.
//
// Invariant: schedule_ holds the decisions that led to the last run up to the last point with alternatives, and
// alternatives_ what has not been tried at each of them, the deepest last.
class Exhaustive : public TreeSearch {
 public:
  static constexpr std::uint32_t kUnbounded = std::numeric_limits<std::uint32_t>::max();

  explicit Exhaustive(const trace::Executor& executor, const symbolic::SolverOptions& solver = {},
                      std::uint32_t max_preemptions = kUnbounded)
      : inputs_(executor, solver), state_(executor), max_preemptions_(max_preemptions) {}

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  std::size_t depth() const override { return points_.size(); }
  std::vector<std::string> reasons_of_incompleteness() const override { return inputs_.reasons_of_incompleteness(); }

 private:
  struct Point {
    trace::Step step;               // what is being tried
    std::size_t first_alternative;  // into alternatives_: what is left to try instead
    symbolic::ExprId condition;     // of a decision
    // What the step was when it was last taken.
    trace::OpKind kind;
    trace::LocationId location;
    std::uint32_t preemptions = 0;  // up to this step
    FinishedBranches finished{};
  };
  struct Alternative {
    trace::Step step;
    symbolic::ExprId condition;
  };

  void extend(const trace::Trace& trace);
  TreeEstimate estimate() const;
  bool is_bounded() const { return max_preemptions_ != kUnbounded; }
  // How many preemptions there are if this thread takes the step at `position`, where the state currently is.
  std::uint32_t preemptions_with(trace::ThreadId t, std::size_t position) const;
  // A thread whose next step is enabled, stays so, and is independent of all steps of others; none if there is none.
  trace::ThreadId moves_alone(const trace::ThreadSet& enabled) const;
  void add_alternatives(trace::ThreadId t, const trace::Operation& taken);
  void add_other_decisions(const trace::Operation& decision, bool taken);

  InputSolver inputs_;
  Path path_;  // of the points
  trace::ReplayState state_;
  std::uint32_t max_preemptions_;
  TraceCounter counter_;
  std::vector<Point> points_;
  std::vector<Alternative> alternatives_;
  bool started_ = false;
  std::uint64_t runs_ = 0;
};

}  // namespace heddle::explore
