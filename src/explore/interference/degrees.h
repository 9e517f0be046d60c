#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "explore/interference/forest.h"

namespace heddle::explore::interference {

// The number of interferences that each event of a run needs: those among the events that must come before it. These
// are the earlier ones of its thread, the creation of the thread, the write that a read gets its value from, the end of
// a thread that is joined, and all earlier operations on the same synchronisation object. Owned by whoever observes
// traces.
class Degrees {
 public:
  void start();
  // The next event of the run.
  std::uint32_t of(const Event& event);

 private:
  using Clock = std::vector<std::uint32_t>;  // by thread: how many of its events come before
  struct Thread {
    Clock clock;
    std::vector<std::uint32_t> interferences{0};  // among its first n events
  };
  struct Cell {
    Clock clock;
    trace::ThreadId writer;
  };

  Thread& thread(trace::ThreadId t);
  static void join(Clock& into, const Clock& other);

  std::vector<Thread> threads_;
  std::unordered_map<std::uint32_t, Cell> cells_;  // by location
};

}  // namespace heddle::explore::interference
