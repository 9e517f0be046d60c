#include <pthread.h>

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/sync/objects.h"

// Spin locks. A thread that waits for one is blocked: others cannot see that it burns time meanwhile. The object itself
// only remembers where it was initialised, and whether it has been destroyed.

namespace heddle::runtime {

namespace {

using trace::FailureKind;
using trace::OpKind;

constexpr int kDestroyed = 0x5ead5910;
constexpr int kFree = 1;  // as in the C library, which some programs rely on

trace::LocationId location_of(pthread_spinlock_t* lock) {
  return runtime().locations.of(abi::LocationKind::kSpinLock, const_cast<int*>(lock));
}

// A step on the lock. It is inspected only then: its order with the destruction is explored.
const trace::Operation& step_on(pthread_spinlock_t* lock, OpKind kind) {
  use_object(const_cast<int*>(lock));
  const trace::Operation& op = runtime().scheduler.step(kind, location_of(lock), nullptr);
  check_object(const_cast<int*>(lock));
  if (is_unwritten(static_cast<std::uint32_t>(*lock)))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a spin lock that has not been initialised");
  if (*lock != kDestroyed && *lock != kFree && is_copy(const_cast<int*>(lock), static_cast<std::uint32_t>(*lock)))
    fail(FailureKind::kSyncMisuse, nullptr, "use of a copy of a spin lock");
  if (*lock == kDestroyed) fail(FailureKind::kSyncMisuse, nullptr, "use of a spin lock that has been destroyed");
  return op;
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::fail;
using heddle::runtime::location_of;
using heddle::runtime::runtime;
using heddle::runtime::step_on;
using heddle::trace::FailureKind;
using heddle::trace::OpKind;

extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int /*shared*/) {
  const auto mark = static_cast<int>(heddle::runtime::mark_of(const_cast<int*>(lock)));
  heddle::runtime::make_object(const_cast<int*>(lock));
  heddle::runtime::check_new(*lock == mark, false, "spin lock", "");
  *lock = mark;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (runtime().scheduler.running()) {
    const auto& op = step_on(lock, OpKind::kDestroy);
    if (op.before != 0) fail(FailureKind::kSyncMisuse, nullptr, "destruction of a spin lock that is locked");
  }
  *lock = heddle::runtime::kDestroyed;
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (!runtime().scheduler.running()) return runtime().constructors.lock();
  step_on(lock, OpKind::kLock);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (!runtime().scheduler.running()) return runtime().constructors.lock();
  const auto& op = step_on(lock, OpKind::kTryLock);
  return op.effect == heddle::trace::Effect::kModify ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  auto& rt = runtime();
  if (!rt.scheduler.running()) return rt.constructors.unlock();
  if (rt.locations.state(location_of(lock)).state != rt.scheduler.current().id.value + 1)
    fail(FailureKind::kLockMisuse, nullptr, "unlock of a spin lock that the thread does not hold");
  step_on(lock, OpKind::kUnlock);
  return 0;
}
}
