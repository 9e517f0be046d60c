#include "explore/unfolding/unfolding_strategy.h"

namespace heddle::explore {

using trace::Test;
using trace::Trace;
using unfolding::EventId;

UnfoldingStrategy::UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options)
    : unfolding_(options.net, [&executor](trace::LocationId l) { return executor.initial_state(l); }),
      targets_(unfolding_.process(), options.order, options.seed),
      planner_(unfolding_, targets_, options.planner),
      deadlocks_(unfolding_, planner_, options.deadlocks) {}

bool UnfoldingStrategy::next(Test& test) {
  test.schedule.clear();
  prefix_.clear();
  if (!started_) {
    started_ = true;
    return true;
  }
  // What is known to be a bug comes first.
  confirming_ = deadlocks_.plan_cycle(test);
  if (confirming_) return true;
  const EventId target = targets_.pop();
  if (target.valid()) {
    prefix_ = planner_.plan(target, test);
    return true;
  }
  confirming_ = deadlocks_.plan_waiting(test);
  return confirming_;
}

void UnfoldingStrategy::observe(const Trace& trace) {
  if (confirming_) {
    deadlocks_.check(trace);
    return;
  }
  unfolding_.observe(trace, prefix_);
  for (const EventId e : unfolding_.extensions().found()) targets_.push(e);
  unfolding_.extensions().clear_found();
  deadlocks_.observe(trace);
}

std::vector<std::string> UnfoldingStrategy::reasons_of_incompleteness() const {
  if (deadlocks_.incompleteness().empty()) return {};
  return {deadlocks_.incompleteness()};
}

Progress UnfoldingStrategy::progress() const {
  Progress p;
  p.events = unfolding_.event_count();
  p.deadlocks = deadlocks_.count();
  return p;
}

}  // namespace heddle::explore
