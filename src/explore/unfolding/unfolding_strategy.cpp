#include "explore/unfolding/unfolding_strategy.h"

namespace heddle::explore {

using trace::Test;
using trace::Trace;
using unfolding::EventId;

UnfoldingStrategy::UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options)
    : unfolding_(options.net, [&executor](trace::LocationId l) { return executor.initial_state(l); }),
      targets_(unfolding_.process(), options.order, options.seed),
      planner_(unfolding_, targets_, options.planner) {}

bool UnfoldingStrategy::next(Test& test) {
  test.schedule.clear();
  prefix_.clear();
  if (!started_) {
    started_ = true;
    return true;
  }
  const EventId target = targets_.pop();
  if (!target.valid()) return false;
  prefix_ = planner_.plan(target, test);
  return true;
}

void UnfoldingStrategy::observe(const Trace& trace) {
  unfolding_.observe(trace, prefix_);
  for (const EventId e : unfolding_.extensions().found()) {
    if (!unfolding_.process()[e].executed()) targets_.push(e);
  }
  unfolding_.extensions().clear_found();
}

Progress UnfoldingStrategy::progress() const {
  Progress p;
  p.events = unfolding_.event_count();
  return p;
}

}  // namespace heddle::explore
