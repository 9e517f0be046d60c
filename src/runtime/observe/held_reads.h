#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

// What one instruction or library call has read, if it takes several steps: a copy reads its source and then writes its
// target, but the bytes move only after both steps. What other threads write in between must not change what was read.
// So the bytes are kept when they are read; if they are different after the last step, they are *shown* again: put back
// into the memory until the thread's next step, before anybody else runs (Scheduler::settle).
// 1. Only accesses that are steps are held: all others are ordered by steps with what they could meet.
// 2. A thread cannot notice that something is shown: whatever it does with a visible cell is a step.
// 3. What a call writes in a step before its last one appears too late for others: such a call is named. So is one that
//    calls the program after its steps, as lsearch does.
// Owned by the runtime.
class HeldReads {
 public:
  bool map();
  void start_run();

  // All accesses until end_call() belong to one call, which then happens.
  static void begin_call(Thread& self) { self.held.calls = true; }
  void end_call(Thread& self);
  // The call goes on to call the program, whose steps come before what it writes.
  void before_callback(const Thread& self, const heddle_place* place) const;

  // Is the access part of the thread's last step? How much a call reads is known only once it reads.
  static bool continues(const Thread& self, bool is_write, trace::LocationId location) {
    const ThreadState::LastRead& last = self.held;
    return last.calls && !is_write && last.size != 0 && last.steps == self.steps && last.location == location;
  }
  // Before and after a plain access that is a step.
  void before_step(Thread& self, bool is_write, const heddle_place* place);
  void after_step(Thread& self, std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);

  // What is shown disappears, except where the thread has written since.
  void hide();

 private:
  struct Held {
    trace::ThreadId thread;  // none if it is over
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t bytes = 0;  // where in bytes_
    bool is_write = false;
    bool is_shown = false;
  };

  void hold(const Thread& self, std::uint64_t address, std::uint64_t size);
  void hold_write(const Thread& self, std::uint64_t address, std::uint64_t size);
  void show(Thread& self);
  void show(Held& held);
  void swap(Held& held);
  bool has_written(const Thread& self) const;
  bool is_written(trace::ThreadId thread, std::uint64_t address) const;
  void drop(trace::ThreadId thread);

  MappedArray<Held> held_;
  MappedArray<std::uint8_t> bytes_;
};

}  // namespace heddle::runtime
