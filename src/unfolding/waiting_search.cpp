#include "unfolding/waiting_search.h"

#include <algorithm>

#include "base/stop.h"
#include "trace/semantics.h"
#include "unfolding/waiting_deadlocks.h"

namespace heddle::unfolding {

using trace::OpKind;
using trace::ThreadId;

WaitingSearch::WaitingSearch(const BranchingProcess& process, Concurrency& concurrency, ThreadTrees& trees,
                             std::span<const EventId> starts)
    : process_(process), concurrency_(concurrency), trees_(trees), stuck_(process) {
  note_creations(starts);
  note_versions();
}

void WaitingSearch::note_creations(std::span<const EventId> starts) {
  for (const EventId start : starts) initial_.insert(process_[start].thread_id());
  creations_.resize(process_.size());
  for (std::size_t i = 0; i < process_.size(); ++i) {
    const EventId e(i);
    const Event& event = process_[e];
    if (!event.executed() || event.thread == kNoThread) continue;
    if (is_waiting(process_, e)) waiting_.push_back(e);
    if (!event.parent.valid()) continue;
    creations_[i] = process_.operation(e).kind == OpKind::kCreate ? e : creations_[event.parent.index()];
  }
}

// Counts the versions of each condition, and then stores them one after another.
void WaitingSearch::note_versions() {
  const auto for_each = [this](auto visit) {
    for (std::size_t i = 0; i < process_.version_count(); ++i) {
      const Version& version = process_.version(VersionId(i));
      for (std::uint32_t l = version.conditions; l != 0; l = process_.link(l).next) {
        const EventId c = process_.link(l).event;
        const trace::Operation& op = process_.next(c);
        if (trace::waits_for_state(op.kind) && !trace::enabled_at(op, process_[version.event].value) &&
            stuck_.may_stay(c)) {
          visit(c, version.event);
        }
      }
    }
  };
  first_.resize(process_.size() + 1, 0);
  for_each([&](EventId c, EventId) { ++first_[c.index()]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& first : first_) first = sum += first;  // where they end; they are filled in from there
  versions_.resize(sum);
  for_each([&](EventId c, EventId version) { versions_[--first_[c.index()]] = version; });
}

std::span<const EventId> WaitingSearch::versions_of(EventId condition) const {
  return {versions_.data() + first_[condition.index()], versions_.data() + first_[condition.index() + 1]};
}

Answer WaitingSearch::next(std::uint64_t work, double seconds, const Accept& accept) {
  accept_ = &accept;
  last_check_ = concurrency_.checks() + work;
  end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (; at_ < waiting_.size(); ++at_) {
    switch (begin_with(waiting_[at_])) {
      case Found::kNone: break;
      case Found::kAccepted: return Answer::kYes;
      case Found::kGivenUp: return Answer::kUnknown;
    }
  }
  return Answer::kNo;
}

WaitingSearch::Found WaitingSearch::begin_with(EventId condition) {
  members_.clear();
  chosen_.clear();
  joined_.clear();
  const std::uint32_t thread = process_[condition].thread;
  if (order_.size() <= thread) order_.resize(thread + 1);
  if (levels_.empty()) levels_.emplace_back();
  levels_[0].cut.clear();
  return try_condition(condition);
}

bool WaitingSearch::too_much() {
  base::poll_stop();
  return concurrency_.checks() > last_check_ || (++turns_ % kTurnsPerLook == 0 && Clock::now() > end_);
}

// --- what may be part of a deadlock

bool WaitingSearch::lets_go_on(const Member& member, const History& history) const {
  const Event& event = process_[member.condition];
  const EventId reached = history.last_of(event.thread);
  if (reached.valid() && process_[reached].depth > event.depth) return true;
  if (member.joined.valid()) {
    const EventId end = history.last_of(member.joined.value);
    return end.valid() && process_[end].last != 0;
  }
  if (!event.next.valid()) return false;
  const trace::Operation& op = process_.next(member.condition);
  const EventId last = history.last_version(op.location.value);
  if (!last.valid()) return false;
  if (member.version.valid()) return process_.version_depth(last) > process_.version_depth(member.version);
  // It is in the queue from its own wait until somebody removes it.
  const EventId own = process_.history(member.condition).last_version(op.location.value);
  return process_.version_depth(last) >= process_.version_depth(own) &&
         !trace::is_waiting(process_[last].value, event.thread_id());
}

bool WaitingSearch::admits(const History& history) const {
  return std::ranges::none_of(members_, [&](const Member& m) { return lets_go_on(m, history); });
}

bool WaitingSearch::is_answer(EventId condition) const {
  if (!stuck_.may_stay(condition)) return false;
  if (process_[condition].closes != 0) return true;
  if (!process_[condition].next.valid()) return !joined_.contains(process_[condition].thread_id());
  const bool comes_later = process_[condition].thread > process_[members_.front().condition].thread;
  return comes_later || !is_waiting(process_, condition);
}

// --- the search

WaitingSearch::Found WaitingSearch::try_condition(EventId condition) {
  if (process_[condition].closes != 0) return try_closing(condition);
  if (!process_[condition].next.valid()) return try_member({condition, EventId(), ThreadId()});
  const trace::Operation& op = process_.next(condition);
  if (op.kind == OpKind::kJoin)
    return try_member({condition, EventId(), ThreadId(static_cast<std::size_t>(op.choice))});
  if (!trace::waits_for_state(op.kind)) return try_member({condition, EventId(), ThreadId()});
  for (const EventId version : versions_of(condition)) {
    const Found found = try_member({condition, version, ThreadId()});
    if (found != Found::kNone) return found;
  }
  return Found::kNone;
}

WaitingSearch::Found WaitingSearch::try_closing(EventId condition) {
  const Closing& closing = process_.closing(condition);
  const bool may_end = !closing.ends_program && !joined_.contains(process_[condition].thread_id());
  if (may_end) return try_member({condition, EventId(), ThreadId()});
  for (const ThreadId joined : closing.joined) {
    const Found found = try_member({condition, EventId(), joined});
    if (found != Found::kNone) return found;
  }
  return Found::kNone;
}

WaitingSearch::Found WaitingSearch::try_member(const Member& member) {
  const std::size_t level = members_.size();
  if (levels_.size() <= level + 1) levels_.emplace_back();
  Cut& cut = levels_[level + 1].cut;
  const History history = process_.history(member.condition);
  if (member.version.valid()) {
    const History of_version = process_.history(member.version);
    if (!admits(of_version) || !concurrency_.consistent(levels_[level].cut.view(), of_version)) return Found::kNone;
    cut = levels_[level].cut;
    cut.join(process_, of_version);
    if (!concurrency_.consistent(cut.view(), history)) return Found::kNone;
  } else {
    cut = levels_[level].cut;
  }
  cut.join(process_, history);
  // What the others have done may let it continue.
  if (lets_go_on(member, cut.view())) return Found::kNone;
  const ThreadId thread = process_[member.condition].thread_id();
  const ThreadId joined = member.joined;
  const bool is_first_to_join = joined.valid() && !joined_.contains(joined);
  members_.push_back(member);
  chosen_.insert(thread);
  if (is_first_to_join) joined_.insert(joined);
  const Found found = go_on();
  if (is_first_to_join) joined_.erase(joined);
  chosen_.erase(thread);
  members_.pop_back();
  return found;
}

WaitingSearch::Found WaitingSearch::go_on() {
  if (too_much()) return Found::kGivenUp;
  const ThreadId thread = next_thread();
  if (!thread.valid()) {
    last_.assign(trace::kMaxThreads, EventId());
    for (const Member& m : members_) last_[process_[m.condition].thread] = m.condition;
    return keeps_program() && (*accept_)(last_) ? Found::kAccepted : Found::kNone;
  }
  Level& level = levels_[members_.size()];
  trees_.reaching(level.cut.view(), thread.value, *this, stuck_.bits(thread.value), level.candidates);
  if (level.candidates.empty()) {
    std::vector<ThreadId>& order = order_[process_[members_.front().condition].thread];
    std::erase(order, thread);
    order.insert(order.begin(), thread);
  }
  for (const EventId candidate : level.candidates) {
    const Found found = try_condition(candidate);
    if (found != Found::kNone) return found;
  }
  return Found::kNone;
}

// Among the threads in last_. A closing thread joins only threads with larger numbers, so this terminates.
bool WaitingSearch::has_ended(ThreadId thread) const {
  const EventId c = last_[thread.index()];
  if (process_[c].closes == 0) return process_[c].last != 0;
  for (const ThreadId joined : process_.closing(c).joined) {
    if (!has_ended(joined)) return false;
  }
  return true;
}

bool WaitingSearch::keeps_program() const {
  return std::ranges::none_of(members_, [this](const Member& m) {
    const Event& event = process_[m.condition];
    return event.closes != 0 && process_.closing(m.condition).ends_program && has_ended(event.thread_id());
  });
}

void WaitingSearch::collect_existing(const History& cut) {
  existing_ = initial_;
  for (std::uint32_t t = 0; t < cut.thread_end(); ++t) {
    const EventId last = cut.last_of(t);
    if (!last.valid()) continue;
    for (EventId e = creations_[last.index()]; e.valid(); e = creations_[process_[e].parent.index()]) {
      existing_.insert(ThreadId(static_cast<std::size_t>(process_.operation(e).choice)));
    }
  }
}

ThreadId WaitingSearch::next_thread() {
  collect_existing(levels_[members_.size()].cut.view());
  const auto is_open = [&](ThreadId t) { return t.valid() && existing_.contains(t) && !chosen_.contains(t); };
  const Member& member = members_.back();
  if (member.version.valid() && process_[member.version].thread != kNoThread) {
    const ThreadId by = process_[member.version].thread_id();
    if (is_open(by)) return by;
  }
  if (is_open(member.joined)) return member.joined;
  for (const ThreadId t : order_[process_[members_.front().condition].thread]) {
    if (is_open(t)) return t;
  }
  const trace::ThreadSet open = existing_ - chosen_;
  return open.empty() ? ThreadId() : open.first();
}

}  // namespace heddle::unfolding
