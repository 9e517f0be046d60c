#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::runtime {

class Fiber;

// An operating-system thread that carries fibers, for debuggers, which know no other threads. One of them runs at any
// time; the others sleep. Its fibers run on their own stacks with their own thread-local memory, so that addresses are
// the same as without it. Owned by the scheduler; it ends with the process.
class Carrier {
 public:
  // Starts a thread with this name and thread pointer, which sleeps. The initial thread of the process is the carrier
  // that was not started.
  void start(void* thread_pointer, const char* name);
  bool started() const { return started_; }

  // Wakes it up to continue with `fiber`.
  void wake(Fiber& fiber);
  // Called by the thread itself: sleeps until it is woken, and returns the fiber to continue with.
  Fiber& sleep();

 private:
  static int main(void* self);

  Fiber* next_ = nullptr;
  std::atomic<std::uint32_t> awake_{0};
  char* stack_ = nullptr;  // where it begins, and where it handles signals
  char name_[16] = {};     // as much as the kernel keeps
  bool started_ = false;
};

}  // namespace heddle::runtime
