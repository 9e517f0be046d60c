#include <pthread.h>

#include <cerrno>
#include <cstdint>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/schedule/lock_all.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/objects.h"

// Readers-writer locks. Whether a thread writes, and how many read, is the state of the location. Which threads read,
// and how often each, is in runtime/sync/read_locks.h. A thread changes only its own numbers.

namespace heddle::runtime {

namespace {

using trace::Effect;
using trace::FailureKind;
using trace::OpKind;

constexpr std::uint64_t kDestroyed = 0x5eadbeef5eadbeef;

// All zero after static initialisation.
struct __attribute__((may_alias)) RwLock {
  std::uint64_t destroyed;
  std::uint32_t mark;  // while some thread has it: objects.h
  std::uint32_t made;  // the same, from pthread_rwlock_init to pthread_rwlock_destroy
  std::uint16_t generation;
};
static_assert(sizeof(RwLock) <= sizeof(pthread_rwlock_t));

RwLock& object(pthread_rwlock_t* lock) { return *reinterpret_cast<RwLock*>(lock); }

trace::LocationId location_of(const pthread_rwlock_t* lock) {
  RwLock& o = object(const_cast<pthread_rwlock_t*>(lock));
  // A thread that locked a destroyed lock stopped there and left no mark; that does not make it a new one.
  const std::uint32_t mark = o.destroyed == kDestroyed ? mark_of(lock) : o.mark;
  return location_of_object(abi::LocationKind::kRwLock, lock, mark, o.generation);
}

// A step on the lock. It is inspected only then: its order with the destruction is explored.
const trace::Operation& step_on(pthread_rwlock_t* lock, OpKind kind) {
  use_object(lock);
  const trace::Operation& op = runtime().scheduler.step(kind, location_of(lock), nullptr);
  check_object(lock);
  if (is_unwritten(object(lock).destroyed))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a readers-writer lock that has not been initialised");
  if (object(lock).destroyed == kDestroyed)
    fail(FailureKind::kSyncMisuse, nullptr, "use of a readers-writer lock that has been destroyed");
  if (is_copy(lock, object(lock).mark))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a readers-writer lock that was locked");
  return op;
}

void has_locked(pthread_rwlock_t* lock) {
  change_object(&object(lock).mark);
  object(lock).mark = mark_of(lock);
}

void let_go(pthread_rwlock_t* lock, OpKind kind) {
  change_object(&object(lock).mark);
  if (step_on(lock, kind).value == 0) object(lock).mark = 0;
}

// How many the running thread has; null if too many locks are being read.
std::uint32_t* own_read_locks(trace::LocationId location) {
  Runtime& rt = runtime();
  return rt.read_locks.count(location, rt.scheduler.current().id, rt.scheduler.run_number());
}

bool is_written_by(trace::LocationId location, trace::ThreadId thread) {
  return runtime().locations.state(location).state == thread.value + 1;
}

// kind is kReadLock or kTryReadLock; `busy` is the result if the lock is not free.
int read_lock(pthread_rwlock_t* lock, OpKind kind, int busy) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return rt.constructors.lock();
  const trace::LocationId location = location_of(lock);
  const trace::ThreadId self = rt.scheduler.current().id;
  if (is_written_by(location, self)) return busy == EBUSY ? EBUSY : EDEADLK;
  std::uint32_t* const count = own_read_locks(location);
  if (count == nullptr) {
    report_uncontrolled("a read lock of more than 1,048,576 pairs of a thread and a lock, which fails here", nullptr);
    return EAGAIN;
  }
  const bool again = kind == OpKind::kReadLock && begins_again(location);
  const trace::Operation& op = step_on(lock, kind);
  if (op.effect != Effect::kModify) return busy;
  ++*count;
  has_locked(lock);
  stop_if(again);
  return 0;
}

int write_lock(pthread_rwlock_t* lock, OpKind kind, int busy) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return rt.constructors.lock();
  const trace::LocationId location = location_of(lock);
  if (is_written_by(location, rt.scheduler.current().id)) return busy == EBUSY ? EBUSY : EDEADLK;
  const bool again = kind == OpKind::kWriteLock && begins_again(location);
  const trace::Operation& op = step_on(lock, kind);
  if (op.effect != Effect::kModify) return busy;
  has_locked(lock);
  stop_if(again);
  return 0;
}

int unlock_either(pthread_rwlock_t* lock) {
  Runtime& rt = runtime();
  if (!rt.scheduler.running()) return rt.constructors.unlock();
  const trace::LocationId location = location_of(lock);
  const trace::ThreadId self = rt.scheduler.current().id;
  if (is_written_by(location, self)) {
    let_go(lock, OpKind::kWriteUnlock);
    return 0;
  }
  std::uint32_t* const count = own_read_locks(location);
  if (count == nullptr || *count == 0)
    fail(FailureKind::kLockMisuse, nullptr, "unlock of a readers-writer lock that the thread does not hold");
  let_go(lock, OpKind::kReadUnlock);
  --*count;
  return 0;
}

// As for mutexes: the only outcome other than getting the lock is that it is not free now and time runs out.
int timed(int (*locking)(pthread_rwlock_t*, OpKind, int), pthread_rwlock_t* lock, OpKind kind,
          const Deadline& deadline) {
  if (!deadline.is_valid()) return EINVAL;
  const int result = locking(lock, kind, ETIMEDOUT);
  if (result == ETIMEDOUT) advance_to(deadline.clock, *deadline.until);
  return result;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::read_lock;
using heddle::runtime::runtime;
using heddle::runtime::timed;
using heddle::runtime::write_lock;
using heddle::trace::OpKind;

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* /*attributes*/) {
  const std::uint32_t mark = heddle::runtime::mark_of(lock);
  auto& object = heddle::runtime::object(lock);
  heddle::runtime::make_object(lock);
  heddle::runtime::check_new(object.made == mark, object.mark == mark, "readers-writer lock", "is locked");
  *lock = {};
  object.made = mark;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (runtime().scheduler.running()) {
    const auto& op = heddle::runtime::step_on(lock, OpKind::kDestroy);
    if (op.before != 0)
      heddle::runtime::fail(heddle::trace::FailureKind::kSyncMisuse, nullptr,
                            "destruction of a readers-writer lock that is locked");
  }
  heddle::runtime::object(lock).destroyed = heddle::runtime::kDestroyed;
  heddle::runtime::object(lock).made = 0;
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) { return read_lock(lock, OpKind::kReadLock, 0); }
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) { return write_lock(lock, OpKind::kWriteLock, 0); }
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) { return read_lock(lock, OpKind::kTryReadLock, EBUSY); }
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) { return write_lock(lock, OpKind::kTryWriteLock, EBUSY); }
int pthread_rwlock_unlock(pthread_rwlock_t* lock) { return heddle::runtime::unlock_either(lock); }

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) {
  return timed(read_lock, lock, OpKind::kTryReadLock, {.clock = CLOCK_REALTIME, .until = until});
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) {
  return timed(write_lock, lock, OpKind::kTryWriteLock, {.clock = CLOCK_REALTIME, .until = until});
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return timed(read_lock, lock, OpKind::kTryReadLock, {.clock = clock, .until = until});
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return timed(write_lock, lock, OpKind::kTryWriteLock, {.clock = clock, .until = until});
}
}
