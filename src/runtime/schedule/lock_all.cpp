#include "runtime/schedule/lock_all.h"

#include "abi/instrumented.h"
#include "runtime/anchor.h"

namespace heddle::runtime {

void take_one_of_all(Thread& self, trace::LocationId lock) {
  abi::LocationRecord& record = runtime().locations.record(lock);
  if (record.looked_at) {
    self.all_locks.is_seen = true;
  } else {
    runtime().locations.learn(record.paired);
  }
}

bool begins_again(trace::LocationId lock) {
  Thread& self = runtime().scheduler.current();
  if (self.all_locks.depth != 1) return false;
  if (self.all_locks.was_held) return !self.all_locks.is_seen;
  take_one_of_all(self, lock);
  return false;
}

void stop_if(bool begins_again) {
  if (begins_again) runtime().scheduler.stop_in_vain(nullptr, trace::kNoTurn);
}

}  // namespace heddle::runtime

using heddle::runtime::runtime;

extern "C" {

void __heddle_lock_all(void) {
  if (heddle::runtime::anchor == nullptr || !runtime().scheduler.running()) return;
  heddle::runtime::AllLocks& all = runtime().scheduler.current().all_locks;
  if (all.depth == 0) all = {};
  ++all.depth;
}

void __heddle_locked_all(void) {
  if (heddle::runtime::anchor == nullptr || !runtime().scheduler.running()) return;
  heddle::runtime::AllLocks& all = runtime().scheduler.current().all_locks;
  if (all.depth != 0) --all.depth;
}
}
