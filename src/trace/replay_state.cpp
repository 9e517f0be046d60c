#include "trace/replay_state.h"

#include <limits>

#include "base/check.h"

namespace heddle::trace {

namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool can_go_on(Pending::Why why) {
  switch (why) {
    case Pending::Why::kBlocked:
    case Pending::Why::kAsleep:
    case Pending::Why::kAbandoned:
    case Pending::Why::kReady: return true;
    case Pending::Why::kCut:
    case Pending::Why::kBeyond:
    case Pending::Why::kFailed:
    case Pending::Why::kSpinning:
    case Pending::Why::kExited:
    case Pending::Why::kAssumeFailed: return false;
  }
  return false;
}

void ReplayState::start(const Trace& trace) {
  trace_ = &trace;
  ++run_;
  position_ = 0;
  alive_.clear();
  woken_.clear();
  ended_.clear();

  // Going backwards, `first` is the next step of each thread; at the end it is the first one.
  const std::size_t n = trace.operations.size();
  CHECK_MSG(n < kNowhere, "a trace of {} operations", n);
  following_.resize(n);
  ThreadSet created;
  ThreadSet present;
  for (std::size_t i = n; i-- > 0;) {
    const Operation& op = trace.operations[i];
    present.insert(op.thread);
    if (!is_step(op)) continue;
    std::uint32_t& first = thread(op.thread).first;
    following_[i] = first;
    first = static_cast<std::uint32_t>(i);
    if (op.kind == OpKind::kCreate) created.insert(ThreadId(op.choice));
  }
  for (const Pending& p : trace.pending) {
    present.insert(p.operation.thread);
    if (can_go_on(p.why)) thread(p.operation.thread).pending = &p.operation;
  }
  for (const ThreadId t : present - created) set_next(t, thread(t).first);
  skip_local();
}

ReplayState::Thread& ReplayState::thread(ThreadId t) {
  Thread& result = threads_[t.index()];
  if (result.run != run_) result = {.run = run_, .first = kNowhere};
  return result;
}

void ReplayState::set_next(ThreadId t, std::uint32_t index) {
  Thread& state = thread(t);
  state.next = index == kNowhere ? state.pending : &trace_->operations[index];
  alive_.set(t, state.next != nullptr);
}

void ReplayState::skip_local() {
  for (; position_ < trace_->operations.size(); ++position_) {
    const Operation& op = trace_->operations[position_];
    if (is_step(op)) return;
    if (op.kind == OpKind::kExit) ended_.insert(op.thread);
  }
}

void ReplayState::advance() {
  const Operation& op = current();
  if (op.effect == Effect::kModify) {
    if (op.location.index() >= cells_.size()) cells_.resize(op.location.index() + 1);
    cells_[op.location.index()] = {run_, op.value};
  }
  if (takes_wakeup(op.kind)) woken_.erase(op.thread);
  woken_ |= woken_by(op);
  if (op.kind == OpKind::kCreate) set_next(ThreadId(op.choice), thread(ThreadId(op.choice)).first);
  set_next(op.thread, following_[position_]);
  ++position_;
  skip_local();
}

std::int64_t ReplayState::state(LocationId location) const {
  if (location.index() < cells_.size() && cells_[location.index()].run == run_) return cells_[location.index()].state;
  return executor_->initial_state(location);
}

bool ReplayState::enabled(ThreadId t) const {
  if (!alive_.contains(t)) return false;
  const Operation& op = next_of(t);
  switch (op.kind) {
    case OpKind::kJoin: return ended_.contains(ThreadId(op.choice));
    case OpKind::kWake:
    case OpKind::kLeave: return woken_.contains(t);
    default: return enabled_at(op, state_before(op));
  }
}

ThreadSet ReplayState::enabled() const {
  ThreadSet result;
  for (const ThreadId t : alive_) {
    if (enabled(t)) result.insert(t);
  }
  return result;
}

}  // namespace heddle::trace
