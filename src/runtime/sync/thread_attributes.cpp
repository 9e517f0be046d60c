#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/thread_entry.h"

// The rest about threads: stacks, names, yielding. Priorities and affinities change nothing that Heddle does not
// explore anyway.

using heddle::runtime::Thread;

extern "C" {

int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) {
  const Thread* const other = heddle::runtime::thread_of(thread);
  if (other == nullptr || !other->fiber.prepared()) return ESRCH;
  if (const int error = pthread_attr_init(attributes); error != 0) return error;
  heddle::runtime::note_assumed(heddle::abi::Assumed::kStackBounds);
  pthread_attr_setdetachstate(attributes, other->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(attributes, other->fiber.stack(), other->fiber.stack_size());
}

int pthread_setname_np(pthread_t thread, const char* name) {
  Thread* const other = heddle::runtime::thread_of(thread);
  if (other == nullptr) return ESRCH;
  if (std::strlen(name) >= sizeof other->name) return ERANGE;
  std::strcpy(other->name, name);
  return 0;
}

int pthread_getname_np(pthread_t thread, char* name, std::size_t size) {
  const Thread* const other = heddle::runtime::thread_of(thread);
  if (other == nullptr) return ESRCH;
  if (std::strlen(other->name) >= size) return ERANGE;
  std::strcpy(name, other->name);
  return 0;
}

// Others may run at every step anyway.
int sched_yield(void) { return 0; }

int pthread_setschedparam(pthread_t /*thread*/, int /*policy*/, const sched_param* /*parameters*/) { return 0; }
int pthread_setschedprio(pthread_t /*thread*/, int /*priority*/) { return 0; }
int pthread_getschedparam(pthread_t /*thread*/, int* policy, sched_param* parameters) {
  *policy = SCHED_OTHER;
  *parameters = {};
  return 0;
}
int pthread_setaffinity_np(pthread_t /*thread*/, std::size_t /*size*/, const cpu_set_t* /*set*/) { return 0; }
int sched_getcpu(void) { return 0; }
int pthread_setconcurrency(int /*level*/) { return 0; }
}
