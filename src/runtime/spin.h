#pragma once

#include "runtime/scheduler.h"

// Loops that wait for other threads. An iteration that has had no effect, and hands on the same values as the one
// before, would be repeated for ever if nobody else did anything. The thread is stopped there, as by a false
// assumption: whatever it does after the loop it also does in a run in which the reads of its first iteration come late
// enough to leave it, since an iteration without effect can be left out of any run. So every local state behind the
// loop is still reached, and the exploration of programs that wait actively is finite.

namespace heddle::runtime {

// At the head of a loop. Does not return if the thread can only wait there.
void at_loop_head(Scheduler& scheduler, const void* frame, std::uint64_t state, const heddle_place* place);

// The running thread is about to write to memory that is not visible. In a loop that is no effect if the old value is
// there again when the loop comes round: a compare-exchange that fails writes what it has found to a variable, which is
// then set back.
void note_write(Thread& self, std::uint64_t address, std::uint64_t size);
inline bool may_be_in_vain(const Thread& self, std::uint64_t size) {
  return self.loop_count != 0 && self.loops[self.loop_count - 1].effects == self.effects &&
         size <= sizeof(std::uint64_t);
}
inline void before_write(Thread& self, std::uint64_t address, std::uint64_t size) {
  if (may_be_in_vain(self, size)) return note_write(self, address, size);
  ++self.effects;
}

// Would a thread that was stopped in a loop find everything there as it was, now that nobody else can go on?
bool is_stuck(const Thread& thread, const abi::Channel& channel, Locations& locations);

}  // namespace heddle::runtime
