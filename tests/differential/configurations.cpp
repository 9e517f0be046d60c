#include "tests/differential/configurations.h"

#include <bit>
#include <set>
#include <vector>

#include "trace/replay_state.h"

namespace heddle::differential {

bool for_each_configuration(trace::Executor& executor, trace::Net net, std::size_t most,
                            const std::function<void(const trace::Trace&, std::size_t)>& visit) {
  trace::Identity identity;
  trace::ReplayState state(executor);
  trace::Trace trace;
  std::set<base::Hash128> known;
  std::vector<trace::Test> open(1);
  while (!open.empty()) {
    const trace::Test test = std::move(open.back());
    open.pop_back();
    executor.run(test, trace);
    const std::size_t steps = test.schedule.size();
    base::Hash128 configuration;
    const std::span<const base::Hash128> events = identity.events(trace, net);
    for (std::size_t i = 0; i < steps; ++i) configuration.add_unordered(events[i]);
    if (!known.insert(configuration).second) continue;
    if (known.size() > most) return false;
    visit(trace, steps);
    state.start(trace);
    for (std::size_t i = 0; i < steps; ++i) state.advance();
    for (const trace::ThreadId t : state.enabled()) {
      for (std::int64_t n = 0; n < state.outcomes_of_next(t); ++n) {
        trace::Test next = test;
        next.schedule.push_back({t, state.outcome_of_next(t, n)});
        open.push_back(std::move(next));
      }
    }
  }
  return true;
}

}  // namespace heddle::differential
