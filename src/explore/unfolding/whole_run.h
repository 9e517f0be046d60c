#pragma once

#include <vector>

#include "unfolding/branching_process.h"
#include "unfolding/marking.h"

namespace heddle::explore {

// Does some event of a run belong to no other run? Then it needs a test of its own in every strategy, and the
// unfolding has nothing to share.
//
// Let C be the history of the last event of some thread, and R the rest of the run, which may be empty. R follows from
// C, and no other run has C, if
// 1. each thread takes no further step, and no event of R has one of several outcomes;
// 2. no two events of R, of different threads, are at a location that one of them modifies;
// 3. an event of R that only observes knows, from its thread's past, the last version in C of its location.
// Let a run have C, and let d be its first event after C that is not in R. The thread of d is where it is in R before
// an event r (1), so d does the same to the same location, and differs by the version that it observes or replaces.
// That is at least the last one in C: by (3) if it only observes, and because it would replace what C replaces
// otherwise. Nor is it one from R of another thread (2). So d is r.
class WholeRun {
 public:
  explicit WholeRun(const unfolding::BranchingProcess& process) : process_(process) {}

  // Of a run that ended in this marking.
  bool is_whole(const unfolding::Marking& marking);

 private:
  // With more events than this after C, there are nearly always two that conflict.
  static constexpr std::uint32_t kMaxRest = 64;

  unfolding::EventId last_of(const unfolding::Marking& marking, std::size_t thread) const;
  bool takes_further_steps(const unfolding::Marking& marking) const;
  bool collect_rest(const unfolding::Marking& marking, const unfolding::History& past);
  bool follows(const unfolding::History& past) const;
  bool follows(unfolding::EventId event, const unfolding::History& past) const;
  bool conflicts_in_rest(unfolding::EventId event) const;

  const unfolding::BranchingProcess& process_;
  std::vector<unfolding::EventId> rest_;
};

}  // namespace heddle::explore
