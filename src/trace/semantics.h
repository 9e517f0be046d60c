#pragma once

#include <bit>
#include <cstdint>

#include "trace/await.h"
#include "trace/operation.h"
#include "trace/thread_set.h"

// The meaning of the operations on one location, in one place: executors run by it, strategies and the
// unfolding reason by it. The state of a location is one number:
//   memory cell          its value
//   lock                 0 if free, 1 + holder otherwise
//   readers-writer lock  0 if free, 1 + writer if written, minus the number of readers otherwise
//   semaphore            its count
//   condition variable   the set of waiting threads, as bits: only the first kMaxWaiters threads can wait
//   barrier              the set of threads that have arrived in the current group, likewise
// An *awaiting* operation (kJoin, kWake, kLeave; also the first one of a created thread) is not enabled by the
// state of a location but by one event, its *waker*: the last event of the joined thread, the signal that chose
// the thread, the arrival that completed the group, the creation. Where arrivals commute, all arrivals of the group are
// wakers.

namespace heddle::trace {

// A set of threads that fits into the state of a location.
using Waiters = std::uint64_t;
// A thread with a larger number stops at a condition variable or barrier: see Pending::Why::kBeyond.
inline constexpr std::size_t kMaxWaiters = 64;
constexpr Waiters waiter_bit(ThreadId t) { return Waiters{1} << t.value; }
constexpr bool is_waiting(std::int64_t state, ThreadId t) {
  return t.index() < kMaxWaiters && ((static_cast<Waiters>(state) >> t.value) & 1) != 0;
}
constexpr bool needs_waiter(OpKind kind) { return kind == OpKind::kWait || kind == OpKind::kArrive; }

// May `op` happen when its location is in this state? (An awaiting operation: once its waker has happened.)
constexpr bool enabled_at(const Operation& op, std::int64_t state) {
  switch (op.kind) {
    case OpKind::kLock:
    case OpKind::kWriteLock: return state == 0;
    case OpKind::kReadLock: return state <= 0;
    case OpKind::kSemWait: return state > 0;
    case OpKind::kAwait:
    case OpKind::kAwaitRmw: return holds(unpack_await(op.operand), state);
    default: return true;
  }
}

// What an operation would do to its location in this state; it must be enabled there.
constexpr Effect effect_at(OpKind kind, ThreadId thread, std::int64_t operand, std::int64_t state) {
  switch (kind) {
    case OpKind::kRead:
    case OpKind::kAwait:
    case OpKind::kLook:
    case OpKind::kInspect: return Effect::kObserve;
    case OpKind::kCas: return state == operand ? Effect::kModify : Effect::kObserve;
    case OpKind::kExchange: return state == operand ? Effect::kObserve : Effect::kModify;
    case OpKind::kTryLock:
    case OpKind::kTryWriteLock: return state == 0 ? Effect::kModify : Effect::kObserve;
    case OpKind::kTryReadLock: return state <= 0 ? Effect::kModify : Effect::kObserve;
    case OpKind::kTimedWake: return is_waiting(state, thread) ? Effect::kModify : Effect::kObserve;
    case OpKind::kSemTryWait: return state > 0 ? Effect::kModify : Effect::kObserve;
    case OpKind::kSignal:
    case OpKind::kBroadcast: return state != 0 ? Effect::kModify : Effect::kObserve;
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kAwaitRmw:
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kWait:
    case OpKind::kSemWait:
    case OpKind::kSemPost:
    case OpKind::kDestroy:
    case OpKind::kChange:
    case OpKind::kArrive: return Effect::kModify;
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kWake:
    case OpKind::kLeave:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return Effect::kNone;
  }
  return Effect::kNone;
}
constexpr Effect effect_at(const Operation& op, std::int64_t state) {
  return effect_at(op.kind, op.thread, op.operand, state);
}

constexpr bool is_awaiting(OpKind kind) {
  return kind == OpKind::kJoin || kind == OpKind::kWake || kind == OpKind::kLeave;
}

// Does the step consume the wake-up (woken_by) that its thread may have got? For a timed wait it may have come or not.
constexpr bool takes_wakeup(OpKind kind) {
  return kind == OpKind::kWake || kind == OpKind::kLeave || kind == OpKind::kTimedWake;
}

// Does every outcome of the next step of a thread at this operation concern the thread alone? Such a step is
// independent of every step of the other threads, and is never disabled by them.
constexpr bool is_private(OpKind kind) {
  return kind == OpKind::kCreate || kind == OpKind::kChoose || kind == OpKind::kBranch;
}

// The state of the location after a synchronisation operation that modifies it. Not for memory cells, whose
// new value comes from the program.
constexpr std::int64_t state_after(const Operation& op, std::int64_t state) {
  const auto self = [&op] { return static_cast<std::int64_t>(waiter_bit(op.thread)); };
  switch (op.kind) {
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock: return op.thread.value + 1;
    case OpKind::kUnlock:
    case OpKind::kWriteUnlock: return 0;
    case OpKind::kReadLock:
    case OpKind::kTryReadLock: return state - 1;
    case OpKind::kReadUnlock: return state + 1;
    case OpKind::kTimedWake: return state & ~self();
    case OpKind::kWait: return state | self();
    case OpKind::kSignal: return state & ~(std::int64_t{1} << op.choice);
    case OpKind::kBroadcast: return 0;
    case OpKind::kSemWait:
    case OpKind::kSemTryWait: return state - 1;
    case OpKind::kSemPost: return state + 1;
    case OpKind::kArrive: {
      const std::int64_t arrived = state | self();
      return std::popcount(static_cast<Waiters>(arrived)) >= unpack_arrival(op.operand).group ? 0 : arrived;
    }
    default: return state;
  }
}

// The threads whose awaiting operation (kWake, kLeave) this executed operation enables.
constexpr ThreadSet woken_by(const Operation& op) {
  switch (op.kind) {
    case OpKind::kSignal:
    case OpKind::kBroadcast: return ThreadSet::of_word(static_cast<Waiters>(op.before & ~op.value));
    case OpKind::kArrive:
      return ThreadSet::of_word(op.value == 0 ? static_cast<Waiters>(op.before) | waiter_bit(op.thread) : 0);
    default: return {};
  }
}

// Does a thread wait there in a loop, or for an assumption?
constexpr bool is_await(OpKind kind) { return kind == OpKind::kAwait || kind == OpKind::kAwaitRmw; }
constexpr AwaitCondition::Otherwise otherwise(const Operation& op) {
  return is_await(op.kind) ? unpack_await(op.operand).otherwise : AwaitCondition::Otherwise::kSameLook;
}
constexpr bool awaits_assumption(const Operation& op) {
  return otherwise(op) == AwaitCondition::Otherwise::kAssumption;
}
constexpr bool awaits_turn(const Operation& op) { return otherwise(op) == AwaitCondition::Otherwise::kNextTurn; }
// Is a thread that waits there for ever stopped, as by a false assumption? Then what others wait for is no mistake.
constexpr bool is_stopped_at(const Operation& op) { return otherwise(op) != AwaitCondition::Otherwise::kSameLook; }

// May the state of its location make `op` wait?
constexpr bool waits_for_state(OpKind kind) {
  return kind == OpKind::kLock || kind == OpKind::kSemWait || kind == OpKind::kReadLock || kind == OpKind::kWriteLock ||
         is_await(kind);
}

// The state of a memory cell of this many bytes that holds this number: counters wrap around.
constexpr std::int64_t cell_state(std::int64_t number, std::int64_t bytes) {
  switch (bytes) {
    case 1: return static_cast<std::uint8_t>(number);
    case 2: return static_cast<std::uint16_t>(number);
    case 4: return static_cast<std::int32_t>(number);
    default: return number;
  }
}

// Does a step of this kind, if it modifies its location, merely add a number to its state? Then it commutes with the
// others like it: they leave the same sum in either order, none makes another wait, and no thread knows more than that
// it has added. Readers of a lock, posts to a semaphore and most arrivals at a barrier are counted in this way, too.
constexpr bool is_addition(OpKind kind, std::int64_t operand) {
  return kind == OpKind::kAdd || kind == OpKind::kReadLock || kind == OpKind::kTryReadLock ||
         kind == OpKind::kReadUnlock || kind == OpKind::kSemPost ||
         (is_count(kind, operand) && unpack_count(operand).commutes) ||
         (kind == OpKind::kArrive && unpack_arrival(operand).commutes);
}
constexpr bool is_addition(const Operation& op) {
  return op.effect == Effect::kModify && is_addition(op.kind, op.operand);
}

// Can the order of two steps matter? Threads are ordered within themselves.
constexpr bool dependent(const Operation& a, const Operation& b) {
  if (a.thread == b.thread) return true;
  if (is_addition(a) && is_addition(b)) return false;
  return a.location == b.location && a.location.valid() &&
         (a.effect == Effect::kModify || b.effect == Effect::kModify) && a.effect != Effect::kNone &&
         b.effect != Effect::kNone;
}

// How many outcomes a step has among which the explorer may choose, apart from the schedule.
constexpr std::int64_t outcomes(const Operation& op, std::int64_t state) {
  switch (op.kind) {
    case OpKind::kChoose: {
      const Domain d = unpack_domain(op.operand);
      return static_cast<std::int64_t>(d.high) - d.low + 1;
    }
    case OpKind::kSignal: return state == 0 ? 1 : std::popcount(static_cast<Waiters>(state));
    default: return 1;
  }
}

// The n-th of them, as a value of Operation::choice.
constexpr std::int32_t outcome(const Operation& op, std::int64_t state, std::int64_t n) {
  switch (op.kind) {
    case OpKind::kChoose: return static_cast<std::int32_t>(n);
    case OpKind::kSignal: {
      auto waiting = static_cast<Waiters>(state);
      for (; n > 0 && waiting != 0; --n) waiting &= waiting - 1;
      return waiting == 0 ? kNoChoice : std::countr_zero(waiting);
    }
    default: return op.choice;
  }
}

}  // namespace heddle::trace
