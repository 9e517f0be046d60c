#include "explore/unfolding/whole_run.h"

#include <algorithm>

#include "trace/operation.h"

namespace heddle::explore {

using unfolding::Event;
using unfolding::EventId;
using unfolding::History;
using unfolding::Marking;

bool WholeRun::is_whole(const Marking& marking) {
  const bool is_open = takes_further_steps(marking);
  for (std::size_t t = 0; t < marking.thread_end(); ++t) {
    const EventId last = last_of(marking, t);
    if (!last.valid()) continue;
    const History past = process_.history(last);
    if (collect_rest(marking, past) && (rest_.empty() || (!is_open && follows(past)))) return true;
  }
  return false;
}

// None if the thread has taken no step.
EventId WholeRun::last_of(const Marking& marking, std::size_t thread) const {
  const EventId last = marking.condition(trace::ThreadId(thread));
  return last.valid() && process_[last].parent.valid() ? last : EventId();
}

bool WholeRun::takes_further_steps(const Marking& marking) const {
  for (std::size_t t = 0; t < marking.thread_end(); ++t) {
    const EventId condition = marking.condition(trace::ThreadId(t));
    if (condition.valid() && process_[condition].next.valid() && process_[condition].closes == 0) return true;
  }
  return false;
}

// False if there are too many.
bool WholeRun::collect_rest(const Marking& marking, const History& past) {
  rest_.clear();
  for (std::size_t t = 0; t < marking.thread_end(); ++t) {
    const EventId known = past.last_of(static_cast<std::uint32_t>(t));
    for (EventId e = last_of(marking, t); e.valid() && e != known && process_[e].parent.valid();
         e = process_[e].parent) {
      if (rest_.size() == kMaxRest) return false;
      rest_.push_back(e);
    }
  }
  return true;
}

bool WholeRun::follows(const History& past) const {
  return std::ranges::all_of(rest_, [&](EventId e) { return follows(e, past) && !conflicts_in_rest(e); });
}

bool WholeRun::follows(EventId event, const History& past) const {
  const Event& e = process_[event];
  const trace::OpKind kind = process_.next(e.parent).kind;
  const bool is_fixed = kind == trace::OpKind::kCreate || kind == trace::OpKind::kJoin;
  if (e.choice != trace::kNoChoice && !is_fixed) return false;
  if (!e.observes()) return true;
  const EventId last = past.last_version(e.location.value);
  if (!last.valid()) return true;
  const EventId known = process_.history(e.parent).last_version(e.location.value);
  return known == last || (known.valid() && std::ranges::find(rest_, known) != rest_.end());
}

bool WholeRun::conflicts_in_rest(EventId event) const {
  const Event& e = process_[event];
  return e.location.valid() && std::ranges::any_of(rest_, [&](EventId other) {
           const Event& o = process_[other];
           return o.thread != e.thread && o.location == e.location && (o.modifies() || e.modifies());
         });
}

}  // namespace heddle::explore
