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
  if (!extensions_.joining()[process_[condition].thread].empty()) return true;
  bool holds_any = false;
  for_each_held(condition, [&](EventId) { holds_any = true; });
  return holds_any;
}

void DeadlockSearch::condition_added(EventId c) {
  const trace::Operation& op = process_.next(c);
  if (op.kind != OpKind::kLock && op.kind != OpKind::kJoin) return;
  push(c);
  if (holds_wanted(c)) {
    report();
  } else {
    if (op.kind == OpKind::kLock) {
      if (const auto kept = kept_.find(op.location.value); kept != kept_.end()) {
        for (const EventId end : kept->second) {
          if (!fits(end)) continue;
          push(end);
          report();
          pop();
        }
      }
    }
    search();
  }
  pop();
}

void DeadlockSearch::thread_ended(EventId e) {
  for_each_held(e, [&](EventId version) {
    const Version& lock = process_.version_of(version);
    kept_[lock.location.value].push_back(e);
    push(e);
    for (std::uint32_t i = lock.conditions; i != 0; i = process_.link(i).next) {
      const EventId candidate = process_.link(i).event;
      if (process_.next(candidate).kind != OpKind::kLock || !fits(candidate)) continue;
      push(candidate);
      report();
      pop();
    }
    pop();
  });
}

void DeadlockSearch::search() {
  const EventId holder = members_.back();
  for_each_held(holder, [&](EventId version) {
    for (std::uint32_t i = process_.version_of(version).conditions; i != 0; i = process_.link(i).next) {
      const EventId candidate = process_.link(i).event;
      if (process_.next(candidate).kind == OpKind::kLock) try_next(candidate);
    }
  });
  for (const EventId candidate : extensions_.joining()[process_[holder].thread]) try_next(candidate);
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
  const History together = cuts_[members_.size() - 1]->view();
  const EventId reached = together.last_of(event.thread);
  if (reached.valid() && process_[reached].depth > event.depth) return false;
  return concurrency_.consistent(together, history);
}

void DeadlockSearch::push(EventId member) {
  members_.push_back(member);
  const std::size_t level = members_.size() - 1;
  if (cuts_.size() <= level) cuts_.push_back(std::make_unique<Cut>());
  if (level == 0) {
    cuts_[0]->assign(process_.history(member));
  } else {
    *cuts_[level] = *cuts_[level - 1];
    cuts_[level]->join(process_, process_.history(member));
  }
}

void DeadlockSearch::pop() { members_.pop_back(); }

void DeadlockSearch::report() {
  starts_.push_back(static_cast<std::uint32_t>(conditions_.size()));
  conditions_.insert(conditions_.end(), members_.begin(), members_.end());
  std::sort(conditions_.end() - static_cast<std::ptrdiff_t>(members_.size()), conditions_.end());
}

}  // namespace heddle::unfolding
