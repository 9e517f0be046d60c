#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "explore/interference/degrees.h"
#include "explore/interference/forest.h"
#include "symbolic/expressions.h"
#include "trace/trace.h"

namespace heddle::explore::interference {

// A covered node first shown by this run, and the interferences that it needed there.
struct NewNode {
  NodeId node;
  std::uint32_t degree = 0;
};

// Adds runs to the thread trees (Alg. 2): what they covered, and a dangling node for each thing that a thread might
// have done instead or could do next.
//
// What a run shows counts only up to a number of interferences. Beyond it, a thread has encountered an interference
// that was not foreseen (5.3): its next event becomes a dangling node, for which scenarios are searched as for all
// others. So each node is found with the fewest interferences that it needs, in whatever order runs show things. Owned
// by a strategy.
class ForestBuilder {
 public:
  ForestBuilder(ThreadTrees& trees, symbolic::Expressions& expressions) : trees_(&trees), expressions_(&expressions) {}

  // Throws trace::Surprise if a thread does something after a known history that it did not do there before.
  void add(const trace::Trace& trace, std::uint32_t max_degree);

  // Of the last run: newly covered nodes; dangling nodes that were created; those that were replaced by more specific
  // ones; and those for "other outcomes" that have got a new covered sibling.
  const std::vector<NewNode>& covered() const { return covered_; }
  const std::vector<NodeId>& dangling() const { return dangling_; }
  const std::vector<NodeId>& replaced() const { return replaced_; }
  const std::vector<NodeId>& narrowed() const { return narrowed_; }
  // The covered nodes of the run, in order.
  const std::vector<NodeId>& nodes() const { return nodes_; }
  // Decisions with more outcomes than are tried.
  const std::vector<NodeId>& given_up() const { return given_up_; }
  // Loops that wait, of which some iterations have an effect in some runs that make the same decisions.
  const std::set<trace::PlaceId>& uncertain_loops() const { return uncertain_loops_; }
  // Behind these a thread has failed.
  const std::set<NodeId>& failures() const { return failures_; }

 private:
  struct Position {
    bool is_started = false;
    bool is_stopped = false;
    NodeId node;
  };

  Position& position(trace::ThreadId t);
  void start_at(trace::ThreadId t, const Position& at);
  void step(const Event& event, std::uint32_t degree, std::size_t index);
  void check_same(NodeId parent, const Event& event, std::size_t index) const;
  void cover(NodeId n, const Event& event, std::uint32_t degree);
  void add_alternatives(NodeId parent, const Event& event);
  void add_dangling(NodeId parent, Event event, std::int64_t outcome);
  void add_next(Position& at, const Event& event);
  void add_turn(const trace::Operation& pending);
  void drop_unknown(NodeId parent);
  void narrow_others(NodeId parent, const Event& event);

  ThreadTrees* trees_;
  symbolic::Expressions* expressions_;
  Degrees degrees_;
  std::vector<Event> events_;
  std::vector<Position> positions_;
  std::vector<NewNode> covered_;
  std::vector<NodeId> dangling_;
  std::vector<NodeId> replaced_;
  std::vector<NodeId> narrowed_;
  std::vector<NodeId> nodes_;
  std::vector<NodeId> given_up_;
  std::set<trace::PlaceId> uncertain_loops_;
  std::set<NodeId> failures_;
};

// How many outcomes of one decision are tried at most.
inline constexpr std::size_t kMaxChildren = 1024;

}  // namespace heddle::explore::interference
