// Where the walk of ThreadTrees goes after a condition whose next operation is on a location.

#include <algorithm>
#include <utility>

#include "trace/semantics.h"
#include "unfolding/thread_trees.h"

namespace heddle::unfolding {

void ThreadTrees::push(EventId e, bool alone) {
  if (e.valid()) to_visit_.push_back({e, alone});
}

void ThreadTrees::push_list(std::uint32_t list) {
  for (; list != 0; list = nodes_[list - 1].next) push(EventId(list - 1));
}

void ThreadTrees::push_near(EventId e, bool fits) {
  const std::uint32_t below = nodes_[e.index()].first_below;
  const std::uint32_t same = e.index() < same_.size() ? same_[e.index()] : 0;
  if (below == 0 && same == 0) return;
  const EventId version = process_[e].version;
  if (!fits && !possible(version)) return;
  if (is_long(same) && first_of(process_[e].parent, version) == e) {
    push_by_reads(e, same);
  } else {
    push_list(same);
  }
  push_below(process_[e].parent, version, below);
}

bool ThreadTrees::is_long(std::uint32_t list) const {
  std::size_t length = 0;
  for (; list != 0 && length <= few_successors_; list = nodes_[list - 1].next) ++length;
  return length > few_successors_;
}

EventId ThreadTrees::read_in_history(std::uint32_t thread, EventId version) const {
  const EventId seen = process_.history(version).last_of(thread);
  const std::uint32_t stop = seen.valid() ? process_[seen].depth : 0;
  for (EventId e = history_.last_of(thread); e.valid() && process_[e].depth > stop; e = process_[e].parent) {
    if (process_[e].observes() && process_[e].version == version) return e;
  }
  return EventId();
}

// What an event consumes last is in the history, where nobody can have read the version later, or is consistent with
// it.
void ThreadTrees::push_by_reads(EventId first, std::uint32_t list) {
  const EventId condition = process_[first].parent;
  const EventId version = process_[first].version;
  if (!is_known_before_end(list, known_wanting_, Want::Kind::kLocation, condition)) {
    push_list(list);
    return;
  }
  const auto push_consuming = [&](EventId read) { push(first_consuming(condition, version, read)); };
  push_consuming(EventId());
  for (std::uint32_t t = 0; t < history_.thread_end(); ++t) {
    const EventId read = t == process_[condition].thread ? EventId() : read_in_history(t, version);
    if (read.valid()) push_consuming(read);
  }
  for (const EventId reader : known_for(known_wanting_, condition).events) {
    const trace::Operation& op = process_.next(reader);
    const EventId read = process_.find(reader, version, trace::outcome(op, process_[version].value, 0), {});
    if (read.valid()) push_consuming(read);
  }
}

bool ThreadTrees::offers(EventId condition, EventId version) const {
  const trace::Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (trace::is_awaiting(op.kind)) return !trace::is_waiting(state, process_[condition].thread_id());
  return trace::enabled_at(op, state);
}

void ThreadTrees::push_at(EventId condition, EventId version, bool alone) {
  const trace::Operation& op = process_.next(condition);
  if (trace::is_awaiting(op.kind)) {
    push(process_.find(condition, version, trace::kNoChoice, {}), alone);
    return;
  }
  const std::int64_t state = process_[version].value;
  if (process_.net() == Net::kPlaceReplicated && trace::effect_at(op, state) == trace::Effect::kModify) {
    push(first_of(condition, version), alone);
    return;
  }
  const std::int64_t count = trace::outcomes(op, state);
  for (std::int64_t n = 0; n < count; ++n) {
    push(process_.find(condition, version, trace::outcome(op, state, n), {}), alone);
  }
}

// An event at a version that the history has replaced can only be consistent with it if it does not modify, and in the
// place-replicated net not even then: it would be a stale read.
bool ThreadTrees::may_come_late(EventId condition, EventId replaced) const {
  if (!offers(condition, replaced)) return false;
  const trace::Operation& op = process_.next(condition);
  if (trace::is_awaiting(op.kind)) return true;
  return process_.net() == Net::kContextual &&
         trace::effect_at(op, process_[replaced].value) == trace::Effect::kObserve;
}

void ThreadTrees::push_successors(EventId condition) {
  const std::uint32_t all = nodes_[condition.index()].first_child;
  if (all == 0) return;
  const std::uint32_t location = process_.next(condition).location.value;
  const EventId top = process_.history(condition).last_version(location);
  const EventId last = history_.last_version(location);
  const std::uint32_t top_depth = top.valid() ? process_.version_depth(top) : 0;
  // An event woken in its own past has its waker at the version on top or above it.
  const bool has_top = top.valid() && offers(condition, top);
  const bool is_woken = has_top && trace::is_awaiting(process_.next(condition).kind);
  if (is_woken || !last.valid() || process_.version_depth(last) <= top_depth) {
    // The others are below the event at the version on top, if there is one.
    if (has_top) {
      push_list(all);
    } else {
      push_below(condition, top, all);
    }
    return;
  }
  const bool has_last = offers(condition, last);
  if (has_last) push_at(condition, last);
  EventId above;  // the nearest event of the condition at a version above the last one
  std::uint32_t depth = process_.version_depth(last);
  for (EventId v = last; depth > top_depth; --depth) {
    v = process_[v].version;
    if (may_come_late(condition, v)) push_at(condition, v, /*alone=*/true);
    if (!has_last && !above.valid()) above = first_of(condition, v);
  }
  if (!has_last) push_below(condition, last, above.valid() ? nodes_[above.index()].first_below : all);
}

bool ThreadTrees::is_below(EventId version, EventId upper) const {
  std::uint32_t depth = process_.version_depth(version);
  const std::uint32_t end = process_.version_depth(upper);
  for (; depth > end; --depth) version = process_[version].version;
  return version == upper;
}

void ThreadTrees::push_below(EventId condition, EventId version, std::uint32_t list) {
  if (list == 0) return;
  if (version.valid() && is_long(list) && push_by_versions(condition, version, list)) return;
  for (; list != 0; list = nodes_[list - 1].next) {
    const EventId e(list - 1);
    if (!version.valid() || is_below(process_[e].version, version)) push(e);
  }
}

bool ThreadTrees::push_by_versions(EventId condition, EventId version, std::uint32_t list) {
  if (!is_known_before_end(list, known_versions_, Want::Kind::kModified, condition)) return false;
  std::size_t left = next_versions(condition, version).size();
  for (; list != 0 && left != 0; list = nodes_[list - 1].next) --left;
  if (list == 0) return false;
  push_next_versions(condition, version);
  return true;
}

void ThreadTrees::push_next_versions(EventId condition, EventId version) {
  for (const EventId next : next_versions(condition, version)) {
    if (offers(condition, next)) {
      push_at(condition, next);
    } else {
      push_next_versions(condition, next);
    }
  }
}

std::span<const EventId> ThreadTrees::next_versions(EventId condition, EventId version) {
  const auto replaced = [this](EventId v) { return process_[v].version; };
  const auto range = std::ranges::equal_range(known_for(known_versions_, condition).events, version, {}, replaced);
  return {range.begin(), range.end()};
}

ThreadTrees::Known& ThreadTrees::known_for(KnownTable& table, EventId condition) {
  return at(at(table, process_.next(condition).location.index()), process_[condition].thread);
}

// The list and the walk advance in turn, so that the longer of them does not matter.
bool ThreadTrees::is_known_before_end(std::uint32_t list, KnownTable& table, Want::Kind kind, EventId condition) {
  std::uint64_t limit = kFirstLimit;
  std::uint64_t length = 0;
  for (; !find_known(table, kind, condition, limit); limit *= 4) {
    for (; length < limit && list != 0; list = nodes_[list - 1].next) ++length;
    if (list == 0 || given_up()) return false;
  }
  return true;
}

bool ThreadTrees::find_known(KnownTable& table, Want::Kind kind, EventId condition, std::uint64_t steps) {
  Known& known = known_for(table, condition);
  if (known.round == round_ && (!known.unfinished || known.allowed >= steps)) return !known.unfinished;
  std::vector<EventId> found;
  found.swap(known.events);
  found.clear();
  known = {.round = round_, .unfinished = true, .events = {}, .allowed = kNoLimit};
  const std::uint64_t outer = std::exchange(last_step_, std::min(last_step_, steps_ + steps));
  const std::uint32_t location = process_.next(condition).location.value;
  for (const std::uint32_t thread : at(kind == Want::Kind::kModified ? by_modified_ : by_location_, location)) {
    if (thread != process_[condition].thread) find(thread, {kind, location}, found);
  }
  const bool unfinished = given_up();
  last_step_ = outer;
  if (!unfinished) std::ranges::sort(found, {}, [this](EventId v) { return process_[v].version; });
  known_for(table, condition) = {
      .round = round_, .unfinished = unfinished, .events = std::move(found), .allowed = steps};
  return !unfinished;
}

}  // namespace heddle::unfolding
