#include "report/needs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "report/describe.h"
#include "trace/await.h"
#include "trace/semantics.h"
#include "trace/thread_set.h"

namespace heddle::report {

using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

// What is known about a location at the end of a trace.
struct LastChange {
  const Operation* operation = nullptr;  // the last one that modified it, null if there is none
  std::size_t step = 0;                  // its number, counted from 1
};

LastChange last_change(trace::LocationId location, const trace::Trace& trace) {
  LastChange result;
  std::size_t step = 0;
  for (const Operation& op : trace.operations) {
    if (is_step(op)) ++step;
    if (op.location != location || op.effect != trace::Effect::kModify) continue;
    result = {&op, step};
  }
  return result;
}

bool has_ended(ThreadId thread, const trace::Trace& trace) {
  return std::any_of(trace.operations.begin(), trace.operations.end(),
                     [&](const Operation& op) { return op.thread == thread && op.kind == OpKind::kExit; });
}

std::string barrier_state(const Operation& op, const trace::Trace& trace) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return "";
  const int arrived = std::popcount(static_cast<trace::Waiters>(change.operation->value));
  return fmt::format(": {} of {} have arrived", arrived, trace::unpack_arrival(change.operation->operand).group);
}

// Who holds the lock that `op` waits for: "T2 holds m".
std::string held_lock(const Operation& op, const std::string& lock, const trace::Trace& trace,
                      const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return lock;
  if (change.operation->thread == op.thread) return fmt::format("holds {} itself", lock);
  return fmt::format("{} holds {}", holder(change.operation->value, names), lock);
}

// The same with its history: "m, which T2 holds since step 3".
std::string lock_history(const Operation& op, const std::string& lock, const trace::Trace& trace,
                         const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr) return lock;
  const ThreadId by = change.operation->thread;
  if (by == op.thread) return fmt::format("{}, which it holds itself since step {}", lock, change.step);
  const std::string who = thread_name(by, names);
  if (has_ended(by, trace))
    return fmt::format("{}, which {} took in step {} and never released", lock, who, change.step);
  return fmt::format("{}, which {} holds since step {}", lock, who, change.step);
}

// "3 threads read under m", "T2 writes under m".
std::string rwlock_state(const Operation& op, const std::string& location, const trace::Trace& trace,
                         const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  const std::int64_t state = change.operation == nullptr ? 0 : change.operation->value;
  if (state > 0) return fmt::format("{} writes under {}", holder(state, names), location);
  const std::uint64_t readers = 0 - static_cast<std::uint64_t>(state);
  return fmt::format("{} {} under {}", readers, readers == 1 ? "thread reads" : "threads read", location);
}

// A short version: "lock m, held by T2".
std::string short_history(const Operation& op, const std::string& lock, const trace::Trace& trace,
                          const trace::Names& names) {
  const LastChange change = last_change(op.location, trace);
  if (change.operation == nullptr || change.operation->value <= 0) return "lock " + lock;
  const ThreadId by(static_cast<std::size_t>(change.operation->value - 1));
  if (by == op.thread) return fmt::format("lock {}, which it holds itself", lock);
  return fmt::format("lock {}, held by {}", lock, thread_name(by, names));
}

Need need_of_end(const std::string& thread) {
  return {"waits for " + thread, "waits for the end of " + thread, "the end of " + thread};
}

// Another value of a variable, in a loop or by an assumption.
Need need_of_value(const Operation& op, const std::string& location, const trace::Trace& trace) {
  const LastChange change = last_change(op.location, trace);
  const std::string_view how = trace::awaits_assumption(op) ? "by an assumption" : "in a loop";
  const std::string message = fmt::format("another value of {}, {}", location, how);
  if (change.operation == nullptr)
    return {"waits for " + location, fmt::format("waits {} for {}", how, location), message};
  const std::string value = fmt::format("{} is {}", location, change.operation->value);
  return {"waits: " + value, fmt::format("waits {}: {} since step {}", how, value, change.step), message};
}

}  // namespace

Need need_of(const Operation& op, const trace::Trace& trace, const trace::Names& names, const trace::Words* words) {
  const std::string location = location_name(op, names, words);
  switch (op.kind) {
    case OpKind::kLock:
      return {"waits: " + held_lock(op, location, trace, names),
              "waits for the lock " + lock_history(op, location, trace, names),
              short_history(op, location, trace, names)};
    case OpKind::kJoin: return need_of_end(chosen_thread(op, names));
    case OpKind::kWake:
      return {"waits for a signal", "waits for a signal on " + location,
              op.location.valid() ? "a signal on " + location : "a signal"};
    case OpKind::kLeave: {
      const std::string state = barrier_state(op, trace);
      return {"waits" + state, fmt::format("waits at the barrier {}{}", location, state),
              op.location.valid() ? "the others at barrier " + location : "a barrier"};
    }
    case OpKind::kSemWait:
      return {fmt::format("waits: {} is 0", location), fmt::format("waits for the semaphore {}, which is 0", location),
              "semaphore " + location};
    case OpKind::kAwait:
    case OpKind::kAwaitRmw: return need_of_value(op, location, trace);
    case OpKind::kReadLock:
    case OpKind::kWriteLock: {
      const std::string held = rwlock_state(op, location, trace, names);
      return {"waits: " + held, "waits for the readers-writer lock: " + held,
              fmt::format("{} for {}", location, op.kind == OpKind::kReadLock ? "reading" : "writing")};
    }
    case OpKind::kCreate:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kUnlock:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kTryWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kTimedWake:
    case OpKind::kWait:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kSemTryWait:
    case OpKind::kSemPost:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kLook:
    case OpKind::kChange:
    case OpKind::kArrive:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return {"waits", "waits", std::string(name(op.kind))};
  }
  return {"waits", "waits", std::string(name(op.kind))};
}

}  // namespace heddle::report
