#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/mapped_array.h"
#include "runtime/race/clocks.h"
#include "trace/thread_set.h"

namespace heddle::runtime {

// Something that carries order from one thread to another: the number of a location times two, plus 0 or 1 for those
// (readers-writer locks, atomic variables) that need two.
using SyncId = base::Id<struct SyncTag>;

constexpr SyncId sync_of(trace::LocationId location, std::uint32_t which = 0) {
  return SyncId(std::size_t{location.value} * 2 + which);
}

// What a read-modify-write does: an exchange that finds the value it stores is *idle*; one that adds, and whose result
// is unused, commutes with others like it (trace::OpKind::kAdd).
enum class Update : std::uint8_t { kIdle, kAdds, kModifies };

// The happens-before order of the run so far, as vector clocks: one per thread, one per synchronisation object.
// 1. The clock of a thread advances when the thread publishes it, so that what the thread does later is not covered.
// 2. The clock of an atomic variable is what an acquire load of its present value would learn (C++20: a release store
//    and the read-modify-writes that follow it; a relaxed store counts as much as the release fence before it).
// 3. Only dependent steps establish order (trace::dependent): an exchange that stores the value already there merely
//    observes, so strategies do not try its order with other observations, and it must not matter here. What it
//    publishes waits in the *idle* clock of the variable for the next step that modifies it. What additions publish
//    waits there, too, for the next step that is not one: they learn nothing from each other. So all runs that a
//    strategy considers equal have the same order.
// Owned by RaceDetector.
class HappensBefore {
 public:
  // The bounds on SyncId, on those used in one run, and on their clocks in total: reported by exhausted().
  static constexpr std::size_t kMaxSyncs = std::size_t{1} << 22;
  static constexpr std::size_t kMaxWords = std::size_t{1} << 30;

  bool map();
  // These threads run; nobody has synchronised yet.
  void start_run(const trace::ThreadSet& threads);

  // With a twin, which the parent created before, the child knows as much about the parent as the twin did.
  void create(trace::ThreadId parent, trace::ThreadId child, trace::ThreadId twin);
  void join(trace::ThreadId waiter, trace::ThreadId ended);

  void acquire(trace::ThreadId thread, SyncId sync) {
    if (const VectorClock* published = find(sync)) threads_[thread.index()].now.join(*published);
  }
  // Adds what the thread knows to what the object carries: several threads may release before one acquires.
  void release(trace::ThreadId thread, SyncId sync);
  // Replaces what the object carries: for a mutex, whose holder has acquired all of it.
  void release_store(trace::ThreadId thread, SyncId sync) {
    const VectorClock& now = threads_[thread.index()].now;
    if (VectorClock* clock = find_or_make(sync, now.width)) clock->assign(now);
    advance(thread);
  }
  // The object is a new one.
  void forget(SyncId sync) {
    if (VectorClock* clock = find(sync)) clock->width = 0;
  }

  void atomic_load(trace::ThreadId thread, SyncId sync, Order order) {
    end_additions(sync);
    atomic_learn(thread, sync, order);
  }

  // The two halves of an atomic operation: what it learns before and what it publishes after the access itself.
  void atomic_learn(trace::ThreadId thread, SyncId sync, Order order) {
    const VectorClock* published = find(sync);
    if (published == nullptr) return;
    Thread& state = threads_[thread.index()];
    (acquires(order) ? state.now : state.fence_acquire).join(*published);
  }
  void atomic_publish_store(trace::ThreadId thread, SyncId sync, Order order) {
    forget(idle(sync));
    if (releases(order)) [[likely]] {
      release_store(thread, sync);
    } else {
      publish_fence(thread, sync);
    }
  }
  void atomic_learn_rmw(trace::ThreadId thread, SyncId sync, Order order, Update update) {
    switch (update) {
      case Update::kIdle: end_additions(sync); break;
      case Update::kAdds: begin_additions(sync); break;
      case Update::kModifies: gather(sync); break;
    }
    atomic_learn(thread, sync, order);
  }
  void atomic_publish_rmw(trace::ThreadId thread, SyncId sync, Order order, Update update);
  void fence(trace::ThreadId thread, Order order);

  Epoch epoch(trace::ThreadId thread) const { return epochs_[thread.index()]; }
  const VectorClock& clock(trace::ThreadId thread) const { return threads_[thread.index()].now; }

  // Were there more synchronisation objects than these bounds allow, or a thread that synchronised more than 2^22
  // times? Then some order was not recorded, or some race was missed.
  bool exhausted() const { return exhausted_; }

 private:
  struct Thread {
    VectorClock now;
    VectorClock fence_release;  // `now` at the last release fence; width 0 if there was none
    VectorClock fence_acquire;  // what relaxed loads have seen, learnt at the next acquire fence
    std::uint32_t birth = 0;    // the clock of its parent when it was created
  };
  struct Entry {
    std::uint32_t run = 0;
    std::uint32_t clock : 31 = 0;     // index into clocks_
    std::uint32_t additions : 1 = 0;  // an idle clock: has it been published by additions?
  };

  void begin_thread(trace::ThreadId thread);
  void advance(trace::ThreadId thread) {
    std::uint32_t& clock = threads_[thread.index()].now.clocks[thread.index()];
    if (clock == Epoch::kLastClock) [[unlikely]] {
      exhausted_ = true;
      return;
    }
    epochs_[thread.index()] = Epoch(thread.index(), ++clock);
  }
  // Null if nothing was published there in this run.
  VectorClock* find(SyncId sync) {
    if (sync.index() >= kMaxSyncs) [[unlikely]]
      return nullptr;
    const Entry& entry = entries_[sync.index()];
    return entry.run == run_ ? &clocks_[entry.clock] : nullptr;
  }
  // With room for this many threads. Null if there are too many.
  VectorClock* find_or_make(SyncId sync, std::uint32_t width) {
    VectorClock* const found = find(sync);
    return found != nullptr && found->capacity >= width ? found : make(sync, width);
  }
  VectorClock* make(SyncId sync, std::uint32_t width);
  bool grow(VectorClock& clock, std::uint32_t width);

  static SyncId idle(SyncId sync) { return SyncId(sync.index() | 1); }
  bool holds_additions(SyncId sync) const {
    const SyncId waiting = idle(sync);
    return waiting.index() < kMaxSyncs && entries_[waiting.index()].run == run_ && entries_[waiting.index()].additions;
  }
  // What waits in the idle clock becomes known to those who learn from the variable.
  void gather(SyncId sync) {
    if (const VectorClock* const published = find(idle(sync)); published != nullptr && published->width != 0)
        [[unlikely]]
      gather_idle(sync);
  }
  void gather_idle(SyncId sync);
  void begin_additions(SyncId sync) {
    if (!holds_additions(sync)) gather(sync);
  }
  void end_additions(SyncId sync) {
    if (has_additions_ && holds_additions(sync)) [[unlikely]]
      gather(sync);
  }
  // A relaxed store: publishes what the last release fence published.
  void publish_fence(trace::ThreadId thread, SyncId sync);

  Thread threads_[trace::kMaxThreads];
  Epoch epochs_[trace::kMaxThreads];
  MappedArray<Entry> entries_;  // by SyncId
  MappedArray<VectorClock> clocks_;
  MappedArray<std::uint32_t> words_;         // of clocks_, in this run
  MappedArray<std::uint32_t> thread_words_;  // of threads_: kMaxThreads for each clock
  std::uint32_t run_ = 0;
  bool has_additions_ = false;  // in this run
  bool exhausted_ = false;
};

}  // namespace heddle::runtime
