#include "unfolding/unfolding.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "trace/semantics.h"
#include "trace/surprise.h"
#ifdef HEDDLE_CHECKED
#include <string>

#include "unfolding/naive_extensions.h"
#endif

namespace heddle::unfolding {

using trace::Operation;
using trace::OpKind;
using trace::Pending;

namespace {
// Values of upcoming_ besides the index of an operation; pending[i] is kPending - i.
constexpr std::int32_t kNothing = -1;
constexpr std::int32_t kEnd = -2;
constexpr std::int32_t kPending = -3;
#ifdef HEDDLE_CHECKED
constexpr std::size_t kMaxTwinEvents = 40;  // above this, the naive possible extensions are not compared
#endif
}  // namespace

Unfolding::Unfolding(Net net, Extensions::Oracle oracle, Joins joins)
    : process_(net),
      concurrency_(process_),
      extensions_(process_, concurrency_, std::move(oracle)),
      deadlocks_(process_, concurrency_, extensions_),
      marking_(process_),
      joins_(joins) {}

// --- what comes next in a trace

// next_index_[i]: what the thread of step i does after it: an index into the trace, kEnd, kNothing, or a pending
// operation. At the end, upcoming_[t] is the first operation of each thread.
void Unfolding::look_ahead(const trace::Trace& trace) {
  std::ranges::fill(upcoming_, kNothing);
  for (std::size_t i = 0; i < trace.pending.size(); ++i) {
    const Pending& p = trace.pending[i];
    const bool goes_on = p.why == Pending::Why::kBlocked || p.why == Pending::Why::kAsleep ||
                         p.why == Pending::Why::kAbandoned || p.why == Pending::Why::kReady;
    if (goes_on) upcoming(p.operation.thread) = kPending - static_cast<std::int32_t>(i);
  }
  steps_.clear();
  next_index_.resize(trace.operations.size());
  for (std::size_t i = trace.operations.size(); i-- > 0;) {
    const Operation& op = trace.operations[i];
    std::int32_t& next = upcoming(op.thread);
    if (trace::is_step(op)) {
      next_index_[i] = next;
      next = static_cast<std::int32_t>(i);
    } else if (op.kind == OpKind::kExit) {
      next = kEnd;
    }
  }
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (trace::is_step(trace.operations[i])) steps_.push_back(static_cast<std::uint32_t>(i));
  }
}

std::int32_t& Unfolding::upcoming(trace::ThreadId t) {
  if (t.index() >= upcoming_.size()) upcoming_.resize(t.index() + 1, kNothing);
  return upcoming_[t.index()];
}

Unfolding::Next Unfolding::next_of(std::int32_t index, trace::ThreadId thread) {
  if (index == kEnd) return {.operation = OperationId(), .last = true};
  if (index == kNothing) return {};
  const auto i = static_cast<std::size_t>(index);
  const Operation& op =
      index >= 0 ? trace_->operations[i] : trace_->pending[static_cast<std::size_t>(kPending - index)].operation;
  const bool closes = index >= 0 && closings_.contain(thread, i);
  return {.operation = process_.operations().intern(op), .closes = closes ? &closings_.of(thread) : nullptr};
}

// --- joins that are not events

void Unfolding::open_joins() {
  joins_ = Joins::kPrecise;
  for (std::size_t t = 0; t < closed_.size(); ++t) open_thread(trace::ThreadId(t));
}

bool Unfolding::open_thread(trace::ThreadId thread) {
  if (open_.contains(thread)) return false;
  open_.insert(thread);
  closings_.drop(thread);
  if (thread.index() >= closed_.size()) return true;
  const std::vector<EventId> conditions = std::move(closed_[thread.index()]);
  for (const EventId c : conditions) {
    if (process_[c].closes != 0) open(c);
  }
  return true;
}

void Unfolding::open(EventId condition) {
  process_.open(condition);
  condition_reached(condition);
}

void Unfolding::open_joined() {
  for (const trace::ThreadId t : open_) closings_.drop(t);
  const auto joins_by_event = [this](const Operation& op, std::size_t index) {
    return op.kind == OpKind::kJoin && !closings_.contain(op.thread, index);
  };
  const auto open_thread_of = [this](const Operation& join) {
    return open_thread(trace::ThreadId(static_cast<std::size_t>(join.choice)));
  };
  // An open thread joins by events.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; closings_.has_joins() && i < trace_->operations.size(); ++i) {
      const Operation& op = trace_->operations[i];
      if (joins_by_event(op, i)) changed |= open_thread_of(op);
    }
    for (const Pending& p : trace_->pending) {
      if (p.operation.kind == OpKind::kJoin) changed |= open_thread_of(p.operation);
    }
  }
}

void Unfolding::close(EventId condition, const Next& next) {
  const std::uint32_t thread = process_[condition].thread;
  if (closed_.size() <= thread) closed_.resize(thread + 1);
  closed_[thread].push_back(condition);
  process_.close(condition, {next.operation, next.closes->joined, next.closes->ends_program});
  extensions_.thread_closed(condition);
}

void Unfolding::check_closing(EventId condition, std::int32_t next) {
  if (process_[condition].closes == 0) return;
  const bool closes = next >= 0 && closings_.contain(process_[condition].thread_id(), static_cast<std::size_t>(next));
  if (closes) return;
  if (next == kEnd || next == kNothing) {
    to_open_.push_back(condition);
  } else {
    open(condition);
  }
}

// --- events

EventId Unfolding::event_of(const Operation& op) {
  const EventId condition = marking_.condition(op.thread);
  switch (op.kind) {
    case OpKind::kCreate:
    case OpKind::kChoose: return process_.find(condition, EventId(), op.choice, {});
    case OpKind::kBranch: {
      const EventId known = process_.find(condition, EventId(), op.choice, {});
      return known.valid() ? known : extensions_.add_outcome(condition, op.choice);
    }
    case OpKind::kJoin:
      return process_.find(condition, marking_.condition(trace::ThreadId(static_cast<std::size_t>(op.choice))),
                           op.choice, {});
    case OpKind::kWake:
    case OpKind::kLeave: return process_.find(condition, marking_.waker(op.thread), trace::kNoChoice, {});
    default: break;
  }
  EventId version = marking_.version(op.location);
  if (!version.valid()) version = extensions_.initial_version(op.location);
  const bool consumes = op.effect == trace::Effect::kModify && process_.net() == Net::kPlaceReplicated;
  const std::int32_t choice = op.kind == OpKind::kSignal ? op.choice : trace::kNoChoice;
  return process_.find(condition, version, choice,
                       consumes ? marking_.reads(op.location, op.thread) : std::span<const EventId>());
}

// Is it the operation that the thread was predicted to do?
bool Unfolding::is_predicted(const Operation& op, EventId e) const {
  const Operation& known = process_.operation(e);
  return known.kind == op.kind && known.thread == op.thread && known.location == op.location &&
         known.operand == op.operand;
}

void Unfolding::condition_reached(EventId e) {
  if (process_[e].next.valid()) {
    extensions_.condition_added(e);
    deadlocks_.condition_added(e);
    const Operation& next = process_.next(e);
    if (next.kind == OpKind::kJoin) open_thread(trace::ThreadId(static_cast<std::size_t>(next.choice)));
  } else if (process_[e].last != 0) {
    extensions_.thread_ended(e);
    deadlocks_.thread_ended(e);
  }
}

void Unfolding::execute(EventId e, const Operation& op, const Next& next) {
  process_.execute(e, op.value, next.closes == nullptr ? next.operation : OperationId(), next.last);
  ++event_count_;
  if (process_[e].modifies()) extensions_.version_added(e);
  if (process_[e].observes()) extensions_.read_added(e);
  if (next.closes == nullptr) {
    condition_reached(e);
  } else {
    close(e, next);
  }
}

void Unfolding::add_thread(EventId start, const Next& next) {
  if (next.closes != nullptr) return close(start, next);
  process_[start].next = next.operation;
  process_[start].last = next.last ? 1 : 0;
  condition_reached(start);
}

void Unfolding::start_initial_threads() {
  trace::ThreadSet created;
  trace::ThreadSet seen;
  for (const Operation& op : trace_->operations) {
    seen.insert(op.thread);
    if (op.kind == OpKind::kCreate) created.insert(trace::ThreadId(static_cast<std::size_t>(op.choice)));
  }
  for (const Pending& p : trace_->pending) seen.insert(p.operation.thread);
  for (const trace::ThreadId t : seen - created) starts_.push_back(process_.add_start(t.value, EventId()));
  for (const EventId start : starts_) {
    const trace::ThreadId thread = process_[start].thread_id();
    add_thread(start, next_of(upcoming(thread), thread));
  }
}

void Unfolding::observe(const trace::Trace& trace, std::span<const EventId> prefix) {
  trace_ = &trace;
  look_ahead(trace);
  if (closes_joins()) {
    closings_.find(trace);
    open_joined();
  } else {
    closings_.clear();
  }
  if (starts_.empty()) start_initial_threads();
  marking_.reset();
  for (const EventId start : starts_) {
    marking_.start_thread(start);
    check_closing(start, upcoming(process_[start].thread_id()));
  }
  events_.assign(trace.operations.size(), EventId());
  trace::expect_step(steps_.size() >= prefix.size(), trace.operations.size(), "{} steps, {} planned", steps_.size(),
                     prefix.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const std::uint32_t index = steps_[i];
    const Operation& op = trace.operations[index];
    if (const EventId at = marking_.condition(op.thread); at.valid() && process_[at].closes != 0) continue;
    const EventId e = i < prefix.size() ? prefix[i] : event_of(op);
    events_[index] = e;
    if (!e.valid() || !is_predicted(op, e)) [[unlikely]] {
      throw trace::Surprise{index, fmt::format("step {} ({} by thread {}) was not predicted", i + 1,
                                               trace::name(op.kind), op.thread.value)};
    }
#ifdef HEDDLE_CHECKED
    CHECK_MSG(e == event_of(op), "step {} was planned as event {}, but is {}", i, e.value, event_of(op).value);
#endif
    fire(e, op, next_index_[index]);
  }
  for (const EventId c : to_open_) {
    if (process_[c].closes != 0) open(c);
  }
  to_open_.clear();
#ifdef HEDDLE_CHECKED
  if (process_.size() > kMaxTwinEvents) return;
  const std::string difference = NaiveExtensions(process_).difference();
  CHECK_MSG(difference.empty(), "{}", difference);
#endif
}

void Unfolding::fire(EventId e, const Operation& op, std::int32_t next) {
  const trace::ThreadId created =
      op.kind == OpKind::kCreate ? trace::ThreadId(static_cast<std::size_t>(op.choice)) : trace::ThreadId();
  if (process_[e].executed()) {
    check_closing(e, next);
    if (created.valid()) check_closing(EventId(static_cast<std::size_t>(process_[e].value)), upcoming(created));
  } else if (created.valid()) {
    // The start of the new thread depends on its creation.
    Operation creation = op;
    creation.value = 0;
    execute(e, creation, next_of(next, op.thread));
    const EventId start = process_.add_start(created.value, e);
    process_[e].value = start.value;
    add_thread(start, next_of(upcoming(created), created));
  } else {
    execute(e, op, next_of(next, op.thread));
  }
  marking_.fire(e);
}

}  // namespace heddle::unfolding
