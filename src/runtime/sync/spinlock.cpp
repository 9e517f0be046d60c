#include <pthread.h>

#include <cerrno>

#include "runtime/anchor.h"
#include "runtime/failures.h"

// Spin locks. A thread that waits for one is blocked: that it burns time meanwhile is nothing that others can see. The
// object itself only remembers whether it has been destroyed.

namespace heddle::runtime {

namespace {

using trace::FailureKind;
using trace::OpKind;

constexpr int kDestroyed = 0x5ead5910;

trace::LocationId location_of(pthread_spinlock_t* lock) {
  if (*lock == kDestroyed) fail(FailureKind::kSyncMisuse, nullptr, "use of a spin lock that has been destroyed");
  return runtime().locations.of(abi::LocationKind::kSpinLock, const_cast<int*>(lock));
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::fail;
using heddle::runtime::location_of;
using heddle::runtime::runtime;
using heddle::trace::FailureKind;
using heddle::trace::OpKind;

extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int /*shared*/) {
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (runtime().scheduler.running()) {
    const auto& op = runtime().scheduler.step(OpKind::kInspect, location_of(lock), nullptr);
    if (op.before != 0) fail(FailureKind::kSyncMisuse, nullptr, "destruction of a spin lock that is locked");
  }
  *lock = heddle::runtime::kDestroyed;
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (runtime().scheduler.running()) runtime().scheduler.step(OpKind::kLock, location_of(lock), nullptr);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (!runtime().scheduler.running()) return 0;
  const auto& op = runtime().scheduler.step(OpKind::kTryLock, location_of(lock), nullptr);
  return op.effect == heddle::trace::Effect::kModify ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  auto& rt = runtime();
  if (!rt.scheduler.running()) return 0;
  const heddle::trace::LocationId location = location_of(lock);
  const std::int64_t holder = rt.locations.state(location).state;
  if (holder != rt.scheduler.current().id.value + 1)
    fail(FailureKind::kLockMisuse, nullptr,
         holder == 0 ? "unlock of a spin lock that is not locked" : "unlock of a spin lock that another thread holds");
  rt.scheduler.step(OpKind::kUnlock, location, nullptr);
  return 0;
}
}
