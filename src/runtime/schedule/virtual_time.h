#pragma once

#include <cstdint>
#include <ctime>

// Virtual time. Every thread has a clock of its own, which begins where that of its creator was; it moves when the
// thread sleeps, waits in vain until a time, or looks at it. So what a thread reads from clocks is determined by what
// it has done, and no step.

namespace heddle::runtime {

inline constexpr std::int64_t kSecond = 1'000'000'000;  // in nanoseconds

inline std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
inline timespec time_of(std::int64_t nanoseconds) {
  return {.tv_sec = nanoseconds / kSecond, .tv_nsec = nanoseconds % kSecond};
}

// What the running thread finds there, which takes a moment. Outside of runs time stands still.
std::int64_t read_clock(clockid_t clock);
// The clock of the running thread is at least there.
void advance_to(clockid_t clock, const timespec& until);
void advance_by(std::int64_t duration);

}  // namespace heddle::runtime
