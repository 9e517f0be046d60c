#pragma once

#include <cstdint>

#include "trace/ids.h"

namespace heddle::runtime {

struct Thread;

// What the program sees as pthread_t: never 0, and not the number of a thread by accident.
inline constexpr std::uintptr_t kHandle = 0x7eadd1e00000;
inline std::uintptr_t handle_of(trace::ThreadId id) { return kHandle + id.index(); }

// The thread of this run with this handle; null if there is none.
Thread* find_thread(std::uintptr_t handle);
// The same for callers that want to know more than that it has ended, so that it is no longer one of several twins.
Thread* thread_of(std::uintptr_t handle);

// What the fiber of a created thread runs: the program's function, then the end of the thread.
void run_thread(void* thread);

// Ends the running thread with this result, after the destructors of its thread-local variables and keys.
[[noreturn]] void end_thread(void* result);

}  // namespace heddle::runtime
