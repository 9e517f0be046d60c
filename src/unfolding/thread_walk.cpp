// The walk of ThreadTrees.

#include <algorithm>
#include <utility>

#include "unfolding/thread_trees.h"

namespace heddle::unfolding {

using trace::OpKind;

void ThreadTrees::find(std::uint32_t thread, Want want, std::vector<EventId>& result) {
  const std::size_t base = to_visit_.size();
  enter(thread, want, result);
  while (to_visit_.size() > base) {
    if (given_up()) {
      to_visit_.resize(base);
      return;
    }
    const Visit visit = to_visit_.back();
    to_visit_.pop_back();
    look_at(visit, want, result);
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
  // Threads that create each other, in different runs.
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
    // Its value is the start; 0 while there is none.
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
  known_starts_[thread] = {.round = given_up() ? 0 : round_, .unfinished = given_up(), .events = std::move(found)};
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
  if (own.kind == Want::Kind::kJoin && find_ends(own.of)) {
    const auto joined = static_cast<std::int32_t>(own.of);
    for (const EventId end : ends_[own.of].events) push(process_.find(condition, end, joined, {}));
  } else if (own.kind == Want::Kind::kLocation && process_.next(condition).location.valid()) {
    push_successors(condition);
  } else {
    push_list(nodes_[condition.index()].first_child);
  }
}

void ThreadTrees::look_at(Visit visit, Want want, std::vector<EventId>& result) {
  ++steps_;
  const EventId e = visit.event;
  const Node& node = nodes_[e.index()];
  if ((node.wanted & want.bits) == 0) return;
  const Event& event = process_[e];
  const bool fits = event.executed() && consistent(e);
  if (!visit.alone) push_near(e, fits);
  if (!fits) return;
  if (want.kind == Want::Kind::kModified && event.modifies() && event.location.value == want.of) {
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
  ends_[thread] = {.round = given_up() ? 0 : round_, .unfinished = given_up(), .events = std::move(found)};
  return !given_up();
}

}  // namespace heddle::unfolding
