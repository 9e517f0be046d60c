#include "unfolding/stuck_wants.h"

#include <algorithm>

#include "trace/semantics.h"
#include "unfolding/thread_trees.h"

namespace heddle::unfolding {

using trace::OpKind;

namespace {

template <class Visit>
void for_each_condition(const BranchingProcess& process, Visit visit) {
  for (std::size_t i = 0; i < process.size(); ++i) {
    const Event& event = process[EventId(i)];
    const bool goes_on_or_ended = event.next.valid() || event.last != 0 || event.closes != 0;
    if (event.executed() && event.thread != kNoThread && goes_on_or_ended) visit(EventId(i));
  }
}

void set(std::vector<bool>& bits, std::uint32_t i) {
  if (bits.size() <= i) bits.resize(i + 1);
  bits[i] = true;
}

bool is_set(const std::vector<bool>& bits, std::uint32_t i) { return i < bits.size() && bits[i]; }

}  // namespace

StuckWants::StuckWants(const BranchingProcess& process) : process_(process) {
  collect();
  remove_unsupported();
  collect_bits();
}

StuckWants::Want StuckWants::want_of(EventId condition) const {
  if (!process_[condition].next.valid()) return {Want::Kind::kAlways, 0};
  const trace::Operation& op = process_.next(condition);
  if (trace::is_stopped_at(op)) return {Want::Kind::kNever, 0};
  switch (op.kind) {
    case OpKind::kWake:
    case OpKind::kLeave:
    case OpKind::kAwait:
    case OpKind::kAwaitRmw:
    case OpKind::kSemWait: return {Want::Kind::kAlways, 0};
    case OpKind::kLock:
    case OpKind::kReadLock:
    case OpKind::kWriteLock: return {Want::Kind::kLock, op.location.value};
    case OpKind::kJoin: return {Want::Kind::kJoin, static_cast<std::uint32_t>(op.choice)};
    default: return {Want::Kind::kNever, 0};
  }
}

bool StuckWants::keeps(Want want) const {
  switch (want.kind) {
    case Want::Kind::kNever: return false;
    case Want::Kind::kAlways: return true;
    case Want::Kind::kLock: return is_set(locks_, want.of);
    case Want::Kind::kJoin: return is_set(threads_, want.of);
  }
  return false;
}

bool StuckWants::may_stay(EventId condition) const {
  if (!process_[condition].next.valid()) return process_[condition].last != 0 || process_[condition].closes != 0;
  return keeps(want_of(condition));
}

// A thread that holds a lock knows its last version, in which it is not free: nobody else can have released it. A state
// above 0 names the holder; a state below 0 counts the readers.
void StuckWants::collect() {
  for_each_condition(process_, [&](EventId c) {
    const Want want = want_of(c);
    if (want.kind == Want::Kind::kNever) return;
    if (process_[c].next.valid()) wanting_.insert({process_[c].thread, want});
    const History history = process_.history(c);
    for (std::uint32_t i = 0; i < history.version_count; ++i) {
      const std::int64_t state = process_[EventId(history.versions[i].version)].value;
      if (state < 0 || state == process_[c].thread + 1) holding_.insert({history.versions[i].location, want});
    }
  });
}

void StuckWants::remove_unsupported() {
  std::vector<bool> held_from_the_beginning;
  for (std::size_t i = 0; i < process_.version_count(); ++i) {
    const Version& version = process_.version(VersionId(i));
    const Event& event = process_[version.event];
    if (event.thread == kNoThread && event.value != 0) set(held_from_the_beginning, event.location.value);
  }
  for (const auto& [lock, want] : holding_) set(locks_, lock);
  for (const auto& [thread, want] : wanting_) set(threads_, thread);
  for (bool changed = true; changed;) {
    std::vector<bool> locks = held_from_the_beginning;
    std::vector<bool> threads;
    for (const auto& [lock, want] : holding_) {
      if (keeps(want)) set(locks, lock);
    }
    for (const auto& [thread, want] : wanting_) {
      if (keeps(want)) set(threads, thread);
    }
    changed = locks != locks_ || threads != threads_;
    locks_.swap(locks);
    threads_.swap(threads);
  }
}

void StuckWants::collect_bits() {
  for_each_condition(process_, [&](EventId c) {
    if (!may_stay(c)) return;
    const std::uint32_t thread = process_[c].thread;
    if (bits_.size() <= thread) bits_.resize(thread + 1);
    if (!process_[c].next.valid()) {
      bits_[thread] |= ThreadTrees::bits_of_end(thread);
    } else if (const trace::Operation& op = process_.next(c); op.kind == OpKind::kJoin) {
      bits_[thread] |= ThreadTrees::bits_of_join(static_cast<std::uint32_t>(op.choice));
    } else {
      bits_[thread] |= ThreadTrees::bits_of_location(op.location);
    }
  });
}

}  // namespace heddle::unfolding
