#include "explore/unfolding/decisions.h"

#include <algorithm>

namespace heddle::explore {

using unfolding::EventId;

std::uint32_t Decisions::last(EventId e) {
  if (last_.size() < process_.size()) last_.resize(process_.size(), kUnknown);
  unknown_.clear();
  while (e.valid() && last_[e.index()] == kUnknown) {
    unknown_.push_back(e);
    e = process_[e].parent;
  }
  std::uint32_t result = e.valid() ? last_[e.index()] : 0;
  for (; !unknown_.empty(); unknown_.pop_back()) {
    const EventId event = unknown_.back();
    if (process_[event].parent.valid() && process_.operation(event).kind == trace::OpKind::kBranch) {
      const symbolic::ExprId condition = inputs_.condition(process_.operation(event), process_[event].choice);
      decisions_.push_back({event, condition, result});
      result = static_cast<std::uint32_t>(decisions_.size() - 1);
    }
    last_[event.index()] = result;
  }
  return result;
}

template <class Visit>
void Decisions::for_each(const unfolding::History& configuration, Visit visit) {
  for (std::uint32_t t = 0; t < configuration.thread_end(); ++t) {
    const EventId e = configuration.last_of(t);
    if (!e.valid()) continue;
    for (std::uint32_t d = last(e); d != 0; d = decisions_[d].previous) visit(decisions_[d]);
  }
}

const Path& Decisions::path(const unfolding::History& configuration) {
  path_.clear();
  for_each(configuration, [&](const Decision& d) { path_.push_back(d.condition); });
  // Oldest first: then the paths of a configuration and of what follows it begin alike, which solvers like.
  std::ranges::reverse(path_);
  return path_;
}

std::vector<EventId> Decisions::events(const unfolding::History& configuration) {
  std::vector<EventId> result;
  for_each(configuration, [&](const Decision& d) { result.push_back(d.event); });
  return result;
}

}  // namespace heddle::explore
