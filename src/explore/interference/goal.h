#pragma once

#include <vector>

#include "base/id.h"
#include "explore/interference/forest.h"

namespace heddle::explore::interference {

using GoalId = base::Id<struct GoalTag>;

// What scenarios are searched for: threads that have reached these nodes and have gone no further.
struct Goal {
  enum class Kind : std::uint8_t {
    kSink,        // one dangling node, the last event of all
    kTogether,    // covered nodes at the same time: threads that wait for each other
    kStandstill,  // covered nodes of all threads, each of which has ended or cannot continue
    kStuck,       // some of the nodes of a standstill: no thread there has been woken
  };
  Kind kind = Kind::kSink;
  std::vector<NodeId> ends;  // of different threads
  NodeId done;       // has happened as well, whatever its thread has done since; none if there is no such requirement
  NodeId next;       // what is to be tried then; none if anything will do
  NodeId unwritten;  // a read that no other thread may have written for; none if there is none

  // Of all threads, or of some?
  bool is_standstill() const { return kind == Kind::kStandstill || kind == Kind::kStuck; }
};

}  // namespace heddle::explore::interference
