#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "unfolding/branching_process.h"

namespace heddle::unfolding {

// The marking of a running test: the condition of every thread, the current version of every location and, in the
// place-replicated net, its last reads. Reset in time proportional to what was touched.
class Marking {
 public:
  explicit Marking(const BranchingProcess& process);

  void reset();
  void start_thread(EventId start);
  // `e` must be executed.
  void fire(EventId e);

  // None for a thread that does not exist yet.
  EventId condition(trace::ThreadId thread) const { return at(conditions_, thread.index()); }
  // The event that woke a waiting thread.
  EventId waker(trace::ThreadId thread) const { return at(wakers_, thread.index()); }
  // Threads are numbered below this.
  std::size_t thread_end() const { return conditions_.size(); }
  // None: the initial version.
  EventId version(trace::LocationId location) const { return at(versions_, location.index()); }
  // The last reads of the current version by the threads other than `thread`, by thread.
  std::span<const EventId> reads(trace::LocationId location, trace::ThreadId thread);

 private:
  struct Touched {
    bool touched = false;
    std::vector<EventId> reads;  // by thread, at most one each
  };

  static EventId at(const std::vector<EventId>& events, std::size_t i) {
    return i < events.size() ? events[i] : EventId();
  }
  static void put(std::vector<EventId>& events, std::size_t i, EventId e) {
    if (i >= events.size()) events.resize(i + 1);
    events[i] = e;
  }
  void touch(trace::LocationId location);

  const BranchingProcess& process_;
  std::vector<EventId> conditions_;  // by thread
  std::vector<EventId> wakers_;      // by thread
  std::vector<EventId> versions_;    // by location
  std::vector<Touched> locations_;   // by location
  std::vector<std::uint32_t> touched_;
  std::vector<EventId> selected_;  // result of reads()
};

}  // namespace heddle::unfolding
