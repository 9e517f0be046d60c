#pragma once

#include <cstdint>
#include <vector>

#include "explore/interference/scenario_events.h"
#include "trace/executor.h"

namespace heddle::explore::interference {

// How often something happens at the synchronisation objects of a scenario. Whatever the order, no more waits for a
// semaphore end than there are units, no more wake-ups than signals, and no thread leaves a barrier more often than
// groups are complete.
class ObjectCounts {
 public:
  explicit ObjectCounts(const trace::Executor& executor) : executor_(&executor) {}

  // A cell at which more would have to happen; kNothing if there is none.
  std::uint32_t cell_with_too_little(const ScenarioEvents& events);

 private:
  struct Count {
    std::int64_t units = 0;  // of a semaphore: the posts minus the waits
    bool has_semaphore = false;
    std::int64_t wakes = 0;
    std::int64_t signals = 0;
    bool has_broadcast = false;
    std::int64_t arrivals = 0;
    std::int64_t group = 0;   // of a barrier
    std::int64_t leaves = 0;  // of the current thread
    std::uint32_t thread = ScenarioEvents::kNothing;
    std::int64_t most_leaves = 0;  // of any thread
  };

  void add(const Node& node, std::uint32_t thread, Count& count) const;
  bool is_too_little(const Count& count, trace::LocationId object) const;

  const trace::Executor* executor_;
  std::vector<Count> counts_;  // by cell
};

}  // namespace heddle::explore::interference
