#pragma once

#include <string_view>
#include <vector>

#include "explore/interference/forest.h"

namespace heddle::explore::interference {

// Something that one thread may pass on to another, and that no scenario follows.
struct Unfollowed {
  std::string_view what;
  trace::PlaceId place;

  friend auto operator<=>(const Unfollowed&, const Unfollowed&) = default;
};

// Everything of this kind in the trees, each once: reads of memory that is too large for a variable, and that another
// thread writes; files and pipes that are changed while several threads are alive; threads that are joined by a thread
// other than their creator. What main wrote before it created a thread is part of the history that the thread comes
// from.
std::vector<Unfollowed> find_unfollowed(const ThreadTrees& trees);

// Has n always happened when `other` happens, because it comes before the creation of that thread?
bool is_before_creation(const ThreadTrees& trees, NodeId n, NodeId other);

}  // namespace heddle::explore::interference
