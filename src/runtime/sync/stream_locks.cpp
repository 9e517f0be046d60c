#include "runtime/sync/stream_locks.h"

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/uncontrolled.h"

namespace heddle::runtime {

namespace {

using trace::OpKind;

trace::ThreadId self() { return runtime().scheduler.current().id; }

const trace::Operation& step_on(const FILE* stream, OpKind kind) {
  Runtime& rt = runtime();
  return rt.scheduler.step(kind, rt.locations.of(abi::LocationKind::kMutex, stream), nullptr);
}

}  // namespace

StreamLocks::Lock* StreamLocks::lock_of(const FILE* stream) {
  for (std::size_t i = 0; i < count_; ++i) {
    if (locks_[i].stream == stream) return &locks_[i];
  }
  if (count_ == kMaxLocks) {
    report_uncontrolled("flockfile of more than 256 streams", nullptr);
    return nullptr;
  }
  locks_[count_] = {.stream = stream, .owner = {}, .depth = 0};
  return &locks_[count_++];
}

void StreamLocks::lock(const FILE* stream) {
  Lock* const lock = lock_of(stream);
  if (lock == nullptr) return;
  if (lock->depth == 0 || lock->owner != self()) step_on(stream, OpKind::kLock);
  lock->owner = self();
  ++lock->depth;
}

bool StreamLocks::try_lock(const FILE* stream) {
  Lock* const lock = lock_of(stream);
  if (lock == nullptr) return true;
  const bool again = lock->depth != 0 && lock->owner == self();
  if (!again && step_on(stream, OpKind::kTryLock).effect != trace::Effect::kModify) return false;
  lock->owner = self();
  ++lock->depth;
  return true;
}

void StreamLocks::unlock(const FILE* stream) {
  Lock* const lock = lock_of(stream);
  if (lock == nullptr) return;
  if (lock->depth == 0 || lock->owner != self())
    fail(trace::FailureKind::kLockMisuse, nullptr, "funlockfile of a stream that the thread has not locked");
  if (lock->depth == 1) step_on(stream, OpKind::kUnlock);
  --lock->depth;
}

void StreamLocks::use(const FILE* stream) const {
  for (std::size_t i = 0; i < count_; ++i) {
    const Lock& lock = locks_[i];
    if (lock.stream == stream && lock.depth != 0 && lock.owner != self())
      report_uncontrolled("a stream that another thread has locked", nullptr);
  }
}

bool StreamLocks::is_locked_at(std::uint64_t address) const {
  for (std::size_t i = 0; i < count_; ++i) {
    if (reinterpret_cast<std::uint64_t>(locks_[i].stream) == address) return true;
  }
  return false;
}

}  // namespace heddle::runtime
