#include "trace/identity.h"

#include <bit>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::trace {

using base::Hash128;

namespace {

// First words of the hashes, so that structures of different sorts never share a word sequence.
enum Sort : std::uint8_t { kInitialThread = 1, kCreatedThread, kFirstEvent, kEvent, kState, kEnd, kContent };

std::uint64_t pack(OpKind kind, LocationId location) {
  return (static_cast<std::uint64_t>(kind) << 32) | location.value;
}

// What the thread learns from a step, besides its choice.
std::int64_t learnt(const Operation& op) {
  switch (op.kind) {
    case OpKind::kRmw:
      if (is_count(op)) return op.value == unpack_count(op.operand).end ? 1 : 0;
      return op.before;
    case OpKind::kRead:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kAwait:
    case OpKind::kAwaitRmw:
    case OpKind::kInspect:
    case OpKind::kLook:
    case OpKind::kChange:
    case OpKind::kDestroy: return op.before;
    case OpKind::kInput: return op.value;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTimedWake:
    case OpKind::kSemTryWait: return op.effect == Effect::kModify ? 1 : 0;
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kWrite:
    case OpKind::kAdd:
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kWait:
    case OpKind::kWake:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kSemWait:
    case OpKind::kSemPost:
    case OpKind::kArrive:
    case OpKind::kLeave:
    case OpKind::kChoose:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return 0;
  }
  return 0;
}

}  // namespace

void Identity::start() {
  known_.clear();
  ++run_;
  result_.clear();
}

Identity::ThreadRecord& Identity::thread(ThreadId id) {
  CHECK_MSG(id.index() < kMaxThreads, "thread {}", id.index());
  ThreadRecord& t = threads_[id.index()];
  if (!known_.contains(id)) {
    known_.insert(id);
    t = {};
    t.identity.add(kInitialThread).add(id.value);
    t.last.add(kFirstEvent).add(t.identity);
  }
  return t;
}

void Identity::create(ThreadRecord& parent, ThreadId child, const Hash128& first_cause) {
  CHECK_MSG(child.index() < kMaxThreads && !known_.contains(child), "thread {}", child.index());
  known_.insert(child);
  ThreadRecord& t = threads_[child.index()];
  t = {};
  t.identity.add(kCreatedThread).add(parent.identity).add(parent.children++);
  t.last.add(kFirstEvent).add(t.identity).add(first_cause);
}

Identity::LocationRecord& Identity::location(LocationId id) {
  if (id.index() >= locations_.size()) locations_.resize(id.index() + 1);
  LocationRecord& l = locations_[id.index()];
  if (l.run != run_) l = {.run = run_};
  return l;
}

// Additions with nothing in between are one version: the sum of their events.
void Identity::end_additions(LocationRecord& x) {
  if (x.additions == Hash128{}) return;
  x.version = x.additions;
  x.observers = {};
  x.additions = {};
}

Hash128 Identity::event(const Operation& op, Net net, bool commuting) {
  ThreadRecord& self = thread(op.thread);
  Hash128 h;
  h.add(kEvent).add(self.last).add(pack(op.kind, op.location));
  // The threads that kCreate and kJoin name are given by the program, hence by the events before.
  if (op.kind == OpKind::kSignal) {
    if (op.choice != kNoChoice) h.add(thread(ThreadId(op.choice)).identity);
  } else if (op.kind == OpKind::kChoose || op.kind == OpKind::kBranch) {
    h.add(static_cast<std::uint64_t>(op.choice));
  }
  if (op.kind == OpKind::kJoin) {
    h.add(thread(ThreadId(op.choice)).last);
  } else if (is_awaiting(op.kind)) {
    h.add(self.waker);
  }
  if (op.effect != Effect::kNone) {
    LocationRecord& x = location(op.location);
    const bool adds = commuting && is_addition(op);
    if (!adds) end_additions(x);
    h.add(x.version);
    if (adds) {
      h.add(x.observers);
      x.additions.add_unordered(h);
    } else if (op.effect == Effect::kObserve) {
      x.observers.add_unordered(h);
    } else {
      if (net == Net::kPlaceReplicated) h.add(x.observers);
      x.version = h;
      x.observers = {};
    }
  }
  self.last = h;
  const bool is_one_of_many = commuting && op.kind == OpKind::kArrive && is_addition(op);
  const Hash128 waker = is_one_of_many ? location(op.location).additions : h;
  for (const ThreadId woken : woken_by(op)) thread(woken).waker = waker;
  if (op.kind == OpKind::kCreate) create(self, ThreadId(op.choice), h);
  return h;
}

std::span<const Hash128> Identity::events(const Trace& trace, Net net) {
  start();
  for (const Operation& op : trace.operations) {
    if (is_step(op)) result_.push_back(event(op, net, false));
  }
  return result_;
}

Hash128 Identity::mazurkiewicz(const Trace& trace) {
  start();
  for (const Operation& op : trace.operations) {
    if (is_step(op)) {
      event(op, Net::kPlaceReplicated, true);
    } else {
      thread(op.thread);
    }
  }
  return ends(trace, true);
}

Hash128 Identity::local_state(const Operation& op) {
  ThreadRecord& self = thread(op.thread);
  Hash128 h;
  h.add(kState).add(self.last).add(pack(op.kind, op.location)).add(static_cast<std::uint64_t>(learnt(op)));
  if (op.kind == OpKind::kSignal || op.kind == OpKind::kJoin) {
    if (op.choice != kNoChoice) h.add(thread(ThreadId(op.choice)).identity);
  } else if (op.kind == OpKind::kChoose || op.kind == OpKind::kBranch) {
    h.add(static_cast<std::uint64_t>(op.choice));
  }
  self.last = h;
  // The child may know what its parent knew: arguments are part of its local state.
  if (op.kind == OpKind::kCreate) create(self, ThreadId(op.choice), h);
  return h;
}

std::span<const Hash128> Identity::local_states(const Trace& trace) {
  start();
  for (const Operation& op : trace.operations) {
    if (is_step(op)) {
      result_.push_back(local_state(op));
    } else if (op.kind == OpKind::kInput) {
      local_state(op);
    }
  }
  return result_;
}

Hash128 Identity::final_state(const Trace& trace) {
  start();
  for (const Operation& op : trace.operations) {
    ThreadRecord& self = thread(op.thread);
    if (op.kind == OpKind::kCreate) create(self, ThreadId(op.choice), {});
    if (op.effect == Effect::kModify) location(op.location).value = op.value;
  }
  Hash128 content;
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    if (locations_[i].run != run_) continue;
    Hash128 h;
    content.add_unordered(h.add(kContent).add(i).add(static_cast<std::uint64_t>(locations_[i].value)));
  }
  return ends(trace, false).add(content);
}

Hash128 Identity::ends(const Trace& trace, bool with_last) {
  ThreadSet unfinished;
  for (const Pending& p : trace.pending) {
    thread(p.operation.thread);
    unfinished.insert(p.operation.thread);
  }
  Hash128 sum;
  const auto add = [&](ThreadId id, std::uint64_t why, std::uint64_t place) {
    const ThreadRecord& t = threads_[id.index()];
    Hash128 h;
    h.add(kEnd).add(t.identity).add(why).add(place);
    if (with_last) h.add(t.last);
    sum.add_unordered(h);
  };
  for (const Pending& p : trace.pending) {
    add(p.operation.thread, 1 + static_cast<std::uint64_t>(p.why), p.operation.place.value);
  }
  for (const ThreadId finished : known_ - unfinished) add(finished, 0, 0);
  return sum;
}

}  // namespace heddle::trace
