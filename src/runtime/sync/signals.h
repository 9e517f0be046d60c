#pragma once

#include <cstdint>

namespace heddle::runtime {

// From now on in this run, each thread has its own mask of signals, and what it has sent to itself: a system call or
// two for each change of the running thread. Each run gets a process of its own.
void use_signals();
// Before the running thread gets these signals, which it has sent to itself; true if one of them is pending still.
bool deliver(std::uint64_t signals);
// Is one still pending that the running thread has sent to itself? A step: another thread may have discarded it.
bool look_for_pending(int signal);

// What raise does: 0 or an error number.
int raise_in_thread(int signal);

}  // namespace heddle::runtime
