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
constexpr std::size_t kMaxTwinEvents = 40;  // up to which the naive possible extensions are compared
#endif
}  // namespace

Unfolding::Unfolding(Net net, Extensions::Oracle oracle)
    : process_(net),
      concurrency_(process_),
      extensions_(process_, concurrency_, std::move(oracle)),
      deadlocks_(process_, concurrency_, extensions_),
      marking_(process_) {}

// next_index_[i]: the operation that the thread of step i does after it: an index into the trace, kEnd,
// kNothing, or a pending operation. upcoming_[t] is left as the first of each thread.
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

// Is it the operation that the thread was known to come to?
bool Unfolding::is_predicted(const Operation& op, EventId e) const {
  const Operation& known = process_.operation(e);
  return known.kind == op.kind && known.thread == op.thread && known.location == op.location &&
         known.operand == op.operand;
}

void Unfolding::condition_reached(EventId e) {
  if (process_[e].next.valid()) {
    extensions_.condition_added(e);
    deadlocks_.condition_added(e);
  } else if (process_[e].last != 0) {
    extensions_.thread_ended(e);
    deadlocks_.thread_ended(e);
  }
}

void Unfolding::execute(EventId e, const Operation& op, const Next& next) {
  process_.execute(e, op.value, next.operation, next.last);
  ++event_count_;
  if (process_[e].modifies()) extensions_.version_added(e);
  if (process_[e].observes()) extensions_.read_added(e);
  condition_reached(e);
}

void Unfolding::observe(const trace::Trace& trace, std::span<const EventId> prefix) {
  look_ahead(trace);
  const auto next_of = [&](std::int32_t index) -> Next {
    if (index == kEnd) return {OperationId(), true};
    if (index == kNothing) return {};
    const Operation& op = index >= 0 ? trace.operations[static_cast<std::size_t>(index)]
                                     : trace.pending[static_cast<std::size_t>(kPending - index)].operation;
    return {process_.operations().intern(op), false};
  };
  if (starts_.empty()) {
    trace::ThreadSet created;
    trace::ThreadSet seen;
    for (const Operation& op : trace.operations) {
      seen.insert(op.thread);
      if (op.kind == OpKind::kCreate) created.insert(trace::ThreadId(static_cast<std::size_t>(op.choice)));
    }
    for (const Pending& p : trace.pending) seen.insert(p.operation.thread);
    for (const trace::ThreadId t : seen - created) {
      const EventId start = process_.add_start(t.value, EventId());
      starts_.push_back(start);
      const Next next = next_of(upcoming(t));
      process_[start].next = next.operation;
      process_[start].last = next.last ? 1 : 0;
    }
    for (const EventId start : starts_) condition_reached(start);
  }
  marking_.reset();
  for (const EventId start : starts_) marking_.start_thread(start);
  events_.assign(trace.operations.size(), EventId());
  trace::expect_step(steps_.size() >= prefix.size(), trace.operations.size(), "{} steps, {} planned", steps_.size(),
                     prefix.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Operation& op = trace.operations[steps_[i]];
    const EventId e = i < prefix.size() ? prefix[i] : event_of(op);
    events_[steps_[i]] = e;
    if (!e.valid() || !is_predicted(op, e)) [[unlikely]] {
      throw trace::Surprise{steps_[i], fmt::format("step {} ({} by thread {}) was not predicted", i + 1,
                                                   trace::name(op.kind), op.thread.value)};
    }
#ifdef HEDDLE_CHECKED
    CHECK_MSG(e == event_of(op), "step {} was planned as event {}, but is {}", i, e.value, event_of(op).value);
#endif
    if (!process_[e].executed()) {
      if (op.kind == OpKind::kCreate) {
        // The start of the new thread hangs on its creation.
        Operation creation = op;
        creation.value = 0;
        execute(e, creation, next_of(next_index_[steps_[i]]));
        const EventId start = process_.add_start(static_cast<std::uint32_t>(op.choice), e);
        process_[e].value = start.value;
        const Next next = next_of(upcoming(trace::ThreadId(static_cast<std::size_t>(op.choice))));
        process_[start].next = next.operation;
        process_[start].last = next.last ? 1 : 0;
        condition_reached(start);
      } else {
        execute(e, op, next_of(next_index_[steps_[i]]));
      }
    }
    marking_.fire(e);
  }
#ifdef HEDDLE_CHECKED
  if (process_.size() > kMaxTwinEvents) return;
  const std::string difference = NaiveExtensions(process_).difference();
  CHECK_MSG(difference.empty(), "{}", difference);
#endif
}

}  // namespace heddle::unfolding
