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

template <class T>
T& at(std::vector<T>& values, std::size_t i) {
  if (values.size() <= i) values.resize(i + 1);
  return values[i];
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
  Node& node = nodes_[e.index()];
  node.up = event.parent.value + 1;
  std::uint32_t* list = &nodes_[event.parent.index()].first_child;
  if (event.effect != 0) {
    EventId above =
        event.modifies() && process_.net() == Net::kPlaceReplicated ? first_of(event.parent, event.version) : EventId();
    if (!above.valid()) {
      if (event.modifies() && process_.net() == Net::kPlaceReplicated) note_first(e);
      above = nearest_above(e);
    }
    if (above.valid()) {
      node.up = above.value + 1;
      list = &nodes_[above.index()].first_below;
    }
  }
  node.next = *list;
  *list = e.value + 1;
}

void ThreadTrees::reached(EventId condition) {
  nodes_.resize(process_.size());
  if (!process_[condition].parent.valid()) at(starts_, process_[condition].thread).push_back(condition);
  const Want want = want_of(condition);
  if (want.kind == Want::Kind::kLocation && want.of != trace::LocationId().value) {
    insert(at(by_location_, want.of), process_[condition].thread);
  }
  if (want.kind == Want::Kind::kJoin) insert(at(by_joined_, want.of), process_[condition].thread);
  if (want.kind == Want::Kind::kCreate) insert(at(by_created_, want.of), process_[condition].thread);
  mark(condition, want);
}

void ThreadTrees::modified(EventId e) {
  const std::uint32_t location = process_.version_of(e).location.value;
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

// --- walking

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

void ThreadTrees::find(std::uint32_t thread, Want want, std::vector<EventId>& result) {
  const std::size_t base = to_visit_.size();
  enter(thread, want, result);
  while (to_visit_.size() > base) {
    const EventId e = to_visit_.back();
    to_visit_.pop_back();
    look_at(e, want, result);
  }
}

void ThreadTrees::enter(std::uint32_t thread, Want want, std::vector<EventId>& result) {
  const EventId last = history_.last_of(thread);
  if (last.valid()) {
    reach(last, want, result);
    return;
  }
  if (thread >= starts_.size() || starts_[thread].empty()) return;
  for (const EventId start : candidate_starts(thread)) {
    ++steps_;
    if ((nodes_[start.index()].wanted & want.bits) == 0) continue;
    if (consistent(start)) reach(start, want, result);
  }
}

std::span<const EventId> ThreadTrees::candidate_starts(std::uint32_t thread) {
  const bool is_created = process_[starts_[thread].front()].version.valid();
  if (!is_created || starts_[thread].size() <= few_starts_) return starts_[thread];
  const Known& known = at(known_starts_, thread);
  if (known.round != round_) find_starts(thread);
  // Threads that create each other, each in other runs.
  return known_starts_[thread].unfinished ? starts_[thread] : known_starts_[thread].events;
}

void ThreadTrees::find_starts(std::uint32_t thread) {
  std::vector<EventId> found;
  found.swap(known_starts_[thread].events);
  found.clear();
  known_starts_[thread].round = round_;
  known_starts_[thread].unfinished = true;
  std::vector<EventId> creating;
  const auto note = [&](EventId creation) {
    if (!creation.valid() || !process_[creation].executed()) return;
    // Its value is the start, 0 as long as there is none.
    const auto start = static_cast<std::size_t>(process_[creation].value);
    if (start != 0 && start < nodes_.size()) found.emplace_back(start);
  };
  for (const std::uint32_t creator : by_created_[thread]) {
    const EventId creation = creation_in_history(creator, thread);
    note(creation);
    if (creation.valid()) continue;
    find(creator, {Want::Kind::kCreate, thread}, creating);
    for (const EventId c : creating) note(process_.find(c, EventId(), static_cast<std::int32_t>(thread), {}));
    creating.clear();
  }
  known_starts_[thread] = {.round = round_, .unfinished = false, .events = std::move(found)};
}

EventId ThreadTrees::creation_in_history(std::uint32_t creator, std::uint32_t thread) const {
  for (EventId e = history_.last_of(creator); e.valid() && process_[e].parent.valid(); e = process_[e].parent) {
    if (process_[e].effect != 0 || process_[e].version.valid()) continue;
    const trace::Operation& op = process_.operation(e);
    if (op.kind == OpKind::kCreate && static_cast<std::uint32_t>(op.choice) == thread) return e;
  }
  return EventId();
}

void ThreadTrees::reach(EventId condition, Want want, std::vector<EventId>& result) {
  if ((nodes_[condition.index()].wanted & want.bits) == 0) return;
  const Event& event = process_[condition];
  if (want.kind == Want::Kind::kGoal && goal_->is_answer(condition)) result.push_back(condition);
  if (!event.next.valid()) {
    if (want.kind == Want::Kind::kEnd && event.last != 0) result.push_back(condition);
    return;
  }
  const Want own = want_of(condition);
  if (own == want) result.push_back(condition);
  if (own.kind != Want::Kind::kJoin || !find_ends(own.of)) {
    push_list(nodes_[condition.index()].first_child);
    return;
  }
  for (const EventId end : ends_[own.of].events) {
    const EventId e = process_.find(condition, end, static_cast<std::int32_t>(own.of), {});
    if (e.valid()) to_visit_.push_back(e);
  }
}

void ThreadTrees::push_list(std::uint32_t list) {
  for (; list != 0; list = nodes_[list - 1].next) to_visit_.emplace_back(list - 1);
}

void ThreadTrees::look_at(EventId e, Want want, std::vector<EventId>& result) {
  ++steps_;
  const Node& node = nodes_[e.index()];
  if ((node.wanted & want.bits) == 0) return;
  const Event& event = process_[e];
  const bool fits = event.executed() && consistent(e);
  if (node.first_below != 0 && (fits || possible(event.version))) push_list(node.first_below);
  if (!fits) return;
  if (want.kind == Want::Kind::kModified && event.modifies() &&
      process_.version(event.own_version).location.value == want.of) {
    result.push_back(e);
  }
  reach(e, want, result);
}

bool ThreadTrees::consistent(EventId e) {
  const History history = process_.history(e);
  return (goal_ == nullptr || goal_->admits(history)) && concurrency_.consistent(history_, history);
}

bool ThreadTrees::possible(EventId version) {
  const std::size_t i = process_[version].own_version.index();
  if (versions_.size() <= i) versions_.resize(std::max(i + 1, 2 * process_.version_count()));
  std::uint64_t& known = versions_[i];
  if (known / 2 != round_) {
    known = 2 * round_ + (consistent(version) ? 1 : 0);
  }
  return known % 2 != 0;
}

bool ThreadTrees::find_ends(std::uint32_t thread) {
  Known& ends = at(ends_, thread);
  if (ends.round == round_) return !ends.unfinished;
  std::vector<EventId> found;
  found.swap(ends.events);
  found.clear();
  ends.round = round_;
  ends.unfinished = true;
  find(thread, {Want::Kind::kEnd, thread}, found);
  ends_[thread] = {.round = round_, .unfinished = false, .events = std::move(found)};
  return true;
}

}  // namespace heddle::unfolding
