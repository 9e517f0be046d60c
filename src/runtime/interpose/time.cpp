#include "runtime/interpose/time.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "runtime/anchor.h"
#include "runtime/real.h"
#include "runtime/sync/objects.h"
#include "runtime/uncontrolled.h"

namespace heddle::runtime {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kReading = 1'000'000;    // what looking at a clock takes
constexpr std::int64_t kEpoch = 1'735'689'600;  // the first of January 2025, when every run begins
constexpr std::int64_t kUptime = 1000;          // seconds: what CLOCK_MONOTONIC begins with

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

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
timespec time_of(std::int64_t nanoseconds) {
  return {.tv_sec = nanoseconds / kSecond, .tv_nsec = nanoseconds % kSecond};
}

bool in_run() { return anchor != nullptr && runtime().scheduler.running(); }

// Outside of runs time stands still.
std::int64_t read_clock(clockid_t clock) {
  std::int64_t now = 0;
  if (in_run()) now = runtime().scheduler.current().nanoseconds += kReading;
  return base_of(clock) + now;
}

void sleep_for(std::int64_t duration) {
  if (!in_run()) return;
  cancellation_point();
  if (duration > 0) runtime().scheduler.current().nanoseconds += duration;
}

}  // namespace

void advance_to(clockid_t clock, const timespec& until) {
  if (!in_run()) return;
  std::int64_t& now = runtime().scheduler.current().nanoseconds;
  const std::int64_t then = nanoseconds(until) - base_of(clock);
  if (then > now) now = then;
}

void advance_by(const timespec& duration) {
  if (in_run()) runtime().scheduler.current().nanoseconds += nanoseconds(duration);
}

}  // namespace heddle::runtime

using heddle::runtime::read_clock;
using heddle::runtime::sleep_for;
using heddle::runtime::time_of;

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  *time = time_of(read_clock(clock));
  return 0;
}

int clock_getres(clockid_t /*clock*/, timespec* resolution) noexcept {
  if (resolution != nullptr) *resolution = {.tv_sec = 0, .tv_nsec = 1};
  return 0;
}

int gettimeofday(timeval* __restrict time, void* __restrict /*zone*/) noexcept {
  const timespec now = time_of(read_clock(CLOCK_REALTIME));
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* result) noexcept {
  const time_t now = time_of(read_clock(CLOCK_REALTIME)).tv_sec;
  if (result != nullptr) *result = now;
  return now;
}

int timespec_get(timespec* time, int base) noexcept {
  if (base != TIME_UTC) return 0;
  *time = time_of(read_clock(CLOCK_REALTIME));
  return base;
}

clock_t clock(void) noexcept { return read_clock(CLOCK_PROCESS_CPUTIME_ID) / 1000; }

clock_t times(struct tms* times) noexcept {
  const std::int64_t now = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  const clock_t ticks = now / (heddle::runtime::kSecond / sysconf(_SC_CLK_TCK));
  if (times != nullptr) *times = {.tms_utime = ticks, .tms_stime = 0, .tms_cutime = 0, .tms_cstime = 0};
  return ticks;
}

// Of what it tells, only the time: the rest is not the program's doing.
int getrusage(__rusage_who_t /*whose*/, rusage* usage) noexcept {
  const timespec now = time_of(read_clock(CLOCK_PROCESS_CPUTIME_ID));
  *usage = {};
  usage->ru_utime = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

// Nobody is ever woken early: what would remain is not written.
int nanosleep(const timespec* duration, timespec* /*remaining*/) {
  if (duration->tv_nsec < 0 || duration->tv_nsec >= heddle::runtime::kSecond || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  sleep_for(heddle::runtime::nanoseconds(*duration));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* /*remaining*/) {
  if (time->tv_nsec < 0 || time->tv_nsec >= heddle::runtime::kSecond) return EINVAL;
  sleep_for((flags & TIMER_ABSTIME) != 0 ? 0 : heddle::runtime::nanoseconds(*time));
  if ((flags & TIMER_ABSTIME) != 0) heddle::runtime::advance_to(clock, *time);
  return 0;
}

int usleep(useconds_t microseconds) {
  sleep_for(std::int64_t{microseconds} * 1000);
  return 0;
}

unsigned sleep(unsigned seconds) {
  sleep_for(seconds * heddle::runtime::kSecond);
  return 0;
}

// Without descriptors, a way to sleep.
int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  if (count == 0 && milliseconds >= 0) {
    sleep_for(std::int64_t{milliseconds} * 1'000'000);
    return 0;
  }
  if (heddle::runtime::in_run()) heddle::runtime::report_uncontrolled("poll", nullptr);
  const long result = heddle::runtime::real_syscall(SYS_poll, descriptors, count, milliseconds);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

int select(int count, fd_set* __restrict reads, fd_set* __restrict writes, fd_set* __restrict errors,
           timeval* __restrict timeout) {
  if (reads == nullptr && writes == nullptr && errors == nullptr && timeout != nullptr) {
    sleep_for(timeout->tv_sec * heddle::runtime::kSecond + timeout->tv_usec * 1000);
    *timeout = {};
    return 0;
  }
  if (heddle::runtime::in_run()) heddle::runtime::report_uncontrolled("select", nullptr);
  const long result = heddle::runtime::real_syscall(SYS_select, count, reads, writes, errors, timeout);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}
}
