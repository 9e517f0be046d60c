#include "runtime/race/happens_before.h"

#include <bit>

namespace heddle::runtime {

using trace::ThreadId;

bool HappensBefore::map() { return entries_.map(kMaxSyncs) && clocks_.map(kMaxSyncs); }

void HappensBefore::start_run(trace::ThreadSet threads) {
  if (++run_ == 0) {
    // The number of the run has wrapped round: entries of old runs must not be taken for present ones.
    entries_.discard();
    run_ = 1;
  }
  clocks_.clear();
  exhausted_ = false;
  for (; threads != 0; threads &= threads - 1) begin_thread(ThreadId(std::countr_zero(threads)));
}

void HappensBefore::begin_thread(ThreadId thread) {
  Thread& state = threads_[thread.index()];
  state.now.width = 0;
  state.fence_release.width = 0;
  state.fence_acquire.width = 0;
  state.now.set(thread.index(), 1);
  epochs_[thread.index()] = Epoch(thread.index(), 1);
}

VectorClock* HappensBefore::make(SyncId sync) {
  VectorClock* made = sync.index() < entries_.capacity() ? clocks_.extend(1) : nullptr;
  if (made == nullptr) {
    exhausted_ = true;
    return nullptr;
  }
  made->width = 0;
  entries_[sync.index()] = {run_, static_cast<std::uint32_t>(clocks_.size() - 1)};
  return made;
}

void HappensBefore::create(ThreadId parent, ThreadId child) {
  begin_thread(child);
  threads_[child.index()].now.join(threads_[parent.index()].now);
  advance(parent);
}

void HappensBefore::join(ThreadId waiter, ThreadId ended) {
  threads_[waiter.index()].now.join(threads_[ended.index()].now);
}

void HappensBefore::release(ThreadId thread, SyncId sync) {
  if (VectorClock* clock = find_or_make(sync)) clock->join(threads_[thread.index()].now);
  advance(thread);
}

void HappensBefore::publish_fence(ThreadId thread, SyncId sync) {
  const VectorClock& fence = threads_[thread.index()].fence_release;
  VectorClock* clock = fence.width == 0 ? find(sync) : find_or_make(sync);
  if (clock != nullptr) clock->assign(fence);
}

void HappensBefore::atomic_publish_rmw(ThreadId thread, SyncId sync, Order order) {
  if (releases(order)) {
    release(thread, sync);
    return;
  }
  const VectorClock& fence = threads_[thread.index()].fence_release;
  if (fence.width == 0) return;
  if (VectorClock* clock = find_or_make(sync)) clock->join(fence);
}

void HappensBefore::gather(SyncId sync) {
  VectorClock* const clock = find_or_make(sync);
  VectorClock* const published = find(idle(sync));
  if (clock != nullptr) clock->join(*published);
  published->width = 0;
}

void HappensBefore::fence(ThreadId thread, Order order) {
  Thread& state = threads_[thread.index()];
  if (acquires(order)) state.now.join(state.fence_acquire);
  if (releases(order)) {
    state.fence_release.assign(state.now);
    advance(thread);
  }
}

}  // namespace heddle::runtime
