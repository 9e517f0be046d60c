#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"
#include "explore/interference/temporal_constraints.h"

namespace heddle::explore::interference {

// The worklists of candidates, one for each degree, and what is to be extended when the forest grows (Alg. 1 and 3).
//
// A candidate is a scenario whose sink is a dangling node. One that is not realizable is extended at the reads, objects
// and threads of its core: by each node that is known there, and later by each that becomes known. All extensions of a
// candidate for a dangling node are dropped once it is covered. The extensions of a scenario need at least as many
// interferences, so each node is covered with the fewest possible. Owned by a strategy.
class Exploration {
 public:
  Exploration(const ThreadTrees& trees, Scenarios& scenarios) : trees_(&trees), scenarios_(&scenarios) {}

  // A dangling node; `urgent` ones come first among candidates with the same number of interferences.
  void add_sink(NodeId sink, bool urgent);
  // Other goals. None if it contradicts itself.
  GoalId add_goal(const Goal& goal, bool urgent);
  // It was covered, or replaced by more specific ones.
  void close(GoalId goal);
  void close(NodeId sink);
  bool is_open(GoalId goal) const { return open_[goal.index()]; }
  // It is not realizable: to be extended at what its core names.
  void extend(ScenarioId candidate, const std::vector<NodeId>& reads, const OrderCore& core);
  // It will come again, since its sink may have other outcomes.
  void repeat(ScenarioId candidate) { push(candidate); }
  // A node that was covered.
  void add_node(NodeId n);

  // The candidate with the fewest interferences whose goal is open; none if there is none.
  ScenarioId pop();
  // Candidates with more interferences are omitted. Has that happened to one whose goal is open?
  void set_bound(std::uint32_t bound) { bound_ = bound; }
  bool has_left_out() const;
  // Their sinks.
  std::vector<NodeId> left_out_sinks() const;

 private:
  struct AtRead {
    ScenarioId candidate;
    NodeId read;
  };
  // Degree, not urgent, number: the smallest comes first.
  using Entry = std::tuple<std::uint32_t, bool, std::uint32_t>;

  void push(ScenarioId candidate);
  void interfere(const AtRead& at, NodeId write);
  void happen_at_object(ScenarioId candidate, NodeId n);
  void happen_at_end(ScenarioId candidate, NodeId n);
  bool helps(const Scenario& scenario, NodeId n) const;
  bool is_watched(const Scenario& scenario, trace::LocationId object) const;

  const ThreadTrees* trees_;
  Scenarios* scenarios_;
  std::uint32_t bound_ = UINT32_MAX;
  std::vector<bool> open_;                             // by goal
  std::vector<bool> urgent_;                           // by goal
  std::unordered_map<std::uint32_t, GoalId> goal_of_;  // by sink
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
  std::unordered_map<std::uint32_t, std::vector<AtRead>> at_reads_;        // by location
  std::unordered_map<std::uint32_t, std::vector<ScenarioId>> at_objects_;  // by location
  std::unordered_map<std::uint32_t, std::vector<ScenarioId>> at_ends_;     // by thread
  std::vector<GoalId> left_out_;
  Scenario scratch_;
};

}  // namespace heddle::explore::interference
