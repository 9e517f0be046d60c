#include "explore/unfolding/unfolding_strategy.h"

#include <algorithm>

#include "base/rng.h"

namespace heddle::explore {

using trace::Test;
using trace::Trace;
using unfolding::EventId;

UnfoldingStrategy::UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options)
    : inputs_(executor, options.solver, InputSolver::Assumptions::kTryTrue),
      unfolding_(options.net, {[&executor](trace::LocationId l) { return executor.initial_state(l); },
                               [this](EventId condition) {
                                 const unfolding::BranchingProcess& process = unfolding_.process();
                                 const trace::Operation& decision = process.next(condition);
                                 return inputs_.outcomes(planner_.decisions().path(process.history(condition)),
                                                         decision, inputs_.seen(decision));
                               }}),
      segments_(unfolding_.process(), unfolding_.concurrency()),
      targets_(unfolding_.process(), options.order, options.seed),
      planner_(unfolding_, targets_, inputs_, options.planner),
      deadlocks_(unfolding_, planner_, options.deadlocks),
      seed_tests_(options.seed_tests) {}

std::vector<Test> random_tests(std::uint64_t count, std::uint64_t seed) {
  base::Rng rng(seed);
  std::vector<Test> result(count);
  for (Test& test : result) test.policy = {.kind = trace::Policy::Kind::kRandom, .seed = rng.next()};
  return result;
}

bool UnfoldingStrategy::next(Test& test) {
  test.clear();
  prefix_.clear();
  seeding_ = seeds_run_ < seed_tests_.size();
  if (seeding_) {
    const Test& seed = seed_tests_[seeds_run_++];
    test.schedule = seed.schedule;
    test.inputs = seed.inputs;
    test.policy = seed.policy;
    return true;
  }
  if (!started_) {
    started_ = true;
    return true;
  }
  // What is known to be a bug comes first.
  confirming_ = deadlocks_.plan_cycle(test);
  if (confirming_) return true;
  for (EventId target = targets_.pop(); target.valid(); target = targets_.pop()) {
    if (!planner_.plan(target, test)) continue;
    prefix_ = planner_.prefix();
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
  if (seeding_) {
    seed(trace);
  } else {
    add(trace);
  }
}

void UnfoldingStrategy::seed(const Trace& trace) {
  prefix_.clear();
  add(trace);
  started_ = true;
}

void UnfoldingStrategy::add(const Trace& trace) {
  inputs_.observe(trace);
  unfolding_.observe(trace, prefix_);
  for (const EventId e : unfolding_.extensions().found()) targets_.push(e);
  unfolding_.extensions().clear_found();
  if (!trace.accesses.empty()) segments_.observe(trace, unfolding_.events_of_trace(), unfolding_.starts());
  deadlocks_.observe(trace);
}

std::vector<std::string> UnfoldingStrategy::reasons_of_incompleteness() const {
  std::vector<std::string> result = inputs_.reasons_of_incompleteness();
  if (!deadlocks_.incompleteness().empty()) result.push_back(deadlocks_.incompleteness());
  return result;
}

Progress UnfoldingStrategy::progress() const {
  Progress p;
  p.events = unfolding_.event_count();
  p.deadlocks = deadlocks_.count();
  p.solver_queries = deadlocks_.queries();
  p.solver_seconds = deadlocks_.seconds();
  inputs_.add_to(p);
  return p;
}

}  // namespace heddle::explore
