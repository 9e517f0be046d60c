#include "unfolding/closings.h"

#include <algorithm>

namespace heddle::unfolding {

using trace::Operation;
using trace::OpKind;
using trace::Pending;
using trace::ThreadId;

Closings::Seen& Closings::seen(ThreadId thread) {
  if (seen_.size() <= thread.index()) seen_.resize(thread.index() + 1);
  return seen_[thread.index()];
}

void Closings::find(const trace::Trace& trace) {
  parts_.clear();
  leaves_threads_ = has_joins_ = false;
  const auto concerns = [](const Operation& op) { return op.kind == OpKind::kJoin || op.kind == OpKind::kCreate; };
  if (std::ranges::none_of(trace.operations, concerns)) return;
  seen_.clear();
  creators_.clear();
  for (std::size_t i = 0; i < trace.operations.size(); ++i) look_at(trace.operations[i], static_cast<std::uint32_t>(i));
  parts_.resize(seen_.size());
  const auto end = [this](std::size_t t, bool ends_program) {
    leaves_threads_ |= seen_[t].children != 0;
    if (seen_[t].first_join != kNone) parts_[t] = {seen_[t].first_join, seen_[t].joined, ends_program};
  };
  for (std::size_t t = 0; t < seen_.size(); ++t) {
    if (seen_[t].ended) end(t, false);
  }
  for (const Pending& p : trace.pending) {
    if (p.why == Pending::Why::kExited && p.operation.thread.index() < seen_.size())
      end(p.operation.thread.index(), true);
  }
}

ThreadId Closings::creator_of(const Operation& join) const {
  const auto joined = static_cast<std::size_t>(join.choice);
  return joined < creators_.size() ? creators_[joined] : ThreadId();
}

bool Closings::may_close_by(const Operation& join) const {
  const ThreadId creator = creator_of(join);
  return join.choice > static_cast<std::int32_t>(join.thread.value) && (!creator.valid() || creator == join.thread);
}

void Closings::look_at(const Operation& op, std::uint32_t index) {
  Seen& self = seen(op.thread);
  const bool modifies = op.effect == trace::Effect::kModify;
  switch (op.kind) {
    case OpKind::kJoin:
      has_joins_ = true;
      if (creator_of(op) == op.thread && self.children != 0) --self.children;
      if (may_close_by(op) && self.locks == 0) {
        if (self.first_join == kNone) self.first_join = index;
        self.joined.insert(ThreadId(static_cast<std::size_t>(op.choice)));
        return;
      }
      break;
    case OpKind::kExit: self.ended = true; return;
    case OpKind::kAssert: return;
    case OpKind::kCreate: {
      const auto created = static_cast<std::size_t>(op.choice);
      if (creators_.size() <= created) creators_.resize(created + 1);
      creators_[created] = op.thread;
      ++self.children;
      break;
    }
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock: self.locks += modifies ? 1 : 0; break;
    case OpKind::kUnlock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteUnlock: self.locks -= modifies && self.locks != 0 ? 1 : 0; break;
    default: break;
  }
  self.first_join = kNone;
  self.joined.clear();
}

}  // namespace heddle::unfolding
