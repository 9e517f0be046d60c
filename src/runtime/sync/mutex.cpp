#include <pthread.h>

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/schedule/lock_all.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"
#include "runtime/sync/robust.h"

// Mutexes: normal, recursive and error-checking, and each of them robust or not (robust.h). The kind and the depth of a
// recursive lock are kept in the program's own pthread_mutex_t, in the fields where the C library has them, so that
// static initialisers work and resetting the program's memory resets them; who holds the mutex is the state of its
// location.

namespace heddle::runtime {

namespace {

using trace::FailureKind;
using trace::OpKind;

constexpr int kKindMask = 3;            // of pthread_mutex_t::__data.__kind: the rest are flags
constexpr int kDestroyed = 0x5eadbeec;  // in the same field, in addition to the kind

int kind_of(const pthread_mutex_t* mutex) { return mutex->__data.__kind & kKindMask; }

// The mark of a mutex that pthread_mutex_init has made is kept in a pointer that the C library has for robust ones.
bool is_made(const pthread_mutex_t* mutex) {
  return reinterpret_cast<std::uint64_t>(mutex->__data.__list.__prev) == mark_of(mutex);
}
void set_made(pthread_mutex_t* mutex, std::uint64_t mark) {
  mutex->__data.__list.__prev = reinterpret_cast<__pthread_internal_list*>(mark);
}

bool is_destroyed(const pthread_mutex_t* mutex) { return (mutex->__data.__kind & ~kKindMask) == kDestroyed; }

// After a step on the mutex: its order with the destruction is then explored.
void check_alive(const pthread_mutex_t* mutex) {
  check_object(mutex);
  if (is_unwritten(static_cast<std::uint32_t>(mutex->__data.__kind)))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a mutex that has not been initialised");
  if (is_destroyed(mutex)) fail(FailureKind::kSyncMisuse, nullptr, "use of a mutex that has been destroyed");
  if (is_copy(mutex, mutex->__data.__nusers))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a mutex that was locked");
}

trace::LocationId location_of(const pthread_mutex_t* mutex) { return location_of_mutex(mutex); }

// The state of a lock says who holds it.
bool is_held_by_self(trace::LocationId location) {
  Runtime& rt = runtime();
  return rt.locations.state(location).state == rt.scheduler.current().id.value + 1;
}

std::uint64_t number(const pthread_mutex_t* mutex) { return reinterpret_cast<std::uint64_t>(mutex); }

// Takes the mutex without a step, if it orders nothing as far as is known, or releases it.
bool take_idle(pthread_mutex_t* mutex, trace::LocationId location) {
  Runtime& rt = runtime();
  if (mutex->__data.__kind != PTHREAD_MUTEX_NORMAL) return false;
  Locations::State& state = rt.locations.state(location);
  if (!rt.idle_locks.take(rt.scheduler.current(), number(mutex), state.state == 0)) return false;
  state.state = rt.scheduler.current().id.value + 1;
  return true;
}
bool let_idle_go(pthread_mutex_t* mutex, trace::LocationId location) {
  Runtime& rt = runtime();
  if (!rt.idle_locks.let_go(rt.scheduler.current(), number(mutex))) return false;
  change_object(&mutex->__data.__nusers);
  mutex->__data.__nusers = 0;
  rt.locations.state(location).state = 0;
  return true;
}

// What locking a mutex that the thread already holds means: an error code, or 0 for a recursive one, or -1 for
// "continue and wait".
int lock_again(pthread_mutex_t* mutex, int kind) {
  if (kind == PTHREAD_MUTEX_RECURSIVE) {
    ++mutex->__data.__count;
    runtime().scheduler.current().add_change();
    return 0;
  }
  return kind == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : -1;
}

}  // namespace

// The generation is kept where the C library counts how often a thread has spun.
trace::LocationId location_of_mutex(const pthread_mutex_t* mutex) {
  auto& generation = reinterpret_cast<std::uint16_t&>(const_cast<pthread_mutex_t*>(mutex)->__data.__spins);
  // A thread that locked a destroyed mutex stopped there and left no mark; that does not make it a new one.
  const std::uint32_t mark = is_destroyed(mutex) ? mark_of(mutex) : mutex->__data.__nusers;
  return location_of_object(abi::LocationKind::kMutex, mutex, mark, generation);
}

int lock(pthread_mutex_t* mutex) {
  if (!runtime().scheduler.running()) return runtime().constructors.lock();
  use_object(mutex);
  const int kind = kind_of(mutex);
  const trace::LocationId location = location_of(mutex);
  if (is_held_by_self(location)) {
    if (const int result = lock_again(mutex, kind); result >= 0) return result;
  }
  if (take_idle(mutex, location)) {
    check_alive(mutex);
    return locked(mutex);
  }
  const bool again = begins_again(location);
  runtime().scheduler.step(OpKind::kLock, location, nullptr);
  check_alive(mutex);
  const int result = locked(mutex);
  stop_if(again);
  return result;
}

int try_lock(pthread_mutex_t* mutex, int busy) {
  if (!runtime().scheduler.running()) return runtime().constructors.lock();
  use_object(mutex);
  const int kind = kind_of(mutex);
  const trace::LocationId location = location_of(mutex);
  if (is_held_by_self(location)) {
    // A simple attempt is a step even if its outcome is known: only a recursive mutex can be acquired again.
    const int result = lock_again(mutex, kind);
    if (result == 0 || (result > 0 && busy != EBUSY)) return result;
  }
  runtime().idle_locks.found(number(mutex));
  const trace::Operation& op = runtime().scheduler.step(OpKind::kTryLock, location, nullptr);
  check_alive(mutex);
  return op.effect == trace::Effect::kModify ? locked(mutex) : busy;
}

int unlock(pthread_mutex_t* mutex) {
  if (!runtime().scheduler.running()) return runtime().constructors.unlock();
  use_object(mutex);
  const int kind = kind_of(mutex);
  const trace::LocationId location = location_of(mutex);
  if (!is_held_by_self(location)) {
    // What follows from that must be the same whatever others have done, unless it is a step.
    if (kind != PTHREAD_MUTEX_ERRORCHECK && kind != PTHREAD_MUTEX_RECURSIVE)
      fail(FailureKind::kLockMisuse, nullptr, "unlock of a mutex that the thread does not hold");
    runtime().idle_locks.found(number(mutex));
    runtime().scheduler.step(OpKind::kInspect, location, nullptr);
    check_alive(mutex);
    return EPERM;
  }
  if (kind == PTHREAD_MUTEX_RECURSIVE && mutex->__data.__count > 0) {
    --mutex->__data.__count;
    ++runtime().scheduler.current().changes;
    return 0;
  }
  if (let_idle_go(mutex, location)) return 0;
  unlocks(mutex);
  let_go(mutex, location);
  return 0;
}

// Waiting and getting the lock in time is the same as arriving later; so the only other outcome is that it is held now
// and time runs out.
static int timed_lock(pthread_mutex_t* mutex, const Deadline& deadline) {
  if (!deadline.has_clock()) return EINVAL;
  // The time matters only to a thread that would wait.
  const int result = try_lock(mutex, deadline.has_time() ? ETIMEDOUT : EINVAL);
  if (result == ETIMEDOUT) advance_to(deadline.clock, *deadline.until);
  return result;
}

bool holds(const pthread_mutex_t* mutex) { return is_held_by_self(location_of(mutex)); }

}  // namespace heddle::runtime

using heddle::runtime::fail;
using heddle::runtime::runtime;
using heddle::trace::FailureKind;
using heddle::trace::OpKind;

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  int kind = PTHREAD_MUTEX_DEFAULT;
  int robust = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    pthread_mutexattr_gettype(attributes, &kind);
    pthread_mutexattr_getrobust(attributes, &robust);
  }
  const std::uint32_t mark = heddle::runtime::mark_of(mutex);
  heddle::runtime::make_object(mutex);
  heddle::runtime::check_new(heddle::runtime::is_made(mutex), mutex->__data.__nusers == mark, "mutex", "is locked");
  *mutex = {};
  heddle::runtime::set_made(mutex, mark);
  mutex->__data.__kind = kind;
  if (robust == PTHREAD_MUTEX_ROBUST) heddle::runtime::make_robust(mutex);
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (runtime().scheduler.running()) {
    heddle::runtime::use_object(mutex);
    // Before or after it? That is a question only if there are other threads.
    if (!runtime().quiet.alone()) runtime().idle_locks.found(heddle::runtime::number(mutex));
    const auto& op = runtime().scheduler.step(OpKind::kDestroy, heddle::runtime::location_of(mutex), nullptr);
    heddle::runtime::check_alive(mutex);
    if (op.before != 0) fail(FailureKind::kSyncMisuse, nullptr, "destruction of a mutex that is locked");
  }
  mutex->__data.__kind = heddle::runtime::kDestroyed | heddle::runtime::kind_of(mutex);
  heddle::runtime::set_made(mutex, 0);
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) { return heddle::runtime::lock(mutex); }
int pthread_mutex_trylock(pthread_mutex_t* mutex) { return heddle::runtime::try_lock(mutex, EBUSY); }
int pthread_mutex_unlock(pthread_mutex_t* mutex) { return heddle::runtime::unlock(mutex); }

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  return heddle::runtime::timed_lock(mutex, {.clock = CLOCK_REALTIME, .until = until});
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return heddle::runtime::timed_lock(mutex, {.clock = clock, .until = until});
}
}
