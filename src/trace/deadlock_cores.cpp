#include "trace/deadlock_cores.h"

#include <algorithm>

namespace heddle::trace {

std::span<const DeadlockCore> DeadlockCores::find(const Trace& trace) {
  cores_.clear();
  if (trace.pending.empty() || !ended_by_itself(trace.outcome)) return cores_;
  look_at_pending(trace);
  if (blocked_.empty()) return cores_;
  resolve(trace);
  find_cycles();
  find_kept_locks();
  if (trace.outcome == Outcome::kDeadlock && !waiting_.empty()) {
    cores_.push_back({DeadlockCore::Kind::kWaiting, waiting_, ThreadId()});
  }
  return cores_;
}

void DeadlockCores::look_at_pending(const Trace& trace) {
  blocked_.clear();
  unfinished_.clear();
  waiting_.clear();
  for (const Pending& p : trace.pending) {
    const ThreadId t = p.operation.thread;
    unfinished_.insert(t);
    if (p.why != Pending::Why::kBlocked && p.why != Pending::Why::kAbandoned) continue;
    blocked_.insert(t);
    operations_[t.index()] = &p.operation;
    if (p.operation.kind != OpKind::kLock && p.operation.kind != OpKind::kJoin) waiting_.insert(t);
  }
}

void DeadlockCores::resolve(const Trace& trace) {
  ThreadSet open;  // those waiting for a lock
  for (const ThreadId t : blocked_) {
    const Operation& op = *operations_[t.index()];
    waits_for_[t.index()] = op.kind == OpKind::kJoin ? ThreadId(static_cast<std::size_t>(op.choice)) : ThreadId();
    if (op.kind == OpKind::kLock) open.insert(t);
  }
  for (auto op = trace.operations.rbegin(); op != trace.operations.rend() && !open.empty(); ++op) {
    if (op->effect != Effect::kModify) continue;
    for (const ThreadId t : open) {
      if (operations_[t.index()]->location != op->location) continue;
      open.erase(t);
      if (op->value != 0) waits_for_[t.index()] = ThreadId(static_cast<std::size_t>(op->value - 1));
    }
  }
}

// Every blocked thread waits for at most one other, so a walk from any of them ends or runs into one cycle.
void DeadlockCores::find_cycles() {
  ThreadSet done;
  for (const ThreadId start : blocked_) {
    ThreadSet path;
    ThreadId at = start;
    const auto goes_on = [&] {
      return at.valid() && blocked_.contains(at) && !done.contains(at) && !path.contains(at);
    };
    for (; goes_on(); at = waits_for_[at.index()]) path.insert(at);
    if (at.valid() && path.contains(at)) {
      ThreadSet cycle;
      for (; !cycle.contains(at); at = waits_for_[at.index()]) cycle.insert(at);
      cores_.push_back({DeadlockCore::Kind::kCycle, cycle, ThreadId()});
    }
    done |= path;
  }
  std::ranges::sort(cores_, {}, [](const DeadlockCore& c) { return c.waiting.first(); });
}

void DeadlockCores::find_kept_locks() {
  for (const ThreadId t : blocked_) {
    const ThreadId holder = waits_for_[t.index()];
    const bool ended = holder.valid() && !unfinished_.contains(holder);
    if (ended && operations_[t.index()]->kind == OpKind::kLock) {
      cores_.push_back({DeadlockCore::Kind::kKeptLock, ThreadSet(t), holder});
    }
  }
}

void places_of(const DeadlockCore& core, const Trace& trace, std::vector<PlaceId>& places) {
  places.clear();
  for (const Pending& p : trace.pending) {
    if (core.waiting.contains(p.operation.thread)) places.push_back(p.operation.place);
  }
  std::ranges::sort(places);
  const auto duplicates = std::ranges::unique(places);
  places.erase(duplicates.begin(), duplicates.end());
}

}  // namespace heddle::trace
