#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <set>
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
// candidate for a dangling node are dropped once that is covered. A scenario that is realizable has only such
// extensions as need at least as many interferences, so each node is covered with the fewest.
//
// A thread that is joined has to end, and if it reads something that others must have written first, whichever way it
// ends, that is one more interference, of this thread: candidates are taken by their degree with those that are certain
// to come. Without that, all ways in which some of many joined threads end come before the one in which all do.
// Owned by a strategy.
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
  // It is the end of a thread. `is_interfered`: no thread comes there that reads only what it has written itself.
  void add_end(NodeId n, bool is_interfered);

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
  // Degree with what is certain to come, not urgent, number: the smallest comes first.
  using Entry = std::tuple<std::uint32_t, bool, std::uint32_t>;

  void push(ScenarioId candidate);
  void enqueue(ScenarioId candidate);
  std::uint32_t still_needed(ScenarioId candidate);
  bool needs_interference(const Scenario& scenario, trace::ThreadId joined) const;
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
  // The ends of threads that need an interference of their own, and threads with another end.
  std::set<NodeId> interfered_ends_;
  std::set<trace::ThreadId> ends_alone_;
  std::vector<GoalId> left_out_;
  std::vector<trace::ThreadId> joined_;  // scratch of still_needed
  Scenario scratch_;
};

}  // namespace heddle::explore::interference
