#pragma once

#ifdef HEDDLE_CHECKED
#include <z3++.h>
#endif

#include <cstdint>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/order_search.h"
#include "explore/interference/order_solver.h"
#include "explore/interference/scenario.h"
#include "explore/interference/scenario_events.h"
#include "explore/interference/verdict.h"
#include "trace/executor.h"
#include "trace/test.h"

namespace heddle::explore::interference {

// The temporal constraints of a scenario (Fig. 5): is there an order of its events in which each read gets what its
// write wrote, every operation on a synchronisation object is enabled and has its outcome, and the sink is last? At the
// end of a standstill, no thread can continue.
//
// The paper's primitives are solved by a saturated partial order. If there are others, it can still say no; if it does
// not, an order is searched for by the meaning of operations. With HEDDLE_CHECKED, the paper's constraints in integers
// and the search must give the same answer. Owned by a strategy.
class TemporalConstraints {
 public:
  TemporalConstraints(const ThreadTrees& trees, const trace::Executor& executor)
      : events_(trees), solver_(executor), search_(executor) {}

  // kUnknown if it takes too long.
  Verdict solve(const Scenario& scenario);

  // After kNotRealizable or kUnknown.
  const OrderCore& core() const { return core_; }
  // After kNotRealizable, unless it takes too long: drops parts of the core until each is necessary.
  void shrink_core();
  // After kRealizable: the steps. The outcome of a branch at the sink is left open.
  const std::vector<trace::Step>& schedule() const { return schedule_; }
  // The same as nodes, including the ends of threads.
  const std::vector<NodeId>& order() const { return order_; }

  // The work of all scenarios.
  struct Work {
    std::uint64_t edges = 0;     // of partial orders
    std::uint64_t branches = 0;  // of their choices
    std::uint64_t states = 0;    // of searches
  };
  Work work() const { return {solver_.edges(), solver_.branches(), states_}; }

 private:
  Verdict search_order();
  void look_for_other_reasons();
  void shrink_by_solver();
  void shrink_by_search();
  void finish();
  void check(const Scenario& scenario, Verdict verdict);

  ScenarioEvents events_;
  OrderSolver solver_;
  OrderSearch search_;
  bool was_searched_ = false;      // the order, or why there is none
  bool are_ends_ignored_ = false;  // by the core
  std::uint64_t states_ = 0;
  OrderCore core_;
  std::vector<NodeId> candidates_;  // scratch of shrink_core
  std::vector<std::uint32_t> linear_;
  std::vector<OrderSearch::Taken> taken_;
  std::vector<trace::Step> schedule_;
  std::vector<NodeId> order_;
#ifdef HEDDLE_CHECKED
  z3::context z3_;
#endif
};

}  // namespace heddle::explore::interference
