#include "runtime/race/happens_before.h"

#include <bit>
#include <cstring>

namespace heddle::runtime {

using trace::ThreadId;

bool HappensBefore::map() {
  if (!entries_.map(kMaxSyncs) || !clocks_.map(kMaxSyncs) || !words_.map(kMaxWords)) return false;
  return thread_words_.map(3 * trace::kMaxThreads * trace::kMaxThreads);
}

void HappensBefore::start_run(const trace::ThreadSet& threads) {
  if (++run_ == 0) {
    // The number of the run has wrapped around: entries of old runs must not be mistaken for current ones.
    entries_.discard();
    run_ = 1;
  }
  clocks_.clear();
  words_.clear();
  has_additions_ = false;
  exhausted_ = false;
  for (const ThreadId t : threads) begin_thread(t);
}

void HappensBefore::begin_thread(ThreadId thread) {
  Thread& state = threads_[thread.index()];
  state.birth = 0;
  std::uint32_t* words = &thread_words_[3 * trace::kMaxThreads * thread.index()];
  for (VectorClock* clock : {&state.now, &state.fence_release, &state.fence_acquire}) {
    *clock = {.clocks = words, .capacity = trace::kMaxThreads};
    words += trace::kMaxThreads;
  }
  state.now.set(thread.index(), 1);
  epochs_[thread.index()] = Epoch(thread.index(), 1);
}

VectorClock* HappensBefore::make(SyncId sync, std::uint32_t width) {
  VectorClock* clock = find(sync);
  if (clock == nullptr && sync.index() < entries_.capacity()) clock = clocks_.extend(1);
  if (clock == nullptr) {
    exhausted_ = true;
    return nullptr;
  }
  if (find(sync) == nullptr) {
    *clock = {};
    entries_[sync.index()] = {run_, static_cast<std::uint32_t>(clocks_.size() - 1), 0};
  }
  return grow(*clock, width) ? clock : nullptr;
}

bool HappensBefore::grow(VectorClock& clock, std::uint32_t width) {
  const std::uint32_t capacity = std::bit_ceil(width < VectorClock::kStep ? VectorClock::kStep : width);
  std::uint32_t* const words = words_.extend(capacity);
  if (words == nullptr) {
    exhausted_ = true;
    return false;
  }
  std::memcpy(words, clock.clocks, clock.width * sizeof(std::uint32_t));
  clock.clocks = words;
  clock.capacity = capacity;
  return true;
}

void HappensBefore::create(ThreadId parent, ThreadId child, ThreadId twin) {
  begin_thread(child);
  const VectorClock& parents = threads_[parent.index()].now;
  Thread& state = threads_[child.index()];
  state.now.join(parents);
  state.birth = twin.valid() ? threads_[twin.index()].birth : parents.clocks[parent.index()];
  state.now.set(parent.index(), state.birth);
  advance(parent);
}

void HappensBefore::join(ThreadId waiter, ThreadId ended) {
  threads_[waiter.index()].now.join(threads_[ended.index()].now);
}

void HappensBefore::release(ThreadId thread, SyncId sync) {
  const VectorClock& now = threads_[thread.index()].now;
  if (VectorClock* clock = find_or_make(sync, now.width)) clock->join(now);
  advance(thread);
}

void HappensBefore::publish_fence(ThreadId thread, SyncId sync) {
  const VectorClock& fence = threads_[thread.index()].fence_release;
  VectorClock* clock = fence.width == 0 ? find(sync) : find_or_make(sync, fence.width);
  if (clock != nullptr) clock->assign(fence);
}

void HappensBefore::atomic_publish_rmw(ThreadId thread, SyncId sync, Order order, Update update) {
  const VectorClock& fence = threads_[thread.index()].fence_release;
  if (!releases(order) && fence.width == 0) return;
  const SyncId to = update == Update::kModifies ? sync : idle(sync);
  if (releases(order)) {
    release(thread, to);
  } else if (VectorClock* clock = find_or_make(to, fence.width)) {
    clock->join(fence);
  }
  if (update == Update::kModifies || find(to) == nullptr) return;
  entries_[to.index()].additions = update == Update::kAdds ? 1 : 0;
  has_additions_ = has_additions_ || update == Update::kAdds;
}

void HappensBefore::gather_idle(SyncId sync) {
  VectorClock* const published = find(idle(sync));
  VectorClock* const clock = find_or_make(sync, published->width);
  if (clock != nullptr) clock->join(*published);
  published->width = 0;
  entries_[idle(sync).index()].additions = 0;
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
