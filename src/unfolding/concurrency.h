#pragma once

#include <cstdint>

#include "unfolding/branching_process.h"
#include "unfolding/linearizer.h"
#ifdef HEDDLE_CHECKED
#include "unfolding/naive_net.h"
#endif

namespace heddle::unfolding {

// Can two histories happen in one execution?
//
// Let A and B be histories, a read r of A that is not in B *stale* if B replaces the version that r observes.
// The union of A and B is a configuration iff
//  (i)   the last events of every thread in A and B are comparable in the thread tree, and
//  (ii)  the last versions of every location are comparable in the version tree, and
//  (iii) place-replicated: neither side has a stale read (the replacing event consumed the copy that r reads;
//        had it consumed it after r, then r would be in B).
//        contextual: the union is acyclic under program order, causality, and reads before next versions. If
//        A has no stale read then B followed by the rest of A is an execution, and vice versa; if both have
//        one, the union is linearised (linearizer.h).
class Concurrency {
 public:
  explicit Concurrency(const BranchingProcess& process) : process_(process), linearizer_(process) {}

  bool consistent(const History& a, const History& b);

  // Can the thread condition and the version be marked together: consistent, the thread is still at the
  // condition, and the version is still current?
  bool together(EventId condition, EventId version) { return together(condition, version, process_.history(version)); }
  // The same, with the history of the version, for callers that ask about many conditions.
  bool together(EventId condition, EventId version, const History& of_version);

  std::uint64_t checks() const { return checks_; }
  std::uint64_t linearisations() const { return linearisations_; }

 private:
  bool decide_consistent(const History& a, const History& b);
  bool decide_together(EventId condition, EventId version, const History& of_version);
  bool versions_comparable(const History& a, const History& b) const;
  // Climbs from `lower` to `upper`, the last events of a thread in two histories, where `upper` may be none; false if
  // it does not get there. Sets `stale` if an event on the way is a stale read with respect to `other`.
  bool climb(EventId lower, EventId upper, const History& other, bool& stale) const;

  const BranchingProcess& process_;
  Linearizer linearizer_;
  Cut cut_;
  std::uint64_t checks_ = 0;
  std::uint64_t linearisations_ = 0;
#ifdef HEDDLE_CHECKED
  // The slow twin answers too, as long as it is not too slow.
  static constexpr std::size_t kMaxTwinEvents = 300;
  NaiveNet twin_{process_};
#endif
};

}  // namespace heddle::unfolding
