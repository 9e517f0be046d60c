#include "explore/unfolding/unfolding_strategy.h"

#include "base/check.h"

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
  confirming_ = deadlocks_.next();
  if (confirming()) {
    plan_confirmation(test);
    return true;
  }
  const EventId target = targets_.pop();
  if (!target.valid()) return false;
  prefix_ = planner_.plan(target, test);
  return true;
}

void UnfoldingStrategy::plan_confirmation(Test& test) {
  const unfolding::BranchingProcess& process = unfolding_.process();
  cut_.clear();
  for (const EventId condition : confirming_) cut_.join(process, process.history(condition));
  prefix_ = planner_.plan(cut_.view(), test);
}

void UnfoldingStrategy::observe(const Trace& trace) {
  if (confirming()) {
    CHECK_MSG(deadlocks_.is_shown(trace, confirming_, unfolding_.process()),
              "the deadlock of {} conditions, among them {}, does not show: the run ended as {}", confirming_.size(),
              confirming_.front().value, name(trace.outcome));
    return;
  }
  unfolding_.observe(trace, prefix_);
  for (const EventId e : unfolding_.extensions().found()) targets_.push(e);
  unfolding_.extensions().clear_found();
  deadlocks_.observe(trace, unfolding_);
}

Progress UnfoldingStrategy::progress() const {
  Progress p;
  p.events = unfolding_.event_count();
  p.deadlocks = deadlocks_.count();
  return p;
}

}  // namespace heddle::explore
