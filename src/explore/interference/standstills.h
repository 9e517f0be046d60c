#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "explore/interference/forest.h"
#include "explore/interference/goal.h"

namespace heddle::explore::interference {

// A deadlock that the thread trees allow: a goal that may or may not be realizable, and the places at which threads
// wait, by which findings distinguish deadlocks (trace/deadlock_cores.h).
struct Standstill {
  Goal goal;
  std::vector<trace::PlaceId> places;  // in increasing order, each once
};

// Finds them: (1) threads that wait in a cycle, each for a lock that the next one holds or for its end; (2) a thread
// that waits for a lock that another one still held when it ended; (3) all threads have ended or wait, and at least one
// of them for something else: a signal, a semaphore, a barrier, a readers-writer lock. Which locks a thread holds and
// what it would do next is known from its local history, so cycles and kept locks can be found without looking at other
// threads. Used once, when the trees are complete.
class Standstills {
 public:
  // Where a thread may stay for ever.
  struct Position {
    NodeId node;
    trace::ThreadId thread;
    bool has_ended = false;
    trace::OpKind kind = trace::OpKind::kExit;  // of the operation that it waits at
    trace::LocationId location;
    trace::ThreadId joined;
    trace::PlaceId place;
    std::vector<trace::LocationId> held;
    std::vector<NodeId> created;  // roots of threads that it created

    bool holds(trace::LocationId lock) const;
    bool waits_for_thread() const { return kind == trace::OpKind::kLock || kind == trace::OpKind::kJoin; }
  };

  explicit Standstills(const ThreadTrees& trees);

  // Threads that wait for each other, in a cycle or for one that has ended.
  std::vector<Standstill> find_circles();
  // All threads together. None if no thread waits for anything else.
  std::vector<Standstill> find_together();
  // The same where there would be too many to examine one by one.
  bool are_many() const;
  const std::vector<Position>& positions() const { return positions_; }
  // Are the two incompatible: of one thread, or holding the same lock?
  static bool excludes(const Position& a, const Position& b);
  // Does `of` wait for something that `other` has, or for its end?
  static bool is_in_the_way(const Position& other, const Position& of);
  // Positions of all threads: can none continue, as far as that depends on locks and ends of threads?
  static bool is_stuck(const std::vector<const Position*>& chosen);
  static void add(Goal::Kind kind, const std::vector<const Position*>& positions, std::vector<Standstill>& result);
  // Two threads that are about to access the same memory, one of them writing, and hold no lock in common: if they can
  // be there together, the two accesses race, unless they are atomic. The places are those of the accesses.
  std::vector<Standstill> find_conflicts();
  // A thread has ended the life of an object (a lock, a memory cell) and another one is about to use it, or the other
  // way round: it holds the lock, or waits for it. Not if one must have joined the other before.
  std::vector<Standstill> find_lifetimes();
  // Were there too many states of all threads together to examine?
  bool gave_up() const { return gave_up_; }

  static constexpr std::uint64_t kMaxTuples = 200'000;
  static constexpr double kFewWays = 2'000;

 private:
  void add_position(NodeId n);
  Position position_before(NodeId n, const Node& next) const;
  bool has_joined(NodeId n, trace::ThreadId thread) const;
  double ways_behind(NodeId root) const;
  std::vector<NodeId> first_roots() const;
  void add_lifetimes(NodeId destroy, const std::vector<NodeId>& uses, std::vector<Standstill>& result);
  void add_use(NodeId destroy, NodeId use, std::vector<Standstill>& result) const;
  void add_occupied(NodeId n, const Node& destroy, std::vector<Standstill>& result);
  bool may_go_on();
  void find_circles(std::vector<const Position*>& chain, std::vector<Standstill>& result);
  void find_together(std::vector<NodeId>& roots, std::size_t next, std::vector<const Position*>& chosen,
                     std::vector<Standstill>& result);

  const ThreadTrees* trees_;
  std::vector<Position> positions_;
  std::map<NodeId, std::vector<std::size_t>> by_root_;
  std::map<std::pair<trace::ThreadId, NodeId>, NodeId> root_of_creation_;
  bool somebody_waits_ = false;
  std::uint64_t tuples_ = 0;
  bool gave_up_ = false;
};

}  // namespace heddle::explore::interference
