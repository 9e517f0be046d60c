#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/thread_set.h"
#include "trace/trace.h"

namespace heddle::trace {

// Why threads can never continue: the threads that block each other, without the bystanders that are merely stuck
// because of them.
struct DeadlockCore {
  enum class Kind : std::uint8_t {
    kCycle,     // each waits for a lock that the next one holds, or for the end of the next one
    kKeptLock,  // one thread waits for a lock whose holder has ended
    kWaiting,   // everybody else has ended or is stuck, and these wait for a signal, a semaphore or a barrier, or in a
                // loop
  };
  Kind kind = Kind::kCycle;
  ThreadSet waiting;
  ThreadId keeper;  // kKeptLock: the thread that has ended

  friend bool operator==(const DeadlockCore&, const DeadlockCore&) = default;
};

// Finds the cores of the deadlock that a trace ends in, from the trace alone, so that a deadlock is the same finding
// whichever strategy planned the run.
//
// Nothing that other threads do can dissolve a cycle or bring back the holder of a kept lock. So these two are genuine
// in every run that went on to its end, even if a thread failed or was cut in it, or ended the program while they were
// waiting: they might have been waiting long before. Waiting threads could be released by any thread that continues,
// and waiting for work when the program ends is not a mistake; they are a core only in a run that ends as a deadlock. A
// lock of a thread that has ended the program (Pending::Why::kExited) is not kept.
//
// Invariants: (1) cycles and kept locks have no waiting thread in common; (2) a run that ends as Outcome::kDeadlock has
// at least one core; (3) nothing is allocated once `cores_` has grown.
class DeadlockCores {
 public:
  // Sorted by kind, then by the lowest thread. Valid until the next call.
  std::span<const DeadlockCore> find(const Trace& trace);

 private:
  void look_at_pending(const Trace& trace);
  // Whom each blocked thread waits for, where that is a single thread.
  void resolve(const Trace& trace);
  void find_cycles();
  void find_kept_locks();

  ThreadSet blocked_;
  ThreadSet unfinished_;
  ThreadSet waiting_;                                       // blocked by something other than a thread
  std::array<const Operation*, kMaxThreads> operations_{};  // of the blocked threads
  std::array<ThreadId, kMaxThreads> waits_for_{};           // of the blocked threads; may be none
  std::vector<DeadlockCore> cores_;
};

// The places where the waiting threads of the core stand, each once, in increasing order. Replaces the content of
// `places`.
void places_of(const DeadlockCore& core, const Trace& trace, std::vector<PlaceId>& places);

}  // namespace heddle::trace
