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
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

bool in_run() { return anchor != nullptr && anchor->in_program(); }

void sleep_for(std::int64_t duration) {
  if (!in_run()) return;
  cancellation_point();
  if (duration > 0) advance_by(duration);
}

}  // namespace

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

// Only the times are filled in: the rest is not the program's doing.
int getrusage(__rusage_who_t /*whose*/, rusage* usage) noexcept {
  const timespec now = time_of(read_clock(CLOCK_PROCESS_CPUTIME_ID));
  *usage = {};
  usage->ru_utime = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

// Nobody is ever woken early, so the remaining time is not written.
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

// Without descriptors, it is a way to sleep.
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
