#include "runtime/schedule/synchronisation.h"

#include "runtime/anchor.h"
#include "runtime/failures/failures.h"
#include "runtime/failures/stacks.h"
#include "runtime/names/naming.h"
#include "runtime/names/places.h"
#include "runtime/schedule/twins.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

using trace::OpKind;

namespace {

// The two things that a readers-writer lock carries: what writers knew, and what readers knew.
constexpr std::uint32_t kWriters = 0;
constexpr std::uint32_t kReaders = 1;

const char* describe(const RacingAccess& access) {
  if (access.is_atomic) return access.is_write ? "atomic write" : "atomic read";
  return access.is_write ? "write" : "read";
}

void report_race(const Race& race) {
  Runtime& rt = runtime();
  // What idle locks order is not tracked here, so there may be no race.
  if (rt.idle_locks.may_order(race.earlier.thread, race.later.thread)) return;
  // What orders twins orders nothing here, so there may be no race.
  if (rt.slot->twins_size != 0) return give_up_twins(rt);
  rt.cells.found(race.address, race.size);
  if (!rt.channel->settings.detect_races) return;
  if (rt.slot->capture) keep_race(race);
  TextBuffer note;
  const abi::LocationRecord cell{.address = race.address, .size = race.size, .kind = abi::LocationKind::kMemory};
  note.add("%s and %s of %s", describe(race.earlier), describe(race.later), location_text(cell).text());
  add_failure({.kind = trace::FailureKind::kDataRace,
               .thread = race.later.thread,
               .place = race.later.place,
               .other = race.earlier.place,
               .address = race.address,
               .note = add_note(note.text())});
}

// The last thread of a group to arrive gives all of them what they know together, at once: one of them may arrive again
// before another one leaves, which must not learn what that one has done in between.
void on_arrival(const trace::Operation& op) {
  RaceDetector& races = runtime().races;
  const SyncId sync = sync_of(op.location);
  races.release(op.thread, sync);
  const trace::ThreadSet group = trace::woken_by(op);
  if (group.empty()) return;
  for (const trace::ThreadId t : group) races.acquire(t, sync);
  races.forget(sync);
}

void on_write_lock(const trace::Operation& op) {
  RaceDetector& races = runtime().races;
  races.acquire(op.thread, sync_of(op.location, kWriters));
  races.acquire(op.thread, sync_of(op.location, kReaders));
}

// A thread that changes a file or a pipe passes what it knows to those that see the change.
void on_change(const trace::Operation& op) {
  if (!KernelObjects::orders_memory(runtime().locations.record(op.location))) return;
  RaceDetector& races = runtime().races;
  races.acquire(op.thread, sync_of(op.location));
  races.release(op.thread, sync_of(op.location));
}

}  // namespace

void on_create(const Thread& parent, const Thread& child) {
  runtime().races.create(parent.id, child.id, child.twins.eldest);
}

void on_join(const Thread& waiter, const Thread& ended) { runtime().races.join(waiter.id, ended.id); }

void on_synchronisation(const trace::Operation& op) {
  RaceDetector& races = runtime().races;
  const bool modifies = op.effect == trace::Effect::kModify;
  switch (op.kind) {
    case OpKind::kLock:
    case OpKind::kSemWait: races.acquire(op.thread, sync_of(op.location)); break;
    case OpKind::kTryLock:
    case OpKind::kSemTryWait:
      if (modifies) races.acquire(op.thread, sync_of(op.location));
      break;
    case OpKind::kUnlock: races.release_store(op.thread, sync_of(op.location)); break;
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
      if (modifies) races.acquire(op.thread, sync_of(op.location, kWriters));
      break;
    case OpKind::kReadUnlock: races.release(op.thread, sync_of(op.location, kReaders)); break;
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock:
      if (modifies) on_write_lock(op);
      break;
    case OpKind::kWriteUnlock: races.release_store(op.thread, sync_of(op.location, kWriters)); break;
    case OpKind::kSemPost:
      if (runtime().locations.record(op.location).kind == abi::LocationKind::kOnce) break;  // a gate: sync/ready.cpp
      races.release(op.thread, sync_of(op.location));
      break;
    case OpKind::kArrive: on_arrival(op); break;
    case OpKind::kLook: races.acquire(op.thread, sync_of(op.location)); break;
    case OpKind::kChange: on_change(op); break;
    // What a thread knows when it leaves a barrier it has got from the last arrival. Signals order nothing by
    // themselves: the mutex does.
    case OpKind::kLeave:
    case OpKind::kWait:
    case OpKind::kWake:
    case OpKind::kTimedWake:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kAwait:
    case OpKind::kAwaitRmw:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: break;
  }
}

void on_mixed_atomic(const trace::Operation& op, std::uint64_t address, std::uint32_t size, Order o) {
  Runtime& rt = runtime();
  const SyncId sync = sync_of(op.location);
  if (rt.slot->capture) [[unlikely]]
    keep_access(op.thread, address, size, op.place);
  const Race* race = nullptr;
  if (only_loads(op)) {
    race = rt.races.atomic_load(op.thread, sync, o, address, size, op.place);
  } else if (op.kind == OpKind::kWrite) {
    race = rt.races.atomic_store(op.thread, sync, o, address, size, op.place);
  } else {
    race = rt.races.atomic_rmw(op.thread, sync, o, update_of(op), address, size, op.place);
  }
  for (; race != nullptr; race = race->next) report_race(*race);
}

void on_atomic_change(Runtime& rt, std::uint64_t address, std::uint64_t size) {
  const trace::ThreadId thread = rt.scheduler.current().id;
  rt.retries.written(address, size);
  if (rt.slot->capture) [[unlikely]]
    keep_access(thread, address, size, place_id(nullptr, rt));
  const Race* race = rt.races.access(thread, address, size, true, true, place_id(nullptr, rt));
  for (; race != nullptr; race = race->next) report_race(*race);
}

void on_plain_access(Runtime& rt, std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  const trace::ThreadId thread = rt.scheduler.current().id;
  if (is_write) rt.retries.written(address, size);
  if (rt.slot->capture) [[unlikely]]
    keep_access(thread, address, size, place_id(place, rt));
  if (rt.races.repeats(thread, address, size, is_write)) return;
  const Race* race = rt.races.access(thread, address, size, is_write, false, place_id(place, rt));
  for (; race != nullptr; race = race->next) report_race(*race);
}

}  // namespace heddle::runtime
