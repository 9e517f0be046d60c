#include "explore/interference/object_counts.h"

#include <algorithm>

namespace heddle::explore::interference {

using trace::OpKind;

std::uint32_t ObjectCounts::cell_with_too_little(const ScenarioEvents& events) {
  counts_.assign(events.cells().size(), {});
  for (std::uint32_t e = 0; e < events.number_of_events(); ++e) {
    if (events[e].cell != ScenarioEvents::kNothing) add(events.node(e), events[e].thread, counts_[events[e].cell]);
  }
  for (std::uint32_t c = 0; c < counts_.size(); ++c) {
    if (is_too_little(counts_[c], events.cells()[c])) return c;
  }
  return ScenarioEvents::kNothing;
}

void ObjectCounts::add(const Node& node, std::uint32_t thread, Count& count) const {
  switch (node.kind) {
    case OpKind::kSemPost: ++count.units; break;
    case OpKind::kSemTryWait:
      if (node.outcome == 1) --count.units;
      break;
    case OpKind::kSemWait:
      count.has_semaphore = true;
      --count.units;
      break;
    case OpKind::kWake: ++count.wakes; break;
    case OpKind::kSignal: ++count.signals; break;
    case OpKind::kBroadcast: count.has_broadcast = true; break;
    case OpKind::kArrive: {
      const std::int64_t group = trace::unpack_arrival(node.operand).group;
      ++count.arrivals;
      count.group = count.group == 0 ? group : std::min(count.group, group);
      break;
    }
    case OpKind::kLeave:
      count.leaves = count.thread == thread ? count.leaves + 1 : 1;
      count.thread = thread;
      count.most_leaves = std::max(count.most_leaves, count.leaves);
      break;
    default: break;
  }
}

bool ObjectCounts::is_too_little(const Count& count, trace::LocationId object) const {
  if (count.has_semaphore && executor_->initial_state(object) + count.units < 0) return true;
  if (!count.has_broadcast && count.wakes > count.signals) return true;
  return count.group > 0 && count.most_leaves > count.arrivals / count.group;
}

}  // namespace heddle::explore::interference
