#include "unfolding/extensions.h"

#include <memory>
#include <utility>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::unfolding {

using trace::Effect;
using trace::Operation;
using trace::OpKind;

Extensions::Extensions(BranchingProcess& process, Concurrency& concurrency, Oracle oracle)
    : process_(process),
      concurrency_(concurrency),
      oracle_(std::move(oracle)),
      ended_(trace::kMaxThreads),
      joining_(trace::kMaxThreads) {}

EventId Extensions::initial_version(trace::LocationId location) {
  if (initial_.size() <= location.index()) initial_.resize(location.index() + 1);
  EventId& initial = initial_[location.index()];
  if (!initial.valid()) initial = process_.add_initial_version(location, oracle_.initial_state(location));
  return initial;
}

void Extensions::condition_added(EventId e) {
  const Operation op = process_.next(e);
  switch (op.kind) {
    case OpKind::kCreate: add(e, EventId(), op.choice, Effect::kNone, {}); return;
    case OpKind::kChoose:
      for (std::int64_t n = 0; n < trace::outcomes(op, 0); ++n) {
        add(e, EventId(), trace::outcome(op, 0, n), Effect::kNone, {});
      }
      return;
    case OpKind::kBranch:
      for (const std::int32_t outcome : oracle_.outcomes(e)) add(e, EventId(), outcome, Effect::kNone, {});
      return;
    case OpKind::kJoin: {
      const auto joined = static_cast<std::size_t>(op.choice);
      joining_[joined].push_back(e);
      for (const EventId end : ended_[joined]) {
        if (concurrency_.consistent(process_.history(e), process_.history(end))) {
          add(e, end, op.choice, Effect::kNone, {});
        }
      }
      return;
    }
    default: break;
  }
  EventId at = process_.history(e).last_version(op.location.value);
  if (!at.valid()) at = initial_version(op.location);
  if (op.kind == OpKind::kWake) at = first_without(process_[e].thread_id(), at);
  walk(e, at);
}

EventId Extensions::first_without(trace::ThreadId thread, EventId version) const {
  const auto waits = [&](EventId v) {
    return trace::contains(static_cast<trace::ThreadSet>(process_[v].value), thread);
  };
  if (waits(version)) return version;
  while (!waits(process_[version].version)) version = process_[version].version;
  return version;
}

EventId Extensions::add_outcome(EventId condition, std::int32_t choice) {
  return process_.add_extension(condition, EventId(), choice, Effect::kNone, {});
}

void Extensions::thread_ended(EventId e) {
  const std::uint32_t thread = process_[e].thread;
  ended_[thread].push_back(e);
  for (const EventId condition : joining_[thread]) {
    const History end = process_.history(e);
    const EventId reached = end.last_of(process_[condition].thread);
    if (reached.valid() && process_[reached].depth > process_[condition].depth) continue;
    if (concurrency_.consistent(process_.history(condition), end)) {
      add(condition, e, process_.next(condition).choice, Effect::kNone, {});
    }
  }
}

void Extensions::walk(EventId condition, EventId version) {
  to_walk_.push_back(version);
  while (!to_walk_.empty()) {
    const EventId at = to_walk_.back();
    to_walk_.pop_back();
    if (!offer(condition, at)) continue;
    process_.push(process_.version_of(at).conditions, condition);
    for (VersionId v = process_.version_of(at).first_child; v.valid(); v = process_.version(v).next_sibling) {
      const EventId child = process_.version(v).event;
      if (concurrency_.together(condition, child)) to_walk_.push_back(child);
    }
  }
}

bool Extensions::offer(EventId condition, EventId version) {
  const Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (trace::is_awaiting(op.kind)) {
    // The first version without this thread among the waiting ones is the waker.
    if (trace::contains(static_cast<trace::ThreadSet>(state), process_[condition].thread_id())) return true;
    add(condition, version, trace::kNoChoice, Effect::kNone, {});
    return false;
  }
  if (!trace::enabled_at(op, state)) return true;
  const Effect effect = trace::effect_at(op, state);
  if (effect == Effect::kModify && process_.net() == Net::kPlaceReplicated) {
    Cut& base = cut(0);
    base.assign(process_.history(condition));
    base.join(process_, process_.history(version));
    expand_reads(condition, version, 0);
  } else {
    add_outcomes(condition, version, effect, {});
  }
  return true;
}

void Extensions::add_outcomes(EventId condition, EventId version, Effect effect, std::span<const EventId> consumed) {
  const Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  const std::int64_t count = trace::outcomes(op, state);
  for (std::int64_t n = 0; n < count; ++n) {
    add(condition, version, trace::outcome(op, state, n), effect, consumed);
  }
}

void Extensions::add(EventId condition, EventId version, std::int32_t choice, Effect effect,
                     std::span<const EventId> consumed) {
  // Every pair of a condition and a version is met once, and expand_reads looks before it adds.
#ifdef HEDDLE_CHECKED
  CHECK(!process_.find(condition, version, choice, consumed).valid());
#endif
  found_.push_back(process_.add_extension(condition, version, choice, effect, consumed));
}

void Extensions::version_added(EventId e) {
  const EventId replaced = process_[e].version;
  for (std::uint32_t i = process_.version_of(replaced).conditions; i != 0; i = process_.link(i).next) {
    const EventId condition = process_.link(i).event;
    if (concurrency_.together(condition, e, process_.history(e))) walk(condition, e);
  }
}

void Extensions::read_added(EventId e) {
  if (process_.net() == Net::kContextual) return;
  const EventId version = process_[e].version;
  process_.push(process_.version_of(version).reads, e);
  const std::int64_t state = process_[version].value;
  for (std::uint32_t i = process_.version_of(version).conditions; i != 0; i = process_.link(i).next) {
    const EventId condition = process_.link(i).event;
    if (process_[condition].thread == process_[e].thread) continue;
    const Operation& op = process_.next(condition);
    if (trace::is_awaiting(op.kind) || !trace::enabled_at(op, state)) continue;
    if (trace::effect_at(op, state) != Effect::kModify) continue;
    const History read = process_.history(e);
    const EventId reached = read.last_of(process_[condition].thread);
    if (reached.valid() && process_[reached].depth > process_[condition].depth) continue;
    // Cheap test first: most conditions already conflict with the read by themselves.
    if (!concurrency_.consistent(process_.history(condition), read)) continue;
    Cut& base = cut(0);
    base.assign(process_.history(condition));
    base.join(process_, process_.history(version));
    base.join(process_, read);
    expand_reads(condition, version, 0);
  }
}

Cut& Extensions::cut(std::size_t level) {
  while (cuts_.size() <= level) cuts_.push_back(std::make_unique<Cut>());
  return *cuts_[level];
}

void Extensions::collect_reads(const History& cut, EventId condition, EventId version) {
  reads_.clear();
  const History before = process_.history(version);
  const std::uint32_t end = cut.thread_end();
  for (std::uint32_t t = 0; t < end; ++t) {
    if (t == process_[condition].thread) continue;
    const EventId seen = before.last_of(t);
    const std::uint32_t stop = seen.valid() ? process_[seen].depth : 0;
    EventId at = cut.last_of(t);
    if (!at.valid()) continue;
    for (; process_[at].depth > stop; at = process_[at].parent) {
      if (!process_[at].observes() || process_[at].version != version) continue;
      reads_.push_back(at);
      break;
    }
  }
}

void Extensions::expand_reads(EventId condition, EventId version, std::size_t level) {
  collect_reads(cut(level).view(), condition, version);
  const Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (process_.find(condition, version, trace::outcome(op, state, 0), reads_).valid()) return;
  add_outcomes(condition, version, Effect::kModify, reads_);
  const std::uint32_t thread = process_[condition].thread;
  for (std::uint32_t i = process_.version_of(version).reads; i != 0; i = process_.link(i).next) {
    const EventId read = process_.link(i).event;
    const Event& event = process_[read];
    if (event.thread == thread) continue;
    const History more = process_.history(read);
    const EventId reached = more.last_of(thread);
    if (reached.valid() && process_[reached].depth > process_[condition].depth) continue;
    const EventId known = cut(level).view().last_of(event.thread);
    if (known.valid() && process_[known].depth >= event.depth) continue;  // in the cut, or in conflict with it
    if (!concurrency_.consistent(cut(level).view(), more)) continue;
    Cut& wider = cut(level + 1);
    wider = *cuts_[level];
    wider.join(process_, more);
    expand_reads(condition, version, level + 1);
  }
}

}  // namespace heddle::unfolding
