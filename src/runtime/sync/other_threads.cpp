#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <csignal>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sync/signals.h"

// What the C library does with thread handles. Handles are the runtime's, so the library must never see one: what is
// not explored is done in the simplest way that a program could encounter, and named.

using heddle::runtime::report_uncontrolled;

extern "C" {

// A thread may send signals to itself. Asking whether another one exists sends nothing.
int pthread_kill(pthread_t thread, int signal) {
  if (pthread_equal(thread, pthread_self()) != 0) return heddle::runtime::raise_in_thread(signal);
  if (signal != 0) report_uncontrolled("pthread_kill, which sends nothing here", nullptr);
  return 0;
}

int pthread_sigqueue(pthread_t /*thread*/, int /*signal*/, const union sigval /*value*/) {
  report_uncontrolled("pthread_sigqueue, which sends nothing here", nullptr);
  return 0;
}

// All threads may run on the cores that the process has.
int pthread_getaffinity_np(pthread_t /*thread*/, std::size_t size, cpu_set_t* set) {
  return sched_getaffinity(0, size, set) == 0 ? 0 : errno;
}

// Clocks are virtual: each thread has one, which others cannot read.
int pthread_getcpuclockid(pthread_t thread, clockid_t* clock) {
  if (pthread_equal(thread, pthread_self()) == 0) report_uncontrolled("pthread_getcpuclockid", nullptr);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
}
