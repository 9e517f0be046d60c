#pragma once

#include <cstdint>
#include <vector>

#include "explore/interference/lock_blocks.h"
#include "explore/interference/object_counts.h"
#include "explore/interference/partial_order.h"
#include "explore/interference/scenario_events.h"
#include "explore/interference/verdict.h"
#include "trace/executor.h"

namespace heddle::explore::interference {

// The temporal constraints of a scenario (Fig. 5), solved by a partial order that is saturated. Its edges are
//   - facts: the order in threads (PO), creations (FC), the ends of joined threads, the sink after everything else, a
//     write before the reads of other threads that get its value, reads of initial values before all writes, and a kept
//     lock is taken last (LC2);
//   - choices between two edges of which one must hold: two blocks of the same lock do not overlap (LC1); a write does
//     not come between another one and a read that gets its value (WRC).
// Where one edge of a choice would close a cycle, the other one is added, until nothing changes; only the choices still
// open then are branched over. Once all choices are made, any order that the edges allow will do.
//
// Each edge knows why it is there, so a cycle is explained by the local reads and the kept locks among its reasons: a
// core. If a branch has no part in a cycle, its alternative is not tried. It does not cover semaphores, conditions,
// barriers and failed tries (see is_exact): for these it only knows how often things must happen (ObjectCounts). Owned
// by TemporalConstraints.
class OrderSolver {
 public:
  explicit OrderSolver(const trace::Executor& executor) : blocks_(executor), counts_(executor) {}

  // kUnknown if it takes more than kMaxBranches branches, or if is_exact() is false and nothing contradicts. `binding`:
  // only these reads are bound to their own writes and only these locks are kept, all others may get anything, or be
  // unlocked; null: all.
  Verdict solve(const ScenarioEvents& events, const OrderCore* binding = nullptr);

  // Does it cover everything in the scenario?
  bool is_exact() const { return is_exact_; }
  // After kNotRealizable.
  const OrderCore& core() const { return core_; }
  // After kRealizable: the events in a possible order.
  void linearise(std::vector<std::uint32_t>& order) const;

  static constexpr std::uint64_t kMaxBranches = 200'000;
  // Work counted since it was created: new edges, and branches.
  std::uint64_t edges() const { return all_edges_; }
  std::uint64_t branches() const { return all_branches_; }

 private:
  using Edge = PartialOrder::Edge;
  static constexpr std::uint32_t kNothing = UINT32_MAX;

  // What binds: a local read (its event), a kept lock (number of events + cell), or nothing that an extension could
  // change.
  using Reason = std::uint32_t;
  struct Fact {
    Edge edge;
    Reason reason = kNothing;
  };
  struct Choice {
    Edge first;
    Edge second;
    Reason reason = kNothing;
  };
  // Why an edge is there.
  struct Why {
    enum class Kind : std::uint8_t { kFact, kForced, kBranch };
    Kind kind = Kind::kFact;
    Reason reason = kNothing;
    Edge other;               // kForced: the alternative, which would close a cycle
    std::uint32_t level = 0;  // kBranch
  };
  // What a contradiction depends on.
  struct Conflict {
    std::vector<bool> reasons;
    std::vector<bool> levels;
  };

  void collect(const OrderCore* binding);
  bool add_thread_order();
  void add_last_turn(const ScenarioEvents::Thread& thread);
  void add_coupling(std::uint32_t read, const std::vector<std::uint32_t>& writes);
  void add_fact(std::uint32_t from, std::uint32_t to, Reason reason);
  void add_exclusion(const LockBlocks::Block& a, const LockBlocks::Block& b);
  bool binds(Reason reason) const { return reason == kNothing || is_binding_[reason]; }
  Reason kept(std::uint32_t cell) const { return events_->number_of_events() + cell; }
  void find_shared_cells();
  void number_events();
  void number(Edge& e) const;

  bool search(std::uint32_t level);
  bool branch(std::uint32_t level);
  bool saturate();
  bool settle(const Choice& choice, bool& is_settled);
  bool add(Edge e, const Why& why);
  void explain_circle(Edge e, const Why& why);
  void explain(const Why& why, std::size_t before);
  void explain_way(std::uint32_t from, std::uint32_t to, std::size_t before);
  void fill_core();

  const ScenarioEvents* events_ = nullptr;
  LockBlocks blocks_;
  ObjectCounts counts_;
  PartialOrder order_;
  std::vector<Fact> facts_;
  std::vector<Choice> choices_;
  std::vector<std::uint32_t> open_;  // choices not made yet
  std::vector<Why> why_;             // by edge of the order
  std::vector<Conflict> refuted_;    // by level: why the other branch there is impossible
  Conflict conflict_;
  bool is_exact_ = true;
  bool gave_up_ = false;
  std::uint64_t branches_ = 0;
  std::uint64_t all_branches_ = 0;
  std::uint64_t all_edges_ = 0;
  OrderCore core_;

  std::vector<bool> is_binding_;                    // by reason
  std::vector<std::uint32_t> thread_of_cell_;       // kNothing: none, or several
  std::vector<bool> is_shared_;                     // by cell
  std::vector<std::vector<std::uint32_t>> writes_;  // by cell
  std::vector<bool> takes_part_;                    // by event: is it in a fact or choice?
  std::vector<std::uint32_t> number_;               // by event: its number in the order
  std::vector<std::uint32_t> event_;                // its inverse
  std::vector<bool> is_explained_;                  // by edge
  std::vector<std::size_t> to_explain_;
  std::vector<std::size_t> way_;
};

}  // namespace heddle::explore::interference
