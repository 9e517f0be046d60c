#include "trace/replay_state.h"

#include <bit>
#include <limits>

#include "base/check.h"

namespace heddle::trace {

namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

bool can_go_on(Pending::Why why) {
  switch (why) {
    case Pending::Why::kBlocked:
    case Pending::Why::kAsleep:
    case Pending::Why::kAbandoned:
    case Pending::Why::kReady: return true;
    case Pending::Why::kCut:
    case Pending::Why::kFailed:
    case Pending::Why::kSpinning:
    case Pending::Why::kExited:
    case Pending::Why::kAssumeFailed: return false;
  }
  return false;
}

}  // namespace

void ReplayState::start(const Trace& trace) {
  trace_ = &trace;
  ++run_;
  position_ = 0;
  alive_ = woken_ = ended_ = 0;

  // Backwards, first_ is the next step of each thread; in the end it is the first one.
  const std::size_t n = trace.operations.size();
  CHECK_MSG(n < kNowhere, "a trace of {} operations", n);
  following_.resize(n);
  first_.fill(kNowhere);
  ThreadSet created = 0;
  ThreadSet present = 0;
  for (std::size_t i = n; i-- > 0;) {
    const Operation& op = trace.operations[i];
    present |= thread_bit(op.thread);
    if (!is_step(op)) continue;
    following_[i] = first_[op.thread.index()];
    first_[op.thread.index()] = static_cast<std::uint32_t>(i);
    if (op.kind == OpKind::kCreate) created |= ThreadSet{1} << op.choice;
  }
  pending_.fill(nullptr);
  for (const Pending& p : trace.pending) {
    present |= thread_bit(p.operation.thread);
    if (can_go_on(p.why)) pending_[p.operation.thread.index()] = &p.operation;
  }
  for (ThreadSet rest = present & ~created; rest != 0; rest &= rest - 1) {
    const ThreadId t(std::countr_zero(rest));
    set_next(t, first_[t.index()]);
  }
  skip_local();
}

void ReplayState::set_next(ThreadId t, std::uint32_t index) {
  next_[t.index()] = index == kNowhere ? pending_[t.index()] : &trace_->operations[index];
  if (next_[t.index()] != nullptr) {
    alive_ |= thread_bit(t);
  } else {
    alive_ &= ~thread_bit(t);
  }
}

void ReplayState::skip_local() {
  for (; position_ < trace_->operations.size(); ++position_) {
    const Operation& op = trace_->operations[position_];
    if (is_step(op)) return;
    if (op.kind == OpKind::kExit) ended_ |= thread_bit(op.thread);
  }
}

void ReplayState::advance() {
  const Operation& op = current();
  if (op.effect == Effect::kModify) {
    if (op.location.index() >= cells_.size()) cells_.resize(op.location.index() + 1);
    cells_[op.location.index()] = {run_, op.value};
  }
  if (takes_wakeup(op.kind)) woken_ &= ~thread_bit(op.thread);
  woken_ |= woken_by(op);
  if (op.kind == OpKind::kCreate) set_next(ThreadId(op.choice), first_[op.choice]);
  set_next(op.thread, following_[position_]);
  ++position_;
  skip_local();
}

std::int64_t ReplayState::state(LocationId location) const {
  if (location.index() < cells_.size() && cells_[location.index()].run == run_) return cells_[location.index()].state;
  return executor_->initial_state(location);
}

bool ReplayState::enabled(ThreadId t) const {
  if (!contains(alive_, t)) return false;
  const Operation& op = next_of(t);
  switch (op.kind) {
    case OpKind::kJoin: return (ended_ >> op.choice) & 1;
    case OpKind::kWake:
    case OpKind::kLeave: return contains(woken_, t);
    default: return enabled_at(op, state_before(op));
  }
}

ThreadSet ReplayState::enabled() const {
  ThreadSet result = 0;
  for (ThreadSet rest = alive_; rest != 0; rest &= rest - 1) {
    const ThreadId t(std::countr_zero(rest));
    if (enabled(t)) result |= thread_bit(t);
  }
  return result;
}

}  // namespace heddle::trace
