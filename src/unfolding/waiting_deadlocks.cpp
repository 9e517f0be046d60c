#include "unfolding/waiting_deadlocks.h"

#include <algorithm>
#include <functional>

#include "trace/semantics.h"
#include "unfolding/encoding.h"

namespace heddle::unfolding {

using trace::OpKind;
using trace::PlaceId;

bool is_waiting(const BranchingProcess& process, EventId condition) {
  if (!process[condition].next.valid()) return false;
  const OpKind kind = process.next(condition).kind;
  if (trace::is_stopped_at(process.next(condition))) return false;
  return kind == OpKind::kWake || kind == OpKind::kSemWait || kind == OpKind::kLeave || kind == OpKind::kReadLock ||
         kind == OpKind::kWriteLock || trace::is_await(kind);
}

std::vector<PlaceId> waiting_places(const BranchingProcess& process, std::span<const EventId> last) {
  std::vector<PlaceId> places;
  for (const EventId c : last) {
    if (c.valid() && is_waiting(process, c)) places.push_back(process.next(c).place);
  }
  std::ranges::sort(places);
  const auto duplicates = std::ranges::unique(places);
  places.erase(duplicates.begin(), duplicates.end());
  return places;
}

namespace {

template <class Visit>
void for_each_condition(const BranchingProcess& process, Visit visit) {
  for (std::size_t i = 0; i < process.size(); ++i) {
    const Event& event = process[EventId(i)];
    if (event.executed() && event.thread != kNoThread) visit(EventId(i));
  }
}

}  // namespace

WaitingDeadlocks::WaitingDeadlocks(const BranchingProcess& process)
    : process_(process), encoding_(std::make_unique<Encoding>(process)) {
  for_each_condition(process_, [&](EventId c) {
    if (is_waiting(process_, c)) waiting_[process_.next(c).place].push_back(c);
  });
  require_nothing_enabled();
  require_program_goes_on();
  require_blocking_versions();
  require_somebody_waits();
}

WaitingDeadlocks::~WaitingDeadlocks() = default;

bool WaitingDeadlocks::possible(const BranchingProcess& process) {
  bool result = false;
  for_each_condition(process, [&](EventId c) { result = result || is_waiting(process, c); });
  return result;
}

void WaitingDeadlocks::require_nothing_enabled() {
  for_each_condition(process_, [&](EventId e) {
    const Event& event = process_[e];
    // A thread that neither continues nor has ended has failed or was cut; one may be stopped while it waits.
    const bool is_stopped =
        event.next.valid() ? trace::is_stopped_at(process_.next(e)) : event.last == 0 && event.closes == 0;
    if (is_stopped) encoding_->require(!encoding_->at(e));
    if (!event.parent.valid()) return;
    // The event is enabled if its thread is at the condition before it and
    const z3::expr ready = encoding_->at(event.parent);
    if (!event.version.valid()) {
      encoding_->require(!ready);
    } else if (trace::is_awaiting(process_.operation(e).kind)) {
      encoding_->require(!ready || !encoding_->happened(event.version));  // its waker has happened,
    } else {
      encoding_->require(!ready || !encoding_->current(event.version));  // its version is current.
    }
  });
}

// A closing thread that would end the program waits for one of the threads that it joins.
void WaitingDeadlocks::require_program_goes_on() {
  std::vector<EventId> closing;
  std::vector<z3::expr_vector> unfinished;  // by thread: one of these holds if it has not ended
  const auto of_thread = [&](std::uint32_t thread) -> z3::expr_vector& {
    while (unfinished.size() <= thread) unfinished.emplace_back(encoding_->context());
    return unfinished[thread];
  };
  for_each_condition(process_, [&](EventId c) {
    if (process_[c].closes != 0) closing.push_back(c);
  });
  if (closing.empty()) return;
  for_each_condition(process_, [&](EventId c) {
    if (process_[c].next.valid()) of_thread(process_[c].thread).push_back(encoding_->at(c));
  });
  // A closing thread joins only threads with larger numbers, so the terms for those are known first.
  std::ranges::sort(closing, std::greater(), [&](EventId c) { return process_[c].thread; });
  for (const EventId c : closing) {
    z3::expr_vector any(encoding_->context());
    for (const trace::ThreadId joined : process_.closing(c).joined) any.push_back(z3::mk_or(of_thread(joined.value)));
    const z3::expr waits = z3::mk_or(any);
    if (process_.closing(c).ends_program) encoding_->require(!encoding_->at(c) || waits);
    of_thread(process_[c].thread).push_back(encoding_->at(c) && waits);
  }
}

// Follows from the rest, since exactly one version of a location is current, but only by long chains of reasoning:
// stating it makes the solver more than twice as fast.
void WaitingDeadlocks::require_blocking_versions() {
  std::map<EventId, z3::expr_vector> blocking;  // by condition
  for (std::size_t i = 0; i < process_.version_count(); ++i) {
    const Version& version = process_.version(VersionId(i));
    const Event& event = process_[version.event];
    if (!event.executed()) continue;
    for (std::uint32_t l = version.conditions; l != 0; l = process_.link(l).next) {
      const EventId c = process_.link(l).event;
      const trace::Operation& op = process_.next(c);
      z3::expr_vector& versions = blocking.try_emplace(c, encoding_->context()).first->second;
      if (!trace::is_awaiting(op.kind) && trace::enabled_at(op, event.value)) continue;
      versions.push_back(encoding_->current(version.event));
    }
  }
  for (auto& [condition, versions] : blocking) {
    versions.push_back(!encoding_->at(condition));
    encoding_->require(z3::mk_or(versions));
  }
}

void WaitingDeadlocks::require_somebody_waits() {
  z3::expr_vector any(encoding_->context());
  for (const auto& [place, conditions] : waiting_) {
    for (const EventId c : conditions) any.push_back(encoding_->at(c));
  }
  encoding_->require(z3::mk_or(any));
}

void WaitingDeadlocks::exclude_together(std::span<const EventId> events) {
  z3::expr_vector all(encoding_->context());
  for (const EventId e : events) all.push_back(encoding_->happened(e));
  encoding_->require(!z3::mk_and(all));
}

void WaitingDeadlocks::exclude(std::span<const PlaceId> places) {
  // Some thread waits at another place, or none at one of these.
  z3::expr_vector different(encoding_->context());
  for (const auto& [place, conditions] : waiting_) {
    z3::expr_vector here(encoding_->context());
    for (const EventId c : conditions) here.push_back(encoding_->at(c));
    const bool expected = std::ranges::find(places, place) != places.end();
    different.push_back(expected ? !z3::mk_or(here) : z3::mk_or(here));
  }
  encoding_->require(z3::mk_or(different));
}

Answer WaitingDeadlocks::next(double seconds, std::vector<EventId>& last) { return encoding_->solve(seconds, last); }

}  // namespace heddle::unfolding
