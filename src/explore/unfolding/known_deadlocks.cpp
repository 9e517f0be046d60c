#include "explore/unfolding/known_deadlocks.h"

#include <algorithm>
#include <bit>

namespace heddle::explore {

using detect::DeadlockCore;
using trace::ThreadId;
using trace::ThreadSet;
using unfolding::EventId;

namespace {

// The threads of a core by locks or joins, with the one that has ended with a lock.
ThreadSet threads_of(const DeadlockCore& core) {
  return core.waiting | (core.keeper.valid() ? thread_bit(core.keeper) : 0);
}

}  // namespace

base::Hash128 KnownDeadlocks::hash(std::span<const EventId> deadlock) {
  base::Hash128 h;
  for (const EventId c : deadlock) h.add(c.value);
  return h;
}

void KnownDeadlocks::observe(const trace::Trace& trace, unfolding::Unfolding& unfolding) {
  for (const DeadlockCore& core : cores_.find(trace)) {
    if (core.kind == DeadlockCore::Kind::kWaiting) continue;
    current_.clear();
    for (ThreadSet rest = threads_of(core); rest != 0; rest &= rest - 1) {
      current_.push_back(unfolding.marking().condition(ThreadId(static_cast<std::size_t>(std::countr_zero(rest)))));
    }
    std::ranges::sort(current_);
    visited_.insert(hash(current_));
  }
  unfolding::DeadlockSearch& search = unfolding.deadlocks();
  count_ += search.found();
  for (std::size_t i = 0; i < search.found(); ++i) {
    const std::span<const EventId> deadlock = search.found(i);
    if (visited_.contains(hash(deadlock))) continue;
    open_.insert(open_.end(), deadlock.begin(), deadlock.end());
    sizes_.push_back(static_cast<std::uint32_t>(deadlock.size()));
  }
  search.clear_found();
}

std::span<const EventId> KnownDeadlocks::next() {
  while (!sizes_.empty()) {
    const auto first = open_.end() - sizes_.back();
    current_.assign(first, open_.end());
    open_.erase(first, open_.end());
    sizes_.pop_back();
    if (!visited_.contains(hash(current_))) return current_;
  }
  return {};
}

bool KnownDeadlocks::is_shown(const trace::Trace& trace, std::span<const EventId> deadlock,
                              const unfolding::BranchingProcess& process) {
  ThreadSet threads = 0;
  for (const EventId c : deadlock) threads |= thread_bit(process[c].thread_id());
  return std::ranges::any_of(cores_.find(trace), [&](const DeadlockCore& core) {
    return core.kind != DeadlockCore::Kind::kWaiting && threads_of(core) == threads;
  });
}

}  // namespace heddle::explore
