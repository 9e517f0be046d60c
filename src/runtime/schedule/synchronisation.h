#pragma once

#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/schedule/scheduler.h"

// What the steps of a run mean for the order of its memory accesses: the happens-before relation of C and C++,
// maintained by the race detector.

namespace heddle::runtime {

void on_create(const Thread& parent, const Thread& child);
void on_join(const Thread& waiter, const Thread& ended);
// A step on a lock, a semaphore and so on.
void on_synchronisation(const trace::Operation& op);

// An atomic access, with this order (heddle_order), and a plain one: both look for earlier accesses that are not
// ordered with them, and report the races. `mixed`: may the bytes have plain accesses, too?
inline void on_atomic(const trace::Operation& op, std::uint64_t address, std::uint32_t size, std::uint32_t order,
                      bool mixed);
void on_plain_access(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place);

// A function of the runtime changes memory as an atomic access would, without establishing order.
void on_atomic_change(Runtime& rt, std::uint64_t address, std::uint64_t size);

// Looks for races of an atomic access, apart from its order.
void on_mixed_atomic(const trace::Operation& op, std::uint64_t address, std::uint32_t size, Order order);

// Does an atomic access only read? A compare-exchange that fails does. An exchange that finds the value it stores does
// not change anything, but to the race detector it is a write.
inline bool only_loads(const trace::Operation& op) {
  return op.effect != trace::Effect::kModify && op.kind != trace::OpKind::kExchange;
}

inline Update update_of(const trace::Operation& op) {
  if (op.effect != trace::Effect::kModify) return Update::kIdle;
  return trace::is_addition(op) ? Update::kAdds : Update::kModifies;
}

[[gnu::always_inline]] inline void on_atomic(const trace::Operation& op, std::uint64_t address, std::uint32_t size,
                                             std::uint32_t order, bool mixed) {
  const SyncId sync = sync_of(op.location);
  const auto o = static_cast<Order>(order);
  RaceDetector& races = anchor->races;
  // Also where no run has plain accesses to the same bytes: turns that are left out may read them.
  if (!only_loads(op)) anchor->retries.written(address, size);
  if (mixed) [[unlikely]] {
    on_mixed_atomic(op, address, size, o);
  } else if (only_loads(op)) {
    races.order_load(op.thread, sync, o);
  } else if (op.kind == trace::OpKind::kWrite) {
    races.order_store(op.thread, sync, o);
  } else {
    races.order_rmw(op.thread, sync, o, update_of(op));
  }
}

}  // namespace heddle::runtime
