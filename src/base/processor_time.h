#pragma once

#include <sys/types.h>

#include <chrono>

namespace heddle::base {

// Of this process so far, and of those that it has started, as far as they have ended.
std::chrono::nanoseconds processor_time();

// Of another process so far, without those that it has started; 0 if there is no such process.
std::chrono::nanoseconds processor_time(pid_t process);

}  // namespace heddle::base
