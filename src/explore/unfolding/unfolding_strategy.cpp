#include "explore/unfolding/unfolding_strategy.h"

#include "base/check.h"

namespace heddle::explore {

using trace::Test;
using trace::Trace;
using unfolding::Event;
using unfolding::EventId;

UnfoldingStrategy::UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options)
    : options_(options),
      unfolding_(options.net, [&executor](trace::LocationId l) { return executor.initial_state(l); }),
      linearizer_(unfolding_.process()),
      targets_(unfolding_.process(), options.order, options.seed) {}

bool UnfoldingStrategy::next(Test& test) {
  test.schedule.clear();
  prefix_.clear();
  if (!started_) {
    started_ = true;
    return true;
  }
  const EventId target = targets_.pop();
  if (!target.valid()) return false;
  plan(target, test);
  return true;
}

void UnfoldingStrategy::plan(EventId target, Test& test) {
  const unfolding::BranchingProcess& process = unfolding_.process();
  const Event& event = process[target];
  cut_.assign(process.history(event.parent));
  if (event.version.valid()) cut_.join(process, process.history(event.version));
  for (const EventId read : process.consumed(target)) cut_.join(process, process.history(read));
  const bool ordered = linearizer_.run(cut_.view(), {&target, 1}, &prefix_);
  CHECK_MSG(ordered, "event {} has no execution", target.value);
  for (const EventId e : prefix_) test.schedule.push_back({process[e].thread_id(), process[e].choice});
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
