#pragma once

#include "runtime/schedule/scheduler.h"

// Loops that wait for other threads. An iteration that had no effect and carries the same values over as the one before
// would be repeated for ever if nobody else did anything. The thread is stopped there, as by a false assumption:
// whatever it does after the loop it also does in a run in which the reads of its first iteration come late enough to
// leave it, since an iteration without effect can be left out of any run. So every local state after the loop is still
// reached, and the exploration of programs that busy-wait is finite.
//
// Locking and unlocking are not effects of an iteration if leaving both out makes no difference to the others either:
// 1. It locks, does nothing that has an effect, and unlocks. Others may have waited for the lock in between, which they
//    then need not do; but a thread that tried to get it without waiting has seen that it was held. So this holds for
//    locks that no try ever finds held, except for tries in iterations that are left out themselves: of threads that
//    give way to each other, all can be left out together. If a try finds it held later, the exploration starts again.
// 2. It unlocks and locks again, and nobody has had the lock in between, which the thread knows from the order of the
//    operations on the lock. Waiting on a condition variable until the timeout is of this kind. If somebody has had it,
//    the next iteration counts; but of two such consecutive iterations one can be left out: what lies between the two
//    unlocks is a pair as in 1.
// Both depend only on what the thread itself has observed, so they are the same in all equivalent runs.
//
// Where reads are variables, runs are distinguished by what threads decide. An iteration is *certain* to be without
// effect in all of them if it carries over the same expressions, not only the same values, and if nothing was left out
// that could have been different for others (2.). Each thing of that kind is counted as a guess.

namespace heddle::runtime {

// Where a loop is: the frame of its function, and how far the stack extends there.
struct LoopHead {
  const void* frame;
  const void* stack;
  const heddle_place* place;
};

// At the head of a loop. Does not return if the thread can only wait there.
void at_loop_head(Scheduler& scheduler, const LoopHead& head, std::uint64_t state);

// The thread is about to take the last look of a turn of this loop: HEDDLE_AWAIT_TURN. False if the loop is not known.
bool begin_last_look(Thread& self, const void* frame, const heddle_place* place);

// The running thread calls a library function that is not a step. A loop that does so in every iteration is not
// announced; this is where it is cut.
void count_call(const heddle_place* place);

// The running thread is about to write to memory that is not visible. In a loop this is not an effect if the old value
// is there again when the loop comes round: a compare-exchange that fails writes what it found to a variable, which is
// then reset. Nor is it an effect if the variable is gone by then, with its scope or its function: the guard of a lock,
// the time that a thread sleeps.
void note_write(Thread& self, std::uint64_t address, std::uint64_t size);
// Has the thread done nothing since the head of one of its loops, except for locks that it may release again? The
// innermost loops may have been left.
inline bool may_be_in_vain(const Thread& self) {
  for (std::uint32_t loop = self.loop_count; loop != 0; --loop) {
    const std::uint64_t begin = self.loops[loop - 1].effects;
    std::uint64_t effects = self.effects;
    for (std::uint32_t i = self.section_count; i != 0 && effects != begin; --i) {
      if (self.sections[i - 1].after != effects) break;
      effects = self.sections[i - 1].before;
    }
    if (effects == begin) return true;
  }
  return false;
}
inline void before_write(Thread& self, std::uint64_t address, std::uint64_t size) {
  ++self.changes;
  if (may_be_in_vain(self)) return note_write(self, address, size);
  self.add_effect();
}
// Others may see what the thread has written since the last head: did it change anything?
void release_writes(Thread& self);
// A variable is gone: what was written to it no longer matters.
void forget_writes(Thread& self, std::uint64_t address, std::uint64_t size);

// A step of the thread has changed something.
void note_effect_in_loop(Thread& self, const trace::Operation& op);
inline void note_effect(Thread& self, const trace::Operation& op) {
  if (self.loop_count != 0) [[unlikely]]
    return note_effect_in_loop(self, op);
  self.add_effect();
}

// The thread tried to get a lock without waiting for it. In a loop, this matters if another thread holds the lock.
void note_look(Thread& self, const trace::Operation& op);
// At the end of a run: others must know what the thread found in iterations that count.
void keep_looks(Thread& self);

// While a thread waits with a timeout, having released a mutex.
class Pause {
 public:
  explicit Pause(Thread& self);
  ~Pause();
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

  // The time is over, and the thread has the mutex again: nothing has happened, unless another thread had the mutex.
  void was_in_vain(Thread& self, trace::LocationId mutex) const;

 private:
  Thread& self_;
  std::uint64_t effects_;
  std::uint32_t operation_;
};

// Would a thread that was stopped in a loop find everything there unchanged, now that nobody else can continue? And
// would it let nobody else continue?
bool is_stuck(const Thread& thread, const abi::Slot& slot, const Scheduler& scheduler);

}  // namespace heddle::runtime
