#include "trace/held_locks.h"

namespace heddle::trace {

namespace {

bool takes_lock(const Operation& op) {
  switch (op.kind) {
    case OpKind::kLock:
    case OpKind::kReadLock:
    case OpKind::kWriteLock: return true;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock: return op.effect == Effect::kModify;
    default: return false;
  }
}

bool gives_lock(const Operation& op) {
  return op.kind == OpKind::kUnlock || op.kind == OpKind::kReadUnlock || op.kind == OpKind::kWriteUnlock;
}

}  // namespace

Held held_by(ThreadId thread, const Trace& trace, std::size_t before) {
  Held held;
  for (std::size_t i = 0; i < before && i < trace.operations.size(); ++i) {
    const Operation& op = trace.operations[i];
    if (op.thread != thread) continue;
    if (takes_lock(op)) held[op.location] = i;
    if (gives_lock(op)) held.erase(op.location);
  }
  return held;
}

}  // namespace heddle::trace
