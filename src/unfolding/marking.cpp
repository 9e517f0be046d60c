#include "unfolding/marking.h"

#include <algorithm>

#include "trace/semantics.h"

namespace heddle::unfolding {

Marking::Marking(const BranchingProcess& process) : process_(process) {}

void Marking::reset() {
  std::fill(conditions_.begin(), conditions_.end(), EventId());
  std::fill(wakers_.begin(), wakers_.end(), EventId());
  for (const std::uint32_t location : touched_) {
    versions_[location] = EventId();
    locations_[location].reads.clear();
    locations_[location].touched = false;
  }
  touched_.clear();
}

void Marking::start_thread(EventId start) { put(conditions_, process_[start].thread, start); }

void Marking::touch(trace::LocationId location) {
  const std::size_t i = location.index();
  if (i >= versions_.size()) {
    versions_.resize(i + 1);
    locations_.resize(i + 1);
  }
  if (locations_[i].touched) return;
  locations_[i].touched = true;
  touched_.push_back(location.value);
}

void Marking::fire(EventId e) {
  const Event& event = process_[e];
  put(conditions_, event.thread, e);
  if (event.modifies()) {
    const trace::LocationId location = event.location;
    touch(location);
    versions_[location.index()] = e;
    locations_[location.index()].reads.clear();
    trace::Operation op = process_.operation(e);
    op.before = process_[event.version].value;
    op.value = event.value;
    for (const trace::ThreadId woken : trace::woken_by(op)) put(wakers_, woken.index(), e);
  } else if (event.observes() && process_.net() == Net::kPlaceReplicated) {
    const trace::LocationId location = event.location;
    touch(location);
    std::vector<EventId>& reads = locations_[location.index()].reads;
    auto at = std::find_if(reads.begin(), reads.end(), [&](EventId r) { return process_[r].thread >= event.thread; });
    if (at != reads.end() && process_[*at].thread == event.thread) {
      *at = e;
    } else {
      reads.insert(at, e);
    }
  } else if (event.effect == 0 && !event.version.valid() && process_.operation(e).kind == trace::OpKind::kCreate) {
    start_thread(EventId(static_cast<std::size_t>(event.value)));
  }
}

std::span<const EventId> Marking::reads(trace::LocationId location, trace::ThreadId thread) {
  selected_.clear();
  if (location.index() >= locations_.size()) return {};
  for (const EventId read : locations_[location.index()].reads) {
    if (process_[read].thread_id() != thread) selected_.push_back(read);
  }
  return selected_;
}

}  // namespace heddle::unfolding
