#include "unfolding/deadlock_search.h"

#include <algorithm>

namespace heddle::unfolding {

using trace::OpKind;

std::span<const EventId> DeadlockSearch::found(std::size_t i) const {
  const std::size_t begin = starts_[i];
  const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : conditions_.size();
  return {conditions_.data() + begin, end - begin};
}

bool DeadlockSearch::acquires(EventId version) const {
  if (process_[version].thread == kNoThread) return false;
  const OpKind kind = process_.operation(version).kind;
  return kind == OpKind::kLock || kind == OpKind::kTryLock;
}

bool DeadlockSearch::holds(EventId condition, trace::LocationId lock) const {
  const EventId last = process_.history(condition).last_version(lock.value);
  return last.valid() && process_[last].thread == process_[condition].thread && acquires(last);
}

bool DeadlockSearch::holds_wanted(EventId condition) const {
  const trace::Operation& wanted = process_.next(members_.front());
  if (wanted.kind == OpKind::kLock) return holds(condition, wanted.location);
  return process_[condition].thread == static_cast<std::uint32_t>(wanted.choice);
}

template <class Visit>
void DeadlockSearch::for_each_held(EventId condition, Visit visit) const {
  const History history = process_.history(condition);
  for (std::uint32_t i = 0; i < history.version_count; ++i) {
    const EventId version(history.versions[i].version);
    if (process_[version].thread == process_[condition].thread && acquires(version)) visit(version);
  }
}

bool DeadlockSearch::is_waited_for(EventId condition) const {
  return !extensions_.trees().joiners(process_[condition].thread).empty() || holds_any(condition);
}

bool DeadlockSearch::holds_any(EventId condition) const {
  bool any = false;
  for_each_held(condition, [&](EventId) { any = true; });
  return any;
}

bool DeadlockSearch::may_be_waited_for(std::uint32_t joiner) const {
  return !extensions_.trees().joiners(joiner).empty() || (joiner < joins_with_lock_.size() && joins_with_lock_[joiner]);
}

void DeadlockSearch::condition_added(EventId c) {
  const trace::Operation& op = process_.next(c);
  if (op.kind != OpKind::kLock && op.kind != OpKind::kJoin) return;
  const std::uint32_t thread = process_[c].thread;
  if (op.kind == OpKind::kJoin && holds_any(c)) {
    if (joins_with_lock_.size() <= thread) joins_with_lock_.resize(thread + 1);
    joins_with_lock_[thread] = true;
  }
  push(c);
  if (holds_wanted(c)) {
    report();
  } else {
    if (op.kind == OpKind::kLock) find_keepers(op.location);
    search();
  }
  pop();
}

void DeadlockSearch::find_keepers(trace::LocationId lock) {
  const auto kept = kept_.find(lock.value);
  if (kept == kept_.end()) return;
  for (const std::uint32_t keeper : kept->second) {
    Level& level = levels_.front();
    extensions_.trees().ended(level.cut.view(), keeper, level.candidates);
    for (const EventId end : level.candidates) {
      if (holds(end, lock)) report_with(end);
    }
  }
}

void DeadlockSearch::report_with(EventId last) {
  if (!fits(last)) return;
  push(last);
  report();
  pop();
}

void DeadlockSearch::thread_ended(EventId e) {
  for_each_held(e, [&](EventId version) {
    const trace::LocationId lock = process_[version].location;
    std::vector<std::uint32_t>& keepers = kept_[lock.value];
    if (std::ranges::find(keepers, process_[e].thread) == keepers.end()) keepers.push_back(process_[e].thread);
    push(e);
    Level& level = levels_.front();
    extensions_.trees().wanting(level.cut.view(), lock, process_[e].thread, level.candidates);
    for (const EventId candidate : level.candidates) {
      if (process_.next(candidate).kind == OpKind::kLock) report_with(candidate);
    }
    pop();
  });
}

void DeadlockSearch::search() {
  const EventId holder = members_.back();
  const std::uint32_t thread = process_[holder].thread;
  Level& level = levels_[members_.size() - 1];
  for_each_held(holder, [&](EventId version) {
    extensions_.trees().wanting(level.cut.view(), process_[version].location, thread, level.candidates);
    for (const EventId candidate : level.candidates) {
      if (process_.next(candidate).kind == OpKind::kLock) try_next(candidate);
    }
  });
  for (const std::uint32_t joiner : extensions_.trees().joiners(thread)) {
    if (joiner == thread || !may_be_waited_for(joiner)) continue;
    extensions_.trees().joining(level.cut.view(), joiner, thread, level.candidates);
    for (const EventId candidate : level.candidates) try_next(candidate);
  }
}

void DeadlockSearch::try_next(EventId candidate) {
  const bool closes = holds_wanted(candidate);
  if ((!closes && !is_waited_for(candidate)) || !fits(candidate)) return;
  push(candidate);
  if (closes) {
    report();
  } else {
    search();
  }
  pop();
}

bool DeadlockSearch::fits(EventId candidate) {
  const History history = process_.history(candidate);
  const Event& event = process_[candidate];
  for (const EventId member : members_) {
    if (process_[member].thread == event.thread) return false;
    const EventId reached = history.last_of(process_[member].thread);
    if (reached.valid() && process_[reached].depth > process_[member].depth) return false;
  }
  const History together = levels_[members_.size() - 1].cut.view();
  const EventId reached = together.last_of(event.thread);
  if (reached.valid() && process_[reached].depth > event.depth) return false;
  return concurrency_.consistent(together, history);
}

void DeadlockSearch::push(EventId member) {
  members_.push_back(member);
  const std::size_t level = members_.size() - 1;
  if (levels_.size() <= level) levels_.emplace_back();
  if (level == 0) {
    levels_[0].cut.assign(process_.history(member));
  } else {
    levels_[level].cut = levels_[level - 1].cut;
    levels_[level].cut.join(process_, process_.history(member));
  }
}

void DeadlockSearch::pop() { members_.pop_back(); }

void DeadlockSearch::report() {
  starts_.push_back(static_cast<std::uint32_t>(conditions_.size()));
  conditions_.insert(conditions_.end(), members_.begin(), members_.end());
  std::sort(conditions_.end() - static_cast<std::ptrdiff_t>(members_.size()), conditions_.end());
}

}  // namespace heddle::unfolding
