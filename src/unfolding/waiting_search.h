#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "trace/thread_set.h"
#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/encoding_limits.h"
#include "unfolding/stuck_wants.h"
#include "unfolding/thread_trees.h"

namespace heddle::unfolding {

// Finds the deadlocks in which threads wait for a signal, a semaphore, a barrier or a readers-writer lock by walking
// through the unfolding. The branching process must be complete. (WaitingDeadlocks finds the same with a solver.)
//
// Such a deadlock is one condition for each thread that exists, all of which can happen together, where each thread has
// ended or is kept from continuing. It begins with a condition at which a thread waits, and adds one thread after
// another. For each member, what keeps it there is fixed immediately and must stay: the version that does not enable
// it, the queue that it is in, the thread that it joins. So the walk for the next member is pruned where an event would
// let a member continue; most of the time that leaves nothing, because nothing stops the thread that could let it
// continue. The threads tried first are therefore the one that made the version, and those that had no answer before.
//
// Each deadlock is found once for each of its conditions with the lowest thread that waits, which is one.
// Owned by the strategy; the branching process must not change while it is used.
class WaitingSearch : private ThreadTrees::Goal {
 public:
  // Takes the last event of each thread, by thread; false: look for another deadlock.
  using Accept = std::function<bool(std::span<const EventId> last)>;

  WaitingSearch(const BranchingProcess& process, Concurrency& concurrency, ThreadTrees& trees,
                std::span<const EventId> starts);

  // Is there a deadlock that is accepted? The next call begins near where this one ended, and may offer some again.
  // kUnknown: it needed more than `work` consistency checks, or time ran out.
  Answer next(std::uint64_t work, double seconds, const Accept& accept);

 private:
  struct Member {
    EventId condition;
    EventId version;         // which keeps it from continuing, if it wants a lock or semaphore
    trace::ThreadId joined;  // whose end it waits for, if it joins
  };
  struct Level {
    Cut cut;                          // the union of the histories of the members
    std::vector<EventId> candidates;  // conditions of the next thread
  };
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kTurnsPerLook = 256;  // looks at the clock
  enum class Found : std::uint8_t { kNone, kAccepted, kGivenUp };

  bool is_answer(EventId condition) const override;
  bool admits(const History& history) const override;
  bool lets_go_on(const Member& member, const History& history) const;

  void note_creations(std::span<const EventId> starts);
  void note_versions();
  std::span<const EventId> versions_of(EventId condition) const;

  Found begin_with(EventId condition);
  // Tries the condition as the next member, and continues from there.
  Found try_condition(EventId condition);
  // The same for one at which its thread closes: it has ended, or waits for one of the threads that it joins.
  Found try_closing(EventId condition);
  Found try_member(const Member& member);
  Found go_on();
  // A thread that exists and is not a member yet; none if there is none.
  trace::ThreadId next_thread();
  void collect_existing(const History& cut);
  bool too_much();
  // Is every thread stuck that would otherwise end the program? Once it has ended, nobody is in a deadlock.
  bool keeps_program() const;
  bool has_ended(trace::ThreadId thread) const;

  const BranchingProcess& process_;
  Concurrency& concurrency_;
  ThreadTrees& trees_;
  StuckWants stuck_;
  std::vector<EventId> creations_;    // by event: the last creation of its thread, up to it
  trace::ThreadSet initial_;          // the threads that exist from the start
  std::vector<EventId> waiting_;      // conditions at which a thread waits
  std::vector<std::uint32_t> first_;  // by condition: where its versions begin
  std::vector<EventId> versions_;     // that keep conditions from continuing
  std::size_t at_ = 0;                // index into waiting_

  // The search.
  const Accept* accept_ = nullptr;
  std::uint64_t last_check_ = 0;
  Clock::time_point end_;
  std::uint64_t turns_ = 0;
  std::vector<Member> members_;
  trace::ThreadSet chosen_;   // their threads
  trace::ThreadSet joined_;   // threads that a member joins: they must not end
  std::deque<Level> levels_;  // by number of members
  trace::ThreadSet existing_;
  std::vector<std::vector<trace::ThreadId>> order_;  // by the thread of the first member: which thread is tried first
  std::vector<EventId> last_;
};

}  // namespace heddle::unfolding
