#pragma once

#include "trace/operation.h"

namespace heddle::trace {

// Does it take a lock of any kind, or try to?
constexpr bool takes_lock(OpKind kind) {
  switch (kind) {
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock: return true;
    default: return false;
  }
}

}  // namespace heddle::trace
