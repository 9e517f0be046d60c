#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdarg>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/thread_entry.h"
#include "runtime/sync/scheduling.h"
#include "runtime/sync/shared_flags.h"
#include "runtime/sys/real.h"

// The rest about threads: stacks, names, policies, yielding. Policies, priorities and affinities are what the program
// has set, but they exclude no order. Names and policies that other threads use, too, are shared memory.

namespace heddle::runtime {

namespace {

// Of names; two that are different may have the same, but none is the name of a new thread.
std::uint32_t hash_of(const char* name) {
  std::uint32_t hash = 2166136261U;
  for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 16777619U;
  return hash | 1;
}

// The thread whose value the running one is about to use; null if there is none.
template <class Value>
Thread* owner_of(pthread_t handle, Value ThreadState::* value) {
  Thread* const thread = thread_of(handle);
  if (thread != nullptr && thread != &runtime().scheduler.current()) need(thread->*value);
  return thread;
}

int set_scheduling(pthread_t handle, int policy, int priority) {
  if (!is_scheduling(policy, priority)) return EINVAL;
  Thread* const thread = owner_of(handle, &ThreadState::scheduling);
  if (thread == nullptr) return ESRCH;
  write(thread->scheduling, Scheduling{static_cast<std::int16_t>(policy), static_cast<std::int16_t>(priority)});
  return 0;
}

}  // namespace

bool is_scheduling(int policy, int priority) {
  switch (policy) {
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE: return priority == 0;
    case SCHED_FIFO:
    case SCHED_RR: return priority >= 1 && priority <= 99;
    default: return false;
  }
}

Scheduling scheduling_of_new_thread(const pthread_attr_t* attributes) {
  int inherits = PTHREAD_INHERIT_SCHED;
  if (attributes != nullptr) pthread_attr_getinheritsched(attributes, &inherits);
  if (inherits == PTHREAD_INHERIT_SCHED) return read(runtime().scheduler.current().scheduling);
  int policy = SCHED_OTHER;
  sched_param parameters{};
  pthread_attr_getschedpolicy(attributes, &policy);
  pthread_attr_getschedparam(attributes, &parameters);
  return {static_cast<std::int16_t>(policy), static_cast<std::int16_t>(parameters.sched_priority)};
}

void give_name(Thread& creator) {
  creator.child_name_hash = read(creator.name_hash);
  std::memcpy(creator.child_name, creator.name, sizeof creator.child_name);
}

}  // namespace heddle::runtime

using heddle::runtime::owner_of;
using heddle::runtime::Thread;
using heddle::runtime::ThreadState;
using Setting = heddle::runtime::ProcessSettings::Setting;
using Use = heddle::runtime::ProcessSettings::Use;

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
  Thread* const other = owner_of(thread, &ThreadState::name_hash);
  if (other == nullptr) return ESRCH;
  if (std::strlen(name) >= sizeof other->name) return ERANGE;
  heddle::runtime::write(other->name_hash, heddle::runtime::hash_of(name));
  std::strcpy(other->name, name);
  return 0;
}

int pthread_getname_np(pthread_t thread, char* name, std::size_t size) {
  const Thread* const other = owner_of(thread, &ThreadState::name_hash);
  if (other == nullptr) return ESRCH;
  heddle::runtime::read(other->name_hash);
  if (std::strlen(other->name) >= size) return ERANGE;
  std::strcpy(name, other->name);
  return 0;
}

// Of what it can do, only the name of the thread is known.
int prctl(int option, ...) noexcept {
  va_list list;
  va_start(list, option);
  const long argument = va_arg(list, long);
  const long others[] = {va_arg(list, long), va_arg(list, long), va_arg(list, long)};
  va_end(list);
  auto* const rt = heddle::runtime::anchor;
  if (rt != nullptr && rt->in_program()) {
    constexpr std::size_t kName = 16;
    if (option == PR_GET_NAME) return pthread_getname_np(pthread_self(), reinterpret_cast<char*>(argument), kName);
    if (option == PR_SET_NAME) {
      char name[kName] = {};
      std::strncpy(name, reinterpret_cast<const char*>(argument), kName - 1);
      return pthread_setname_np(pthread_self(), name);
    }
    heddle::runtime::report_uncontrolled("prctl", nullptr);
  }
  const long result = heddle::runtime::real_syscall(SYS_prctl, option, argument, others[0], others[1], others[2]);
  if (result >= 0) return static_cast<int>(result);
  errno = static_cast<int>(-result);
  return -1;
}

// Others may run at every step anyway.
int sched_yield(void) { return 0; }

int pthread_setschedparam(pthread_t thread, int policy, const sched_param* parameters) {
  return heddle::runtime::set_scheduling(thread, policy, parameters->sched_priority);
}

int pthread_setschedprio(pthread_t thread, int priority) {
  const Thread* const other = owner_of(thread, &ThreadState::scheduling);
  if (other == nullptr) return ESRCH;
  return heddle::runtime::set_scheduling(thread, heddle::runtime::read(other->scheduling).policy, priority);
}

int pthread_getschedparam(pthread_t thread, int* policy, sched_param* parameters) {
  const Thread* const other = owner_of(thread, &ThreadState::scheduling);
  if (other == nullptr) return ESRCH;
  const heddle::runtime::Scheduling scheduling = heddle::runtime::read(other->scheduling);
  *policy = scheduling.policy;
  *parameters = {.sched_priority = scheduling.priority};
  return 0;
}

// No thread is bound to a processor: all of the program's are one of the system.
int pthread_setaffinity_np(pthread_t /*thread*/, std::size_t size, const cpu_set_t* set) {
  return sched_setaffinity(0, size, set);
}
int sched_setaffinity(pid_t process, std::size_t size, const cpu_set_t* set) noexcept {
  auto* const rt = heddle::runtime::anchor;
  if (rt == nullptr || !rt->in_program())
    return static_cast<int>(heddle::runtime::real_syscall(SYS_sched_setaffinity, process, size, set)) < 0 ? -1 : 0;
  rt->settings.use(Setting::kProcessors, Use::kChange);
  rt->run.sets_processors = true;
  return 0;
}
int sched_getaffinity(pid_t process, std::size_t size, cpu_set_t* set) noexcept {
  auto* const rt = heddle::runtime::anchor;
  if (rt != nullptr && rt->in_program()) {
    rt->settings.use(Setting::kProcessors, Use::kLook);
    if (rt->run.sets_processors)
      heddle::runtime::report_uncontrolled("sched_getaffinity after processors were chosen", nullptr);
    process = 0;
  }
  const long result = heddle::runtime::real_syscall(SYS_sched_getaffinity, process, size, set);
  if (result >= 0) {
    std::memset(reinterpret_cast<char*>(set) + result, 0, size - static_cast<std::size_t>(result));
    return 0;
  }
  errno = static_cast<int>(-result);
  return -1;
}
int sched_getcpu(void) { return 0; }
int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  heddle::runtime::runtime().settings.use(Setting::kConcurrency, Use::kChange);
  heddle::runtime::runtime().run.concurrency = level;
  return 0;
}
int pthread_getconcurrency(void) {
  heddle::runtime::runtime().settings.use(Setting::kConcurrency, Use::kLook);
  return heddle::runtime::runtime().run.concurrency;
}
}
