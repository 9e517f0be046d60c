#include "base/processor_time.h"

#include <sys/resource.h>

#include <ctime>

namespace heddle::base {

namespace {

using std::chrono::nanoseconds;

nanoseconds read(clockid_t clock) {
  timespec now{};
  if (::clock_gettime(clock, &now) != 0) return {};
  return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

nanoseconds duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

}  // namespace

nanoseconds processor_time() {
  rusage ended{};
  ::getrusage(RUSAGE_CHILDREN, &ended);
  return read(CLOCK_PROCESS_CPUTIME_ID) + duration(ended.ru_utime) + duration(ended.ru_stime);
}

nanoseconds processor_time(pid_t process) {
  clockid_t clock{};
  return ::clock_getcpuclockid(process, &clock) == 0 ? read(clock) : nanoseconds{};
}

}  // namespace heddle::base
