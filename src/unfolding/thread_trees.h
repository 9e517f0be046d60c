#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/growing_array.h"
#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"

namespace heddle::unfolding {

// The thread trees, arranged for the question which conditions of a thread can happen together with a history: those
// that wait for a location, those that wait for the end of a thread, those at the end of their thread.
//
// The walk goes down the tree of the thread from its last event in the history and prunes where an event is not
// consistent with the history: histories only grow downward. What it meets is consistent, so it can become part of an
// execution with the history, and nearly always leads to an answer. Two things keep it from what is no answer:
// 1. A condition may have many successors, one for each version that it met. They are a forest, by the tree of
//    versions: if a version is not consistent with the history, neither is any below it.
//    The successors of a condition that joins are found by the ends of the other thread, which is the same walk.
// 2. Each event has a set of what is wanted at or below it (a filter: it may say more), so that the walk goes where
//    there is something to find.
// Owned by Extensions.
class ThreadTrees {
 public:
  ThreadTrees(const BranchingProcess& process, Concurrency& concurrency);

  // A new extension.
  void add(EventId e);
  // A condition, also the start of a thread: what its thread wants next, or that it has ended, is known.
  void reached(EventId condition);

  // It has been executed and modifies its location.
  void modified(EventId e);

  // Fill `result` with the conditions that can happen together with the history, of other threads than that of its own
  // event, and whose thread is in this history not beyond them:
  // those with a next operation on the location,
  void wanting(const History& history, trace::LocationId location, std::uint32_t except, std::vector<EventId>& result);
  // those that modify it,
  void modifying(const History& history, trace::LocationId location, std::uint32_t except,
                 std::vector<EventId>& result);
  // those by which a thread joins another one,
  void joining(const History& history, std::uint32_t thread, std::uint32_t joined, std::vector<EventId>& result);
  // those at the end of the thread.
  void ended(const History& history, std::uint32_t thread, std::vector<EventId>& result);

  // The threads that have wanted to join it.
  std::span<const std::uint32_t> joiners(std::uint32_t thread) const {
    return thread < by_joined_.size() ? std::span<const std::uint32_t>(by_joined_[thread])
                                      : std::span<const std::uint32_t>();
  }

  // How much work the walks were: events looked at.
  std::uint64_t steps() const { return steps_; }

 private:
  // What a condition wants, or that its thread has ended.
  struct Want {
    enum class Kind : std::uint8_t { kLocation, kModified, kJoin, kCreate, kEnd } kind;
    std::uint32_t of;  // location or thread

    friend bool operator==(const Want&, const Want&) = default;
    std::uint64_t bit() const;
  };
  // Links are 1 + EventId::value, 0 for none.
  struct Node {
    std::uint64_t wanted = 0;       // at or below it
    std::uint32_t up = 0;           // whose list it is in
    std::uint32_t next = 0;         // in that list
    std::uint32_t first_child = 0;  // of its successors, those at no version below another's
    std::uint32_t first_below = 0;  // of the events of the same condition, those at versions below its own
  };
  // The ends of a thread that are consistent with the present history.
  struct Ends {
    std::uint64_t round = 0;
    bool unfinished = false;
    std::vector<EventId> events;
  };

  void mark(EventId e, Want want);
  Want want_of(EventId condition) const;
  // The event of the same condition at the nearest version above; none if there is none.
  EventId nearest_above(EventId e) const;
  EventId first_of(EventId condition, EventId version) const;
  void note_first(EventId e);

  void begin(const History& history);
  void find(std::uint32_t thread, Want want, std::vector<EventId>& result);
  void enter(std::uint32_t thread, Want want, std::vector<EventId>& result);
  // A condition that is consistent with the history.
  void reach(EventId condition, Want want, std::vector<EventId>& result);
  void look_at(EventId e, Want want, std::vector<EventId>& result);
  void push_list(std::uint32_t list);
  bool possible(EventId version);
  // Computes ends_[thread]; false if that is under way: threads that join each other.
  bool find_ends(std::uint32_t thread);

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  base::GrowingArray<Node> nodes_;                       // by event
  std::vector<std::vector<std::uint32_t>> by_location_;  // the threads that have wanted it
  std::vector<std::vector<std::uint32_t>> by_modified_;  // the threads that have modified it
  std::vector<std::vector<std::uint32_t>> by_joined_;    // the threads that have wanted to join it
  std::vector<std::vector<EventId>> starts_;             // by thread
  // Place-replicated: the first event of each pair of a condition and a version that it modifies. Open addressing; a
  // slot is a link.
  std::vector<std::uint32_t> firsts_;
  std::size_t first_count_ = 0;
  // The present walk.
  History history_;
  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> versions_;  // by version: 2 * round + answer
  std::vector<Ends> ends_;               // by thread
  std::vector<EventId> to_visit_;
  std::uint64_t steps_ = 0;
};

}  // namespace heddle::unfolding
