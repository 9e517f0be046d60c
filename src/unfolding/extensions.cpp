#include "unfolding/extensions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::unfolding {

using trace::Effect;
using trace::Operation;
using trace::OpKind;

Extensions::Extensions(BranchingProcess& process, Concurrency& concurrency, Oracle oracle)
    : process_(process), concurrency_(concurrency), oracle_(std::move(oracle)), trees_(process, concurrency) {}

EventId Extensions::initial_version(trace::LocationId location) {
  const EventId initial = process_.initial_version(location);
  return initial.valid() ? initial : process_.add_initial_version(location, oracle_.initial_state(location));
}

void Extensions::condition_added(EventId e) {
  trees_.reached(e);
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
    case OpKind::kJoin:
      trees_.ended(process_.history(e), static_cast<std::uint32_t>(op.choice), partners_);
      for (const EventId end : partners_) add(e, end, op.choice, Effect::kNone, {});
      return;
    default: break;
  }
  EventId at = process_.history(e).last_version(op.location.value);
  if (!at.valid()) at = initial_version(op.location);
  if (op.kind == OpKind::kWake) at = first_without(process_[e].thread_id(), at);
  walk(e, at);
}

EventId Extensions::first_without(trace::ThreadId thread, EventId version) const {
  const auto waits = [&](EventId v) { return trace::is_waiting(process_[v].value, thread); };
  if (waits(version)) return version;
  while (!waits(process_[version].version)) version = process_[version].version;
  return version;
}

EventId Extensions::add_outcome(EventId condition, std::int32_t choice) {
  const EventId e = process_.add_extension(condition, EventId(), choice, Effect::kNone, {});
  trees_.add(e);
  return e;
}

void Extensions::thread_ended(EventId e) {
  const std::uint32_t thread = process_[e].thread;
  trees_.reached(e);
  for (const std::uint32_t joiner : trees_.joiners(thread)) {
    if (joiner == thread) continue;
    trees_.joining(process_.history(e), joiner, thread, partners_);
    for (const EventId condition : partners_) {
      add(condition, e, process_.next(condition).choice, Effect::kNone, {});
    }
  }
}

void Extensions::walk(EventId condition, EventId version) {
  to_walk_.push_back(version);
  bool asked = false;
  while (!to_walk_.empty()) {
    const EventId at = to_walk_.back();
    to_walk_.pop_back();
    if (!offer(condition, at)) continue;
    process_.push(process_.version_of(at).conditions, condition);
    if (has_few_successors(at)) {
      for (VersionId v = process_.version_of(at).first_child; v.valid(); v = process_.version(v).next_sibling) {
        const EventId child = process_.version(v).event;
        if (concurrency_.together(condition, child)) to_walk_.push_back(child);
      }
      continue;
    }
    const auto replaced = [this](EventId v) { return process_[v].version; };
    if (!std::exchange(asked, true)) {
      trees_.modifying(process_.history(condition), process_[at].location, process_[condition].thread, versions_);
      std::ranges::sort(versions_, {}, replaced);
    }
    for (const EventId child : std::ranges::equal_range(versions_, at, {}, replaced)) to_walk_.push_back(child);
  }
}

bool Extensions::has_few_successors(EventId version) const {
  int count = 0;
  for (VersionId v = process_.version_of(version).first_child; v.valid(); v = process_.version(v).next_sibling) {
    if (++count > few_) return false;
  }
  return true;
}

bool Extensions::has_few_conditions(EventId version) const {
  int count = 0;
  for (std::uint32_t i = process_.version_of(version).conditions; i != 0; i = process_.link(i).next) {
    if (++count > few_) return false;
  }
  return true;
}

bool Extensions::offer(EventId condition, EventId version) {
  const Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (trace::is_awaiting(op.kind)) {
    // The first version in which this thread is no longer waiting is the waker.
    if (trace::is_waiting(state, process_[condition].thread_id())) return true;
    add(condition, version, trace::kNoChoice, Effect::kNone, {});
    return false;
  }
  if (!trace::enabled_at(op, state)) return true;
  const Effect effect = trace::effect_at(op, state);
  if (effect == Effect::kModify && process_.net() == Net::kPlaceReplicated) {
    Cut& base = reads(0).cut;
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
  // Every pair of a condition and a version is encountered once, and expand_reads checks before it adds.
#ifdef HEDDLE_CHECKED
  CHECK(!process_.find(condition, version, choice, consumed).valid());
#endif
  found_.push_back(process_.add_extension(condition, version, choice, effect, consumed));
  trees_.add(found_.back());
}

void Extensions::version_added(EventId e) {
  trees_.modified(e);
  const EventId replaced = process_[e].version;
  if (has_few_conditions(replaced)) {
    for (std::uint32_t i = process_.version_of(replaced).conditions; i != 0; i = process_.link(i).next) {
      const EventId condition = process_.link(i).event;
      if (concurrency_.together(condition, e, process_.history(e))) walk(condition, e);
    }
    return;
  }
  trees_.wanting(process_.history(e), process_[e].location, process_[e].thread, partners_);
  for (const EventId condition : partners_) {
    const bool awaits = trace::is_awaiting(process_.next(condition).kind);
    // What an earlier version woke is no longer registered.
    if (!awaits || trace::is_waiting(process_[replaced].value, process_[condition].thread_id())) walk(condition, e);
  }
}

void Extensions::read_added(EventId e) {
  if (process_.net() == Net::kContextual) return;
  const EventId version = process_[e].version;
  const std::int64_t state = process_[version].value;
  trees_.wanting(process_.history(e), process_[version].location, process_[e].thread, partners_);
  for (const EventId condition : partners_) {
    const Operation& op = process_.next(condition);
    if (trace::is_awaiting(op.kind) || !trace::enabled_at(op, state)) continue;
    if (trace::effect_at(op, state) != Effect::kModify) continue;
    Cut& base = reads(0).cut;
    base.assign(process_.history(condition));
    base.join(process_, process_.history(version));
    base.join(process_, process_.history(e));
    expand_reads(condition, version, 0);
  }
}

Extensions::Reads& Extensions::reads(std::size_t level) {
  while (reads_.size() <= level) reads_.push_back(std::make_unique<Reads>());
  return *reads_[level];
}

void Extensions::collect_reads(const History& cut, EventId condition, EventId version) {
  consumed_.clear();
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
      consumed_.push_back(at);
      break;
    }
  }
}

void Extensions::expand_reads(EventId condition, EventId version, std::size_t level) {
  Reads& present = reads(level);
  collect_reads(present.cut.view(), condition, version);
  const Operation op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (process_.find(condition, version, trace::outcome(op, state, 0), consumed_).valid()) return;
  add_outcomes(condition, version, Effect::kModify, consumed_);
  const std::uint32_t thread = process_[condition].thread;
  trees_.wanting(present.cut.view(), op.location, thread, present.readers);
  for (const EventId reader : present.readers) {
    const EventId read = process_.find(reader, version, trace::outcome(process_.next(reader), state, 0), {});
    if (!read.valid() || !process_[read].executed() || !process_[read].observes()) continue;
    const History more = process_.history(read);
    const EventId reached = more.last_of(thread);
    if (reached.valid() && process_[reached].depth > process_[condition].depth) continue;
    if (!concurrency_.consistent(present.cut.view(), more)) continue;
    Reads& wider = reads(level + 1);
    wider.cut = present.cut;
    wider.cut.join(process_, more);
    expand_reads(condition, version, level + 1);
  }
}

}  // namespace heddle::unfolding
