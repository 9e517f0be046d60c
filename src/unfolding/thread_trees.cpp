#include "unfolding/thread_trees.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"
#include "trace/semantics.h"

namespace heddle::unfolding {

using trace::OpKind;

namespace {

std::size_t hash_of(EventId condition, EventId version) {
  return base::mix(static_cast<std::uint64_t>(condition.value) << 32 | version.value);
}

std::size_t hash_of(EventId condition, EventId version, EventId read) {
  return base::mix(hash_of(condition, version) + read.value);
}

void insert(std::vector<std::uint32_t>& threads, std::uint32_t thread) {
  if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
}

}  // namespace

ThreadTrees::ThreadTrees(const BranchingProcess& process, Concurrency& concurrency)
    : process_(process), concurrency_(concurrency) {}

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
  return firsts_.find(hash_of(condition, version),
                      [&](EventId e) { return process_[e].parent == condition && process_[e].version == version; });
}

EventId ThreadTrees::last_read(EventId e) const {
  const std::span<const EventId> consumed = process_.consumed(e);
  if (consumed.empty()) return EventId();
  return *std::ranges::max_element(consumed, {}, &EventId::value);
}

EventId ThreadTrees::first_consuming(EventId condition, EventId version, EventId read) const {
  return firsts_consuming_.find(hash_of(condition, version, read), [&](EventId e) {
    return process_[e].parent == condition && process_[e].version == version && last_read(e) == read;
  });
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
  if (event.modifies() && process_.net() == Net::kPlaceReplicated && add_to_same(e)) return;
  const EventId above = event.effect != 0 ? nearest_above(e) : EventId();
  if (above.valid()) {
    put(e, above, nodes_[above.index()].first_below);
  } else {
    put(e, event.parent, nodes_[event.parent.index()].first_child);
  }
}

bool ThreadTrees::add_to_same(EventId e) {
  same_.resize(process_.size());
  const Event& event = process_[e];
  const EventId first = first_of(event.parent, event.version);
  if (!first.valid()) {
    firsts_.insert(e, [this](EventId i) { return hash_of(process_[i].parent, process_[i].version); });
    return false;
  }
  const EventId consuming = first_consuming(event.parent, event.version, last_read(e));
  if (consuming.valid()) {
    put(e, consuming, same_[consuming.index()]);
    return true;
  }
  firsts_consuming_.insert(
      e, [this](EventId i) { return hash_of(process_[i].parent, process_[i].version, last_read(i)); });
  put(e, first, same_[first.index()]);
  return true;
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
