#include "explore/rarity.h"

#include <chrono>

#include "base/rng.h"
#include "base/stop.h"
#include "explore/finding_run.h"

namespace heddle::explore {

Rarity rarity_of(const Finding& finding, trace::Executor& executor, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  base::Rng rng(1);
  trace::Test test;
  test.depth = finding.test.depth;
  test.inputs = finding.test.inputs;
  trace::Trace trace;
  Rarity result;
  try {
    while (Clock::now() < end) {
      test.policy = {.kind = trace::Policy::Kind::kRandom, .seed = rng.next()};
      executor.run(test, trace);
      ++result.of;
      if (shown_in(trace, finding, executor.names())) ++result.shown;
    }
  } catch (const base::Stopped&) {
    return result;  // the number counted until then
  }
  return result;
}

}  // namespace heddle::explore
