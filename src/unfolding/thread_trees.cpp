#include "unfolding/thread_trees.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"
#include "trace/semantics.h"

namespace heddle::unfolding {

using trace::OpKind;

namespace {

constexpr std::size_t kFirstSlots = 1 << 10;

std::size_t slot_of(EventId condition, EventId version) {
  return base::mix(static_cast<std::uint64_t>(condition.value) << 32 | version.value);
}

void insert(std::vector<std::uint32_t>& threads, std::uint32_t thread) {
  if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
}

}  // namespace

ThreadTrees::ThreadTrees(const BranchingProcess& process, Concurrency& concurrency)
    : process_(process), concurrency_(concurrency), firsts_(kFirstSlots, 0) {}

ThreadTrees::Want::Want(Kind k, std::uint32_t location_or_thread)
    : kind(k),
      of(location_or_thread),
      bits(std::uint64_t{1} << (base::mix(static_cast<std::uint64_t>(k) << 32 | of) & 63U)) {}

std::uint64_t ThreadTrees::bits_of_location(trace::LocationId location) {
  return Want(Want::Kind::kLocation, location.value).bits;
}
std::uint64_t ThreadTrees::bits_of_join(std::uint32_t joined) { return Want(Want::Kind::kJoin, joined).bits; }
std::uint64_t ThreadTrees::bits_of_end(std::uint32_t thread) { return Want(Want::Kind::kEnd, thread).bits; }

ThreadTrees::Want ThreadTrees::want_of(EventId condition) const {
  if (!process_[condition].next.valid()) return {Want::Kind::kEnd, process_[condition].thread};
  const trace::Operation& op = process_.next(condition);
  if (op.kind == OpKind::kJoin) return {Want::Kind::kJoin, static_cast<std::uint32_t>(op.choice)};
  if (op.kind == OpKind::kCreate) return {Want::Kind::kCreate, static_cast<std::uint32_t>(op.choice)};
  return {Want::Kind::kLocation, op.location.value};
}

// --- building

EventId ThreadTrees::first_of(EventId condition, EventId version) const {
  const trace::Operation& op = process_.next(condition);
  const std::int64_t state = process_[version].value;
  if (trace::is_awaiting(op.kind)) return EventId();
  if (process_.net() == Net::kContextual || trace::effect_at(op, state) != trace::Effect::kModify) {
    if (!trace::enabled_at(op, state)) return EventId();
    return process_.find(condition, version, trace::outcome(op, state, 0), {});
  }
  const std::size_t mask = firsts_.size() - 1;
  for (std::size_t slot = slot_of(condition, version) & mask; firsts_[slot] != 0; slot = (slot + 1) & mask) {
    const EventId e(firsts_[slot] - 1);
    if (process_[e].parent == condition && process_[e].version == version) return e;
  }
  return EventId();
}

void ThreadTrees::note_first(EventId e) {
  const auto insert_slot = [this](EventId first) {
    const std::size_t mask = firsts_.size() - 1;
    std::size_t slot = slot_of(process_[first].parent, process_[first].version) & mask;
    while (firsts_[slot] != 0) slot = (slot + 1) & mask;
    firsts_[slot] = first.value + 1;
  };
  if (++first_count_ * 3 > firsts_.size() * 2) {
    std::vector<std::uint32_t> old(firsts_.size() * 2, 0);
    old.swap(firsts_);
    for (const std::uint32_t link : old) {
      if (link != 0) insert_slot(EventId(link - 1));
    }
  }
  insert_slot(e);
}

EventId ThreadTrees::nearest_above(EventId e) const {
  const EventId condition = process_[e].parent;
  const EventId top = process_.history(condition).last_version(process_.next(condition).location.value);
  EventId version = process_[e].version;
  while (version != top && process_[version].version.valid()) {
    version = process_[version].version;
    const EventId found = first_of(condition, version);
    if (found.valid()) return found;
  }
  return EventId();
}

void ThreadTrees::add(EventId e) {
  nodes_.resize(process_.size());
  const Event& event = process_[e];
  if (event.modifies() && process_.net() == Net::kPlaceReplicated) {
    same_.resize(process_.size());
    const EventId first = first_of(event.parent, event.version);
    if (first.valid()) {
      put(e, first, same_[first.index()]);
      return;
    }
    note_first(e);
  }
  const EventId above = event.effect != 0 ? nearest_above(e) : EventId();
  if (above.valid()) {
    put(e, above, nodes_[above.index()].first_below);
  } else {
    put(e, event.parent, nodes_[event.parent.index()].first_child);
  }
}

void ThreadTrees::put(EventId e, EventId up, std::uint32_t& list) {
  Node& node = nodes_[e.index()];
  node.up = up.value + 1;
  node.next = list;
  list = e.value + 1;
}

void ThreadTrees::reached(EventId condition) {
  nodes_.resize(process_.size());
  // A condition at which its thread used to close, and no longer does, is reached again.
  const bool is_new = nodes_[condition.index()].wanted == 0;
  if (!process_[condition].parent.valid() && is_new) at(starts_, process_[condition].thread).push_back(condition);
  const Want want = want_of(condition);
  if (want.kind == Want::Kind::kLocation && want.of != trace::LocationId().value) {
    insert(at(by_location_, want.of), process_[condition].thread);
  }
  if (want.kind == Want::Kind::kJoin) insert(at(by_joined_, want.of), process_[condition].thread);
  if (want.kind == Want::Kind::kCreate) insert(at(by_created_, want.of), process_[condition].thread);
  mark(condition, want);
}

void ThreadTrees::modified(EventId e) {
  const std::uint32_t location = process_[e].location.value;
  insert(at(by_modified_, location), process_[e].thread);
  mark(e, {Want::Kind::kModified, location});
}

void ThreadTrees::mark(EventId e, Want want) {
  const std::uint64_t bit = want.bits;
  for (std::uint32_t link = e.value + 1; link != 0 && (nodes_[link - 1].wanted & bit) == 0;
       link = nodes_[link - 1].up) {
    nodes_[link - 1].wanted |= bit;
  }
}

// --- questions

void ThreadTrees::begin(const History& history) {
  history_ = history;
  ++round_;
}

void ThreadTrees::wanting(const History& history, trace::LocationId location, std::uint32_t except,
                          std::vector<EventId>& result) {
  result.clear();
  if (location.index() >= by_location_.size()) return;
  begin(history);
  for (const std::uint32_t thread : by_location_[location.index()]) {
    if (thread != except) find(thread, {Want::Kind::kLocation, location.value}, result);
  }
}

void ThreadTrees::modifying(const History& history, trace::LocationId location, std::uint32_t except,
                            std::vector<EventId>& result) {
  result.clear();
  if (location.index() >= by_modified_.size()) return;
  begin(history);
  for (const std::uint32_t thread : by_modified_[location.index()]) {
    if (thread != except) find(thread, {Want::Kind::kModified, location.value}, result);
  }
}

void ThreadTrees::joining(const History& history, std::uint32_t thread, std::uint32_t joined,
                          std::vector<EventId>& result) {
  result.clear();
  begin(history);
  find(thread, {Want::Kind::kJoin, joined}, result);
}

void ThreadTrees::ended(const History& history, std::uint32_t thread, std::vector<EventId>& result) {
  result.clear();
  begin(history);
  find(thread, {Want::Kind::kEnd, thread}, result);
}

void ThreadTrees::reaching(const History& history, std::uint32_t thread, const Goal& goal, std::uint64_t bits,
                           std::vector<EventId>& result) {
  result.clear();
  begin(history);
  goal_ = &goal;
  find(thread, Want(thread, bits), result);
  goal_ = nullptr;
}

}  // namespace heddle::unfolding
