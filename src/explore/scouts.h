#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "explore/edge_set.h"
#include "explore/mutations.h"
#include "trace/executor.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// Looks for inputs that cover something new, by random changes of those that have done so: what depends on the length
// of a text or on how often a loop was run is not in any expression. A scout is a run without expressions, as fast as
// the program itself. What one of them covers for the first time, or where it fails, is run again as a test with
// expressions, and explored from there. So scouts only change the order of what is explored, never what is in the end.
//
// They come between the tests of the strategy: as many for each as what that test has decided, and what the solver has
// done for it by its own count, suggest that it costs, and more where scouts find something. It depends on what runs
// have shown, never on time.
// Owned by a strategy.
class Scouts {
 public:
  // `wanted`: otherwise there are none.
  Scouts(const trace::Executor& executor, bool wanted, std::uint64_t seed);

  // A run with expressions.
  void observe(const trace::Trace& trace);
  // One of them is planned.
  void count_test();
  // The solver has done so much work by now (SolverStatistics::z3_work).
  void count_work(std::uint64_t work);

  // Inputs that a scout has found; false if there are none.
  bool take_found(std::vector<trace::InputValue>& inputs);

  bool is_turn() const { return possible_ && credit_ >= 1 && !kept_.empty(); }
  void plan(trace::Test& test);
  void observe_scout(const trace::Trace& trace);

 private:
  // Is the program worth scouts?
  bool has_begun() const;
  // Inputs that have covered something new.
  struct Kept {
    SizedInputs inputs;
  };

  SizedInputs inputs_of(const trace::Trace& trace) const;
  const SizedInputs& choose();
  bool is_new(const trace::Trace& scout);

  const trace::Executor& executor_;
  Mutations mutations_;
  base::Rng rng_;
  bool possible_;
  EdgeSet covered_;  // by runs with expressions
  EdgeSet scouted_;  // by scouts as well
  std::vector<Kept> kept_;
  std::vector<std::uint32_t> firsts_;  // into kept_, once for each edge that it was the first to cover
  std::deque<std::vector<trace::InputValue>> found_;
  std::unordered_set<std::uint64_t> failures_;  // of scouts that were found
  std::uint64_t tests_ = 0;
  std::uint64_t scouts_ = 0;
  std::uint64_t last_found_ = 0;  // of the scouts
  std::size_t decisions_ = 0;     // of the last run
  std::uint64_t all_decisions_ = 0;
  std::uint64_t work_ = 0;  // of the solver
  double credit_ = 0;       // how many scouts may be run
};

}  // namespace heddle::explore
