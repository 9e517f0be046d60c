#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "trace/thread_set.h"
#include "unfolding/branching_process.h"

namespace heddle::unfolding {

using LockSetId = base::Id<struct LockSetTag>;

// What each thread condition says about the present of its thread: which locks the thread holds, and which threads are
// known to have ended, because somebody in its past has joined them. Computed when asked for, once for each event.
// 1. Only the holder of a lock releases it: anything else is a failure of the thread that tries. So two conditions that
//    hold the same lock, one of them exclusively, are never marked together.
// Owned by Segments.
class LocksHeld {
 public:
  explicit LocksHeld(const BranchingProcess& process);

  LockSetId locks(EventId e) { return info(e).locks; }
  const trace::ThreadSet& joined(EventId e) { return joined_[info(e).joined]; }
  // Is there a lock that rules out that both are held at the same time?
  bool exclude(LockSetId a, LockSetId b) const;

 private:
  struct Held {
    std::uint32_t location;
    bool exclusive;

    friend auto operator<=>(const Held&, const Held&) = default;
  };
  using LockSet = std::vector<Held>;  // sorted
  struct Info {
    std::uint32_t joined = 0;  // index into joined_
    LockSetId locks;           // none: not computed yet
  };

  const Info& info(EventId e);
  bool compute(EventId e);
  LockSetId after(LockSetId before, const Event& event, const trace::Operation& op);
  LockSetId intern(LockSet set);
  // The union of both.
  std::uint32_t unite(std::uint32_t a, std::uint32_t b);

  const BranchingProcess& process_;
  std::vector<Info> infos_;  // by event
  std::vector<const LockSet*> sets_;
  std::vector<trace::ThreadSet> joined_;  // the first is empty; an event shares that of its past if it adds nothing
  std::map<LockSet, LockSetId> ids_;
  std::vector<EventId> to_compute_;
};

}  // namespace heddle::unfolding
