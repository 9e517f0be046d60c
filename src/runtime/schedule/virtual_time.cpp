#include "runtime/schedule/virtual_time.h"

#include "runtime/anchor.h"

namespace heddle::runtime {

namespace {

constexpr std::int64_t kReading = 1'000'000;    // how long reading a clock takes
constexpr std::int64_t kEpoch = 1'735'689'600;  // 1 January 2025, when every run begins
constexpr std::int64_t kUptime = 1000;          // seconds: where CLOCK_MONOTONIC begins

std::int64_t base_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI: return kEpoch * kSecond;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return kUptime * kSecond;
  }
}

bool in_run() { return anchor != nullptr && anchor->in_program(); }

}  // namespace

std::int64_t read_clock(clockid_t clock) {
  std::int64_t now = 0;
  if (in_run()) now = anchor->scheduler.current().nanoseconds += kReading;
  return base_of(clock) + now;
}

void advance_to(clockid_t clock, const timespec& until) {
  if (!in_run()) return;
  std::int64_t& now = anchor->scheduler.current().nanoseconds;
  const std::int64_t then = nanoseconds(until) - base_of(clock);
  if (then > now) now = then;
}

void advance_by(std::int64_t duration) {
  if (in_run()) anchor->scheduler.current().nanoseconds += duration;
}

}  // namespace heddle::runtime
