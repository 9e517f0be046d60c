#include "unfolding/locks_held.h"

#include <algorithm>
#include <utility>

namespace heddle::unfolding {

using trace::OpKind;

LocksHeld::LocksHeld(const BranchingProcess& process) : process_(process), joined_(1) { intern({}); }

std::uint32_t LocksHeld::unite(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const trace::ThreadSet both = joined_[a] | joined_[b];
  if (both == joined_[a]) return a;
  if (both == joined_[b]) return b;
  joined_.push_back(both);
  return static_cast<std::uint32_t>(joined_.size() - 1);
}

LockSetId LocksHeld::intern(LockSet set) {
  const auto [found, is_new] = ids_.try_emplace(std::move(set), LockSetId(sets_.size()));
  if (is_new) sets_.push_back(&found->first);
  return found->second;
}

bool LocksHeld::exclude(LockSetId a, LockSetId b) const {
  const LockSet& x = *sets_[a.index()];
  const LockSet& y = *sets_[b.index()];
  for (auto i = x.begin(), j = y.begin(); i != x.end() && j != y.end();) {
    if (i->location == j->location) {
      if (i->exclusive || j->exclusive) return true;
      ++i;
      ++j;
    } else {
      ++(i->location < j->location ? i : j);
    }
  }
  return false;
}

LockSetId LocksHeld::after(LockSetId before, const Event& event, const trace::Operation& op) {
  bool acquires = false;
  bool exclusive = true;
  switch (op.kind) {
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock: acquires = true; break;
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
      acquires = true;
      exclusive = false;
      break;
    case OpKind::kUnlock:
    case OpKind::kWriteUnlock: break;
    case OpKind::kReadUnlock: exclusive = false; break;
    default: return before;
  }
  if (!event.modifies()) return before;
  LockSet set = *sets_[before.index()];
  const Held held{op.location.value, exclusive};
  if (acquires) {
    set.insert(std::ranges::upper_bound(set, held), held);  // read locks may be held several times
  } else if (const auto at = std::ranges::find(set, held); at != set.end()) {
    set.erase(at);
  }
  return intern(std::move(set));
}

// False if something in its past has to be computed first; it is then on to_compute_.
bool LocksHeld::compute(EventId e) {
  const Event& event = process_[e];
  bool ready = true;
  Info result;
  const auto join = [&](EventId cause) {
    // Initial versions have no past.
    if (!cause.valid() || process_[cause].thread == kNoThread) return;
    if (!infos_[cause.index()].locks.valid()) {
      to_compute_.push_back(cause);
      ready = false;
    }
    result.joined = unite(result.joined, infos_[cause.index()].joined);
  };
  join(event.parent);
  join(event.version);
  for (const EventId read : process_.consumed(e)) join(read);
  if (!ready) return false;
  if (event.parent.valid()) {
    const trace::Operation& op = process_.operation(e);
    result.locks = after(infos_[event.parent.index()].locks, event, op);
    if (const trace::ThreadId other(static_cast<std::size_t>(op.choice));
        op.kind == OpKind::kJoin && !joined_[result.joined].contains(other)) {
      joined_.push_back(joined_[result.joined]);
      joined_.back().insert(other);
      result.joined = static_cast<std::uint32_t>(joined_.size() - 1);
    }
  } else {
    result.locks = LockSetId(0);
  }
  infos_[e.index()] = result;
  return true;
}

const LocksHeld::Info& LocksHeld::info(EventId e) {
  if (infos_.size() < process_.size()) infos_.resize(process_.size());
  if (!infos_[e.index()].locks.valid()) {
    to_compute_.push_back(e);
    while (!to_compute_.empty()) {
      const EventId next = to_compute_.back();
      if (infos_[next.index()].locks.valid() || compute(next)) to_compute_.pop_back();
    }
  }
  return infos_[e.index()];
}

}  // namespace heddle::unfolding
