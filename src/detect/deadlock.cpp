#include "detect/deadlock.h"

#include <algorithm>
#include <bit>

namespace heddle::detect {

using trace::Operation;
using trace::OpKind;
using trace::Outcome;
using trace::Pending;
using trace::ThreadId;
using trace::ThreadSet;

namespace {

template <class Visit>
void for_each(ThreadSet set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(ThreadId(static_cast<std::size_t>(std::countr_zero(set))));
}

}  // namespace

std::span<const DeadlockCore> DeadlockCores::find(const trace::Trace& trace) {
  cores_.clear();
  if (trace.pending.empty() || !ended_by_itself(trace.outcome)) return cores_;
  look_at_pending(trace);
  if (blocked_ == 0) return cores_;
  resolve(trace);
  find_cycles();
  find_kept_locks();
  if (trace.outcome == Outcome::kDeadlock && waiting_ != 0) {
    cores_.push_back({DeadlockCore::Kind::kWaiting, waiting_, ThreadId()});
  }
  return cores_;
}

void DeadlockCores::look_at_pending(const trace::Trace& trace) {
  blocked_ = unfinished_ = waiting_ = 0;
  for (const Pending& p : trace.pending) {
    const ThreadSet bit = thread_bit(p.operation.thread);
    unfinished_ |= bit;
    if (p.why != Pending::Why::kBlocked && p.why != Pending::Why::kAbandoned) continue;
    blocked_ |= bit;
    operations_[p.operation.thread.index()] = &p.operation;
    if (p.operation.kind != OpKind::kLock && p.operation.kind != OpKind::kJoin) waiting_ |= bit;
  }
}

void DeadlockCores::resolve(const trace::Trace& trace) {
  ThreadSet open = 0;  // those who wait for a lock
  for_each(blocked_, [&](ThreadId t) {
    const Operation& op = *operations_[t.index()];
    waits_for_[t.index()] = op.kind == OpKind::kJoin ? ThreadId(static_cast<std::size_t>(op.choice)) : ThreadId();
    if (op.kind == OpKind::kLock) open |= thread_bit(t);
  });
  for (auto op = trace.operations.rbegin(); op != trace.operations.rend() && open != 0; ++op) {
    if (op->effect != trace::Effect::kModify) continue;
    for_each(open, [&](ThreadId t) {
      if (operations_[t.index()]->location != op->location) return;
      open &= ~thread_bit(t);
      if (op->value != 0) waits_for_[t.index()] = ThreadId(static_cast<std::size_t>(op->value - 1));
    });
  }
}

// Every blocked thread waits for at most one other, so a walk from any of them ends or runs into one cycle.
void DeadlockCores::find_cycles() {
  ThreadSet done = 0;
  for_each(blocked_, [&](ThreadId start) {
    ThreadSet path = 0;
    ThreadId at = start;
    const auto goes_on = [&] { return at.valid() && contains(blocked_ & ~done, at) && !contains(path, at); };
    for (; goes_on(); at = waits_for_[at.index()]) path |= thread_bit(at);
    if (at.valid() && contains(path, at)) {
      ThreadSet cycle = 0;
      for (; !contains(cycle, at); at = waits_for_[at.index()]) cycle |= thread_bit(at);
      cores_.push_back({DeadlockCore::Kind::kCycle, cycle, ThreadId()});
    }
    done |= path;
  });
  std::ranges::sort(cores_, {}, [](const DeadlockCore& c) { return std::countr_zero(c.waiting); });
}

void DeadlockCores::find_kept_locks() {
  for_each(blocked_, [&](ThreadId t) {
    const ThreadId holder = waits_for_[t.index()];
    const bool ended = holder.valid() && !contains(unfinished_, holder);
    if (ended && operations_[t.index()]->kind == OpKind::kLock) {
      cores_.push_back({DeadlockCore::Kind::kKeptLock, thread_bit(t), holder});
    }
  });
}

void places_of(const DeadlockCore& core, const trace::Trace& trace, std::vector<trace::PlaceId>& places) {
  places.clear();
  for (const Pending& p : trace.pending) {
    if (contains(core.waiting, p.operation.thread)) places.push_back(p.operation.place);
  }
  std::ranges::sort(places);
  const auto duplicates = std::ranges::unique(places);
  places.erase(duplicates.begin(), duplicates.end());
}

}  // namespace heddle::detect
