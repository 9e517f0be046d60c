#pragma once

#include <algorithm>
#include <cstdint>

#include "unfolding/event.h"

namespace heddle::unfolding {

// The history of an event or of a set of events: the last event of every thread in it, and the last version of every
// location modified in it. A view: blocks of the BranchingProcess, or of a Cut.
struct History {
  struct Entry {
    std::uint32_t location;
    std::uint32_t version;  // EventId::value
  };

  const std::uint32_t* threads = nullptr;  // EventId::value by thread, for the threads other than `own_thread`
  std::uint32_t thread_count = 0;
  std::uint32_t own_thread = kNoThread;  // whose last event is `own`; kNoThread: there is no such exception
  EventId own;
  const Entry* versions = nullptr;  // by increasing location
  std::uint32_t version_count = 0;

  EventId last_of(std::uint32_t thread) const {
    if (thread == own_thread) return own;
    if (thread >= thread_count) return EventId();
    EventId e;
    e.value = threads[thread];
    return e;
  }
  // One more than the greatest thread that may have an event in it.
  std::uint32_t thread_end() const {
    return own_thread == kNoThread ? thread_count : std::max(thread_count, own_thread + 1);
  }
  // The last version of a location in this history, none if it is not modified in it.
  EventId last_version(std::uint32_t location) const {
    for (std::uint32_t i = 0; i < version_count; ++i) {
      if (versions[i].location < location) continue;
      EventId e;
      if (versions[i].location == location) e.value = versions[i].version;
      return e;
    }
    return EventId();
  }
};

}  // namespace heddle::unfolding
