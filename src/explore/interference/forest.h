#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/id.h"
#include "symbolic/ids.h"
#include "trace/operation.h"

namespace heddle::explore::interference {

// A node of a thread tree: an event of one thread after one local history.
using NodeId = base::Id<struct NodeTag>;

// Which of the outcomes that an operation can have from the point of view of its own thread.
inline constexpr std::int64_t kAnyOutcome = INT64_MIN;        // any outcome will do: none is known yet
inline constexpr std::int64_t kOtherOutcome = INT64_MIN + 1;  // none of those that its siblings have

// What a thread does at a node (Def. 1, extended): a read with a fresh variable, a write with an expression, a branch
// with its condition, an operation on a synchronisation object, the creation, the joining or the end of a thread.
// An atomic read-modify-write is a read and a write in one node; a compare-exchange that succeeds is that too, with a
// condition on what it finds, and one that fails is a read with the opposite condition.
struct Event {
  trace::OpKind kind = trace::OpKind::kExit;
  trace::ThreadId thread;
  trace::LocationId location;
  trace::PlaceId place;
  std::int32_t other = trace::kNoChoice;  // kCreate, kJoin: that thread
  std::int64_t operand = 0;               // as in trace::Operation
  std::int64_t outcome = 0;               // see outcome_of
  bool writes = false;                    // memory
  symbolic::ExprId variable;              // what it reads from memory
  symbolic::ExprId written;               // what it writes there; none if that is `value` for all inputs and reads
  std::int64_t value = 0;
  symbolic::ExprId condition;  // of a branch or compare-exchange, that it has this outcome

  bool reads() const { return variable.valid(); }
};

// The outcome of an executed operation, as far as its thread notices: which way a branch goes, whether a try succeeds,
// whether a barrier lets the thread pass immediately, what sem_getvalue returns. 0 where there is nothing to notice.
std::int64_t outcome_of(const trace::Operation& op);
// Can its thread notice different outcomes?
bool has_outcomes(trace::OpKind kind);
// Does the operation concern an object whose state is not memory: a lock, a semaphore, ...?
bool is_synchronisation(trace::OpKind kind);

struct Node : Event {
  NodeId parent;            // none for the root of a thread
  NodeId creator;           // of a root: the node that created the thread; none for a thread that exists from the start
  NodeId jump;              // an ancestor; see ThreadTrees::is_ancestor
  std::uint32_t depth = 0;  // of a root: 0
  bool is_root = false;     // roots have no event
  bool covered = false;     // otherwise dangling: it may or may not be reachable
  NodeId previous;          // the nearest ancestor at the same location (kExit: none)
  NodeId local_write;       // of a read: the nearest ancestor that writes the location
  std::vector<NodeId> children;
};

// An iteration of a loop without effect: the thread has done nothing in it but look, and everything that follows would
// be the same again.
struct Turn {
  NodeId first;          // none if it does not even look
  trace::PlaceId place;  // of the loop
};

// All thread trees of an interference forest (Def. 3). In each, a path from the root is the local history of a thread:
// its branches and what it notices of synchronisation. Reads are symbolic, so it makes no difference here who wrote
// what they read: interference edges are part of scenarios, and a tree is shared by all of them.
//
// Invariants: (1) the covered nodes of a tree have covered parents; (2) siblings have the same operation and different
// outcomes; (3) a thread that is created after different histories of its creator has a root for each. Owned by a
// strategy.
class ThreadTrees {
 public:
  const Node& operator[](NodeId n) const { return nodes_[n.index()]; }
  std::size_t size() const { return nodes_.size(); }

  // Created when first requested.
  NodeId root(trace::ThreadId thread, NodeId creator);
  // None if there is none.
  NodeId child(NodeId parent, std::int64_t outcome) const;
  NodeId add(NodeId parent, const Event& event, bool covered);
  // A dangling node was reached.
  void cover(NodeId n, const Event& event);
  void remove_child(NodeId parent, NodeId child);
  // The thread waits in a loop when it has reached the node: this iteration had no effect.
  void add_turn(NodeId last, const Turn& turn) { turns_.emplace(last, turn); }
  // Null if none ends with the node.
  const Turn* turn_to(NodeId last) const;

  // Is a on the path from the root to b, or b itself?
  bool is_ancestor(NodeId a, NodeId b) const;
  NodeId root_of(NodeId n) const;
  // The nodes from the root (exclusive) to n, in order.
  void path_to(NodeId n, std::vector<NodeId>& path) const;

  // Covered nodes that write to the memory location, or operate on the object.
  const std::vector<NodeId>& at(trace::LocationId location) const;
  // Covered nodes with the end of the thread.
  const std::vector<NodeId>& ends_of(trace::ThreadId thread) const;

 private:
  NodeId append(Node node);
  void link(Node& node) const;
  void index(NodeId n);

  std::vector<Node> nodes_;
  std::map<std::pair<trace::ThreadId, NodeId>, NodeId> roots_;
  std::unordered_map<std::uint32_t, std::vector<NodeId>> at_;
  std::unordered_map<std::uint32_t, std::vector<NodeId>> ends_;
  std::map<NodeId, Turn> turns_;  // by the last node
};

}  // namespace heddle::explore::interference
