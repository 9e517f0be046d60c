#pragma once

#include <cstdint>
#include <deque>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "explore/interference/forest.h"
#include "explore/interference/goal.h"

namespace heddle::explore::interference {

using ScenarioId = base::Id<struct ScenarioTag>;

// An interference edge: the read gets what the write of another thread wrote.
struct Interference {
  NodeId write;
  NodeId read;

  friend auto operator<=>(const Interference&, const Interference&) = default;
};

// How far a thread goes: to this node and no further.
struct Leaf {
  trace::ThreadId thread;
  NodeId node;

  friend auto operator<=>(const Leaf&, const Leaf&) = default;
};

// An interference scenario (Def. 4), unfolded: a path in some of the thread trees, and the interference edges. Reads
// without an edge are local: they get what their own thread wrote last, or the initial value.
struct Scenario {
  const Goal* goal = nullptr;
  std::vector<Leaf> leaves;  // of different threads
  std::vector<Interference> interferences;

  NodeId leaf_of(trace::ThreadId thread) const;
  // The node of a goal of this kind; none for others.
  NodeId sink() const { return goal->kind == Goal::Kind::kSink ? goal->ends[0] : NodeId::none(); }
  // The write that interferes with the read; none if it is local.
  NodeId interfering(NodeId read) const;
};

// All scenarios created so far, each once and each as a difference from the one that it extends, so that they share
// what they have in common.
//
// What an extension adds is a node with everything that comes before it in its thread and in the threads that created
// it; and perhaps that its write interferes with a read. This is the merge with the causal interference scenario of the
// node (Def. 5, 6), in which the reads are local at first: their interferences are made by extensions, too. Owned by a
// strategy.
class Scenarios {
 public:
  explicit Scenarios(const ThreadTrees& trees) : trees_(&trees) {}

  // The paths to the nodes of the goal alone, and to the nodes that created these threads. None if they contradict each
  // other.
  ScenarioId start(const Goal& goal);
  // None if the node contradicts the scenario (they are not compatible: one thread would do two things), if something
  // would have to happen before itself, or if the same scenario was created before. `read`: interfered with by the
  // node; none if the node only has to happen.
  ScenarioId extend(ScenarioId base, NodeId node, NodeId read);

  void unfold(ScenarioId id, Scenario& result) const;
  GoalId goal_of(ScenarioId id) const { return entries_[id.index()].goal; }
  const Goal& goal(GoalId id) const { return goals_[id.index()]; }
  std::uint32_t degree_of(ScenarioId id) const { return entries_[id.index()].degree; }
  std::size_t size() const { return entries_.size(); }
  // Scenarios that were created once more, in another order.
  std::uint64_t duplicates() const { return duplicates_; }
  // Switches off the search for duplicates.
  void allow_duplicates() { once_ = false; }

 private:
  struct Entry {
    ScenarioId base;
    NodeId node;  // none if there is no base
    NodeId read;
    GoalId goal;
    std::uint32_t degree = 0;
  };

  // Adds a node and everything that must come before it. False if that contradicts the leaves.
  bool bring(NodeId node, const Goal& goal, std::vector<Leaf>& leaves) const;
  bool bring_path(NodeId node, const Goal& goal, std::vector<Leaf>& leaves) const;
  bool bring_ends(const Goal& goal, std::vector<Leaf>& leaves) const;
  // Must the read happen before the write, according to the order in threads and the interferences?
  bool is_before(NodeId read, NodeId write, const Scenario& scenario);
  ScenarioId append(const Entry& entry);

  const ThreadTrees* trees_;
  std::vector<Entry> entries_;
  std::deque<Goal> goals_;
  std::unordered_set<base::Hash128> known_;
  std::uint64_t duplicates_ = 0;
  bool once_ = true;
  Scenario scratch_;
  std::vector<std::pair<trace::ThreadId, std::uint32_t>> later_;  // for is_before: everything from this depth on
};

}  // namespace heddle::explore::interference
