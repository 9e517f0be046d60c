#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explore/input_solver.h"
#include "explore/one_at_a_time.h"
#include "explore/trace_counter.h"
#include "explore/tree_estimate.h"
#include "trace/executor.h"
#include "trace/replay_state.h"

namespace heddle::explore {

// The steps of one trace that are in a race with a later one: another thread does something dependent, and nothing but
// the two steps themselves orders them. Vector clocks, one pass.
class Races {
 public:
  // For each step of the trace, in order: is it in a race with a later one?
  const std::vector<bool>& first_of_race(const trace::Trace& trace);

 private:
  struct Access {
    const trace::Operation* op;
    std::uint32_t step;  // its number in the trace
    std::uint32_t nth;   // its number in its thread, counted from 1
  };
  // How many steps of each thread happened before.
  using Clock = std::vector<std::uint32_t>;
  struct Thread {
    Clock clock;
    Clock waker;  // of what last woke it
  };
  struct LocationClocks {
    Clock modified;  // the last modification
    Clock observed;  // all observations since
    std::vector<Access> accesses;
  };

  void order(const trace::Operation& op, std::uint32_t step);
  void find_races(const trace::Operation& op, const LocationClocks& location, const Clock& clock);

  std::vector<bool> result_;
  std::vector<Thread> threads_;
  std::vector<LocationClocks> locations_;
};

// Race detection and flipping, the algorithm of jCUTE (Sen and Agha 2006; see JASE 2014, sections 6.1 and 7): if a step
// is in a race with a later one, another run takes the same steps before it, and postpones its thread as long as any
// other thread can continue. Depth first from the last position; each position is flipped once. It is therefore
// incomplete: of the four traces of one writer and two readers it runs three, because the position of the first step,
// flipped from the writer to one reader, is never flipped to the other.
//
// Invariant: points_ are the steps of the last run up to the last position with something left to try.
class RaceFlip : public OneAtATime {
 public:
  explicit RaceFlip(const trace::Executor& executor, const symbolic::SolverOptions& solver = {})
      : inputs_(executor, solver), state_(executor) {}

  bool next_test(trace::Test& test) override;
  void observe_run(const trace::Trace& trace) override;
  Progress progress() const override;
  bool explores_inputs() const override { return true; }
  std::vector<std::string> reasons_of_incompleteness() const override;

 private:
  struct Point {
    trace::Step step;
    std::size_t first_alternative = 0;  // into alternatives_: other outcomes of the step
    symbolic::ExprId condition;         // of a decision
    bool race = false;                  // in a race with a later step of some run through this point
    bool flipped = false;
    FinishedBranches finished{};
  };

  struct Alternative {
    std::int32_t choice;
    symbolic::ExprId condition;
  };

  bool go_back(trace::Test& test);
  void add_alternatives(const trace::Operation& taken);
  TreeEstimate estimate() const;

  InputSolver inputs_;
  Path path_;
  trace::ReplayState state_;
  Races races_;
  TraceCounter counter_;
  std::vector<Point> points_;
  std::vector<Alternative> alternatives_;
  bool flipping_ = false;  // is the step of the last point the one that the test postpones?
  bool started_ = false;
  std::uint64_t runs_ = 0;
};

}  // namespace heddle::explore
