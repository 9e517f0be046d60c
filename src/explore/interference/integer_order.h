#pragma once

#include <z3++.h>

#include <map>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"
#include "explore/interference/scenario_events.h"

namespace heddle::explore::interference {

// The temporal constraints of a scenario as in Fig. 5 of the paper, in integers for Z3, extended by the ends of joined
// threads and readers-writer locks. t(n) is when the event of n happens. The slow twin of OrderSolver.
class IntegerOrder {
 public:
  IntegerOrder(const ThreadTrees& trees, const Scenario& scenario, z3::context& z3);

  // Adds all constraints, or those that a core depends on: only its reads are bound to their own writes, only its locks
  // are kept by threads that do not unlock them, and only its threads have not ended. False if there are primitives
  // that the constraints do not cover.
  bool add(const OrderCore* core);
  bool has_solution() { return solver_.check() == z3::sat; }

 private:
  struct Block {
    NodeId acquire;
    NodeId release;
    bool is_shared = false;
  };

  z3::expr time(NodeId n) { return z3_.int_const(("t" + std::to_string(n.value)).c_str()); }
  void before(NodeId a, NodeId b) { solver_.add(time(a) < time(b)); }
  bool add_path(const std::vector<NodeId>& path);
  void add_program_order();
  void add_sink();
  void add_join(NodeId join, const OrderCore* core);
  void add_exclusion(const Block& a, const Block& b, bool is_kept);
  void add_coupling(NodeId read, const OrderCore* core);

  const ThreadTrees& trees_;
  const Scenario& scenario_;
  z3::context& z3_;
  z3::solver solver_;
  std::map<trace::ThreadId, std::vector<NodeId>> paths_;
  std::vector<NodeId> all_;
  std::map<trace::LocationId, std::vector<Block>> blocks_;
};

}  // namespace heddle::explore::interference
