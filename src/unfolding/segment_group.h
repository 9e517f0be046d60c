#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// Segments of one thread, each given by its event, arranged for the question which of them may happen together with a
// segment of another thread:
// 1. by what they know of the other thread, its last event in their history;
// 2. by their own thread: of its tree, the events that lead to segments.
// Owned by Segments.
class SegmentGroup {
 public:
  void add(const BranchingProcess& process, EventId e);

  bool contains(EventId e) const;
  // Is there a segment after this event of the thread?
  bool has_below(EventId e) const;
  // The next events of the thread after this one (none: its first ones) that lead to segments or have one.
  void push_below(EventId e, std::vector<EventId>& result) const;

  // Fills `result` with the segments that know only what comes before `e`, or nothing, of its thread; false if there
  // are more than `most`.
  bool unaware(const BranchingProcess& process, EventId e, std::size_t most, std::vector<EventId>& result);

 private:
  // An event that has a segment, or leads to one.
  struct Node {
    bool has_segment = false;
    EventId first_child;
    EventId next_sibling;
  };
  using ByEvent = std::unordered_map<EventId, std::vector<EventId>>;
  // By what segments know of a thread; none: nothing.
  struct Knowledge {
    std::size_t sorted = 0;  // how many of the segments are in
    ByEvent segments;
  };

  std::vector<EventId> segments_;
  std::unordered_map<EventId, Node> nodes_;
  EventId first_root_;
  std::vector<Knowledge> knowledge_;  // by thread
};

}  // namespace heddle::unfolding
