#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "runtime/memory/mapped_array.h"
#include "trace/ids.h"

namespace heddle::runtime {

struct Thread;

// The lock that a thread took without a step.
struct IdleSection {
  std::uint64_t lock = 0;   // its address; 0 if there is none
  std::uint32_t steps = 0;  // of the thread, at the time it took it
};

// Locks that order nothing (docs/idle-locks.md): nobody has done anything under them, or before or after them, that
// another thread could notice. Taking one and releasing it are not steps, and the race detector does not see them.
// Every lock is one of these until a run shows otherwise: a step under it, any use of it other than locking and
// unlocking, a thread that does not release it, or a race with an access of a thread that took it. That lock goes to
// Slot::found_cells, the run does not count, and the exploration starts again.
//
// 1. A thread has at most one idle lock at a time and takes no step under it, so nobody ever waits for one.
// 2. The state of its location is kept, so that a lock found in the middle of a run excludes others from then on, and
//    the run remains a possible one.
// Owned by the runtime.
class IdleLocks {
 public:
  void init();
  // Learns which locks order something, before a run.
  void start_run(const abi::Channel& channel, const abi::Slot& /*slot*/);

  // Does it order nothing, as far as is known?
  bool is_idle(std::uint64_t lock) const { return enabled_ && !is_known(lock); }
  // The thread takes it. False if it must be a step.
  bool take(Thread& self, std::uint64_t lock, bool is_free);
  // The thread releases it. False if it must be a step.
  bool let_go(Thread& self, std::uint64_t lock);
  // It orders something.
  void found(std::uint64_t lock);
  // An access of one thread races with one of the other, assuming that idle locks order nothing. True if they might.
  bool may_order(trace::ThreadId a, trace::ThreadId b);
  // The run is over for this thread.
  void end(const Thread& thread);
  // Did the run find any? Then it does not count.
  bool any_found() const { return found_.size() != 0; }

 private:
  // Which threads took what in this run.
  struct Taken {
    trace::ThreadId thread;
    std::uint32_t times = 0;
    std::uint64_t lock = 0;
  };
  static constexpr std::uint32_t kSlots = 1 << 20;  // open addressing
  static constexpr std::size_t kMaxTaken = 4096;    // in a run; if there are more, all locks are steps
  // A thread may poll for something under a lock for ever; only steps reveal whether it does (spin.h).
  static constexpr std::uint32_t kMaxTimes = 1000;

  bool is_known(std::uint64_t lock) const;
  void insert(std::uint64_t lock);
  bool note(trace::ThreadId thread, std::uint64_t lock);

  bool enabled_ = false;
  bool all_ = false;                // do all locks order something?
  std::uint32_t count_ = 0;         // in slots_
  std::uint32_t applied_ = 0;       // how many of Knowledge::cells have been processed
  std::uint64_t* slots_ = nullptr;  // those that order something, by address
  MappedArray<Taken> taken_;
  MappedArray<std::uint64_t> found_;  // in this run
};

}  // namespace heddle::runtime
