#pragma once

#include <ctime>

// Virtual time. Every thread has a clock of its own, which begins where that of its creator was; it moves when the
// thread sleeps, waits in vain until a time, or looks at it. So what a thread reads from clocks is determined by what
// it has done, and no step.

namespace heddle::runtime {

// The clock of the running thread is at least there.
void advance_to(clockid_t clock, const timespec& until);
void advance_by(const timespec& duration);

}  // namespace heddle::runtime
