#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/encoding_limits.h"

namespace heddle::unfolding {

class Encoding;

// Does a thread at this condition wait for something that is not one particular thread?
bool is_waiting(const BranchingProcess& process, EventId condition);
// The places at which threads wait when these are their last events, in increasing order.
std::vector<trace::PlaceId> waiting_places(const BranchingProcess& process, std::span<const EventId> last);

// Finds the deadlocks in which threads wait for a signal, a semaphore or a barrier, including those that no test has
// run into. Such a thread waits for something that any other one may do, so there is no cycle to search for. Instead,
// it searches for a configuration (encoding.h) in which no event is enabled, no thread has failed or was cut, and some
// thread waits. The branching process must be complete: an event that is missing would have been enabled.
//
// Deadlocks are told apart by the places at which the threads wait for signals, semaphores and barriers, as the
// findings are. Owned by the strategy; the branching process must not change while it is used.
class WaitingDeadlocks {
 public:
  explicit WaitingDeadlocks(const BranchingProcess& process);
  ~WaitingDeadlocks();

  // Does any thread ever wait like this?
  static bool possible(const BranchingProcess& process);

  // Leaves out the deadlock in which threads wait at exactly these places.
  void exclude(std::span<const trace::PlaceId> places);

  // No configuration contains all of these events: no inputs lead to them.
  void exclude_together(std::span<const EventId> events);

  // The next deadlock: the last event of each thread, by thread.
  Answer next(double seconds, std::vector<EventId>& last);

 private:
  void require_nothing_enabled();
  void require_program_goes_on();
  // A thread that waits for a location waits because of one of its versions.
  void require_blocking_versions();
  void require_somebody_waits();

  const BranchingProcess& process_;
  std::unique_ptr<Encoding> encoding_;
  std::map<trace::PlaceId, std::vector<EventId>> waiting_;  // the conditions at which a thread waits, by place
};

}  // namespace heddle::unfolding
