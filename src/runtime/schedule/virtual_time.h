#pragma once

#include <cstdint>
#include <ctime>

// Virtual time. Every thread has its own clock, which starts at its creator's time; it advances when the thread sleeps,
// waits until a deadline without success, or reads the clock. So what a thread reads from clocks is determined by what
// it has done, and reading them is not a step.

namespace heddle::runtime {

inline constexpr std::int64_t kSecond = 1'000'000'000;  // in nanoseconds

inline std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
inline timespec time_of(std::int64_t nanoseconds) {
  return {.tv_sec = nanoseconds / kSecond, .tv_nsec = nanoseconds % kSecond};
}

// What the running thread reads there, which takes a moment. Outside runs time stands still.
std::int64_t read_clock(clockid_t clock);
// Advances the clock of the running thread at least to there.
void advance_to(clockid_t clock, const timespec& until);
void advance_by(std::int64_t duration);

}  // namespace heddle::runtime
