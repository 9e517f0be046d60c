#include "explore/prune/summaries.h"

#include <algorithm>

namespace heddle::explore::prune {

void add_to(AccessSet& set, std::size_t number) {
  if (number / 64 >= set.size()) set.resize(number / 64 + 1);
  set[number / 64] |= std::uint64_t{1} << (number % 64);
}

void add_to(AccessSet& set, const AccessSet& other) {
  if (other.size() > set.size()) set.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) set[i] |= other[i];
}

const Summary* Summaries::find(const base::Hash128& control) const {
  const auto at = slots_.find(control.low % size_);
  return at != slots_.end() && at->second.control == control ? &at->second : nullptr;
}

Summary& Summaries::at(const base::Hash128& control) {
  Summary& summary = slots_[control.low % size_];
  if (summary.control != control) summary = {.control = control};
  return summary;
}

bool covers(const Finished& visit, std::span<const dpor::Action> asleep) {
  return std::ranges::all_of(visit.asleep, [&](const dpor::Action& q) {
    return std::ranges::any_of(asleep, [&](const dpor::Action& other) {
      return q.thread == other.thread && q.choice == other.choice && q.location == other.location &&
             q.touch == other.touch;
    });
  });
}

}  // namespace heddle::explore::prune
