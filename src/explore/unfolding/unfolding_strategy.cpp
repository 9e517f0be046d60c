#include "explore/unfolding/unfolding_strategy.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "trace/semantics.h"

namespace heddle::explore {

using trace::Test;
using trace::Trace;
using unfolding::EventId;

UnfoldingStrategy::UnfoldingStrategy(const trace::Executor& executor, const UnfoldingOptions& options)
    : exact_(executor.is_exact()),
      inputs_(executor, options.solver, InputSolver::Assumptions::kTryTrue),
      unfolding_(options.net,
                 {[&executor](trace::LocationId l) { return executor.initial_state(l); },
                  [this](EventId condition) {
                    const unfolding::BranchingProcess& process = unfolding_.process();
                    const trace::Operation& decision = process.next(condition);
                    return inputs_.candidates(planner_.decisions().path(process.history(condition)), decision,
                                              inputs_.seen(decision));
                  }},
                 options.joins),
      segments_(unfolding_.process(), unfolding_.concurrency()),
      targets_(unfolding_.process(), options.order, options.seed, executor.expressions()),
      puts_off_(options.order == TargetOrder::kCoverage),
      planner_(unfolding_, targets_, inputs_, options.planner),
      deadlocks_(unfolding_, planner_, options.deadlocks),
      scouts_(executor, options.order == TargetOrder::kCoverage, options.seed),
      seed_tests_(options.seed_tests),
      targets_ahead_(options.planner.targets_ahead.value_or(kTargetsAhead)),
      plans_ahead_(options.planner.targets_ahead || options.net == unfolding::Net::kContextual) {}

std::vector<Test> random_tests(std::uint64_t count, std::uint64_t seed) {
  base::Rng rng(seed);
  std::vector<Test> result(count);
  for (Test& test : result) test.policy = {.kind = trace::Policy::Kind::kRandom, .seed = rng.next()};
  return result;
}

Next UnfoldingStrategy::next(Plan& result) {
  result.clear();
  Planned planned;
  if (!unused_.empty()) {
    planned = std::move(unused_.back());
    unused_.pop_back();
  }
  const Next next = plan(result.test, planned);
  if (next != Next::kPlan) {
    unused_.push_back(std::move(planned));
    return next;
  }
  result.confirms = planned.kind == Planned::Kind::kDeadlock;
  result.scouts = planned.kind == Planned::Kind::kScout;
  result.ticket = planned.ticket = ++ticket_;
  planned_.push_back(std::move(planned));
  return next;
}

Next UnfoldingStrategy::plan(Test& test, Planned& planned) {
  planned.prefix.clear();
  if (seeds_run_ < seed_tests_.size()) {
    planned.kind = Planned::Kind::kSeed;
    const Test& seed = seed_tests_[seeds_run_++];
    test.schedule = seed.schedule;
    test.inputs = seed.inputs;
    test.policy = seed.policy;
    return Next::kPlan;
  }
  if (plan_by_scouts(test, planned)) return Next::kPlan;
  const auto tests = static_cast<std::size_t>(
      std::ranges::count_if(planned_, [](const Planned& other) { return other.kind != Planned::Kind::kScout; }));
  const bool enough = plans_ahead_ && targets_.size() >= targets_ahead_ * tests;
  if (tests != 0 && !enough) return Next::kNothingNow;
  if (!started_) {
    started_ = true;
    planned.kind = Planned::Kind::kFirst;
    return Next::kPlan;
  }
  // What is known to be a bug comes first.
  planned.kind = Planned::Kind::kDeadlock;
  if (deadlocks_.plan_cycle(test, planned.expected)) return Next::kPlan;
  if (plan_target(test, planned)) return Next::kPlan;
  // What has not been seen yet may bring further targets.
  if (!planned_.empty()) return Next::kNothingNow;
  return deadlocks_.plan_waiting(test, planned.expected) ? Next::kPlan : Next::kNothingLeft;
}

bool UnfoldingStrategy::plan_by_scouts(Test& test, Planned& planned) {
  scouts_.count_work(inputs_.statistics().z3_work);
  if (scouts_.take_found(test.inputs)) {
    planned.kind = Planned::Kind::kSeed;
    return true;
  }
  if (!scouts_.is_turn()) return false;
  planned.kind = Planned::Kind::kScout;
  scouts_.plan(test);
  return true;
}

bool UnfoldingStrategy::plan_target(Test& test, Planned& planned) {
  if (puts_off_) inputs_.set_effort(symbolic::Effort::kQuick);
  const bool is_easy = plan_easy_target(test, planned);
  inputs_.set_effort(symbolic::Effort::kFull);
  if (is_easy) return true;
  // What is on its way may lead there, or to targets that are easier.
  while (planned_.empty() && !hard_.empty()) {
    const EventId target = hard_.back();
    hard_.pop_back();
    if (!unfolding_.process()[target].executed() && plan_target(target, test, planned)) return true;
    if (plan_by_scouts(test, planned)) return true;
  }
  return false;
}

bool UnfoldingStrategy::plan_easy_target(Test& test, Planned& planned) {
  for (EventId target = targets_.pop(); target.valid(); target = targets_.pop()) {
    if (planner_.is_planned(target)) continue;
    if (plan_target(target, test, planned)) return true;
    if (inputs_.is_put_off()) hard_.push_back(target);
    if (plan_by_scouts(test, planned)) return true;
  }
  return false;
}

bool UnfoldingStrategy::plan_target(EventId target, Test& test, Planned& planned) {
  if (planner_.is_planned(target) || !planner_.plan(target, test)) return false;
  planned.kind = Planned::Kind::kTarget;
  planned.prefix = planner_.prefix();
  scouts_.count_test();
  return true;
}

const UnfoldingStrategy::Planned& UnfoldingStrategy::take_planned(Ticket ticket) {
  const auto found = std::ranges::find(planned_, ticket, &Planned::ticket);
  CHECK_MSG(found != planned_.end(), "no test with ticket {} is on its way", ticket);
  std::swap(*found, planned_.back());
  unused_.push_back(std::move(planned_.back()));
  planned_.pop_back();
  return unused_.back();
}

bool UnfoldingStrategy::observe_divergence(Ticket ticket) { return take_planned(ticket).kind == Planned::Kind::kSeed; }

void UnfoldingStrategy::observe(Ticket ticket, const Trace& trace) {
  const Planned& planned = take_planned(ticket);
  last_run_scouted_ = planned.kind == Planned::Kind::kScout;
  if (last_run_scouted_) {
    scouts_.observe_scout(trace);
  } else if (planned.kind == Planned::Kind::kDeadlock) {
    deadlocks_.check(trace, planned.expected);
  } else {
    add(trace, planned.prefix);
  }
}

void UnfoldingStrategy::seed(const Trace& trace) { add(trace, {}); }

void UnfoldingStrategy::add(const Trace& trace, std::span<const EventId> prefix) {
  started_ = true;
  inputs_.observe(trace);
  targets_.observe(trace);
  scouts_.observe(trace);
  unfolding_.observe(trace, prefix);
  if (!trace.accesses.empty()) segments_.observe(trace, unfolding_.events_of_trace(), unfolding_.starts());
  if (unfolding_.closes_joins()) open_joins_if_needed(trace);
  for (const EventId e : unfolding_.extensions().found()) targets_.push(e);
  unfolding_.extensions().clear_found();
  deadlocks_.observe(trace);
}

// Threads that wait in loops may wait for ever, and a closing thread would be one of those that wait for them.
void UnfoldingStrategy::open_joins_if_needed(const Trace& trace) {
  const auto awaits = [](const trace::Operation& op) { return trace::is_await(op.kind); };
  const auto waits_in_loop = [&](const trace::Pending& p) {
    return p.why == trace::Pending::Why::kSpinning || awaits(p.operation);
  };
  waits_in_loops_ = std::ranges::any_of(trace.operations, awaits) || std::ranges::any_of(trace.pending, waits_in_loop);
  if (waits_in_loops_ || segments_.joins_matter() || (!exact_ && unfolding_.closings().leaves_threads()))
    unfolding_.open_joins();
}

std::vector<std::string> UnfoldingStrategy::reasons_of_incompleteness() const {
  std::vector<std::string> result = inputs_.reasons_of_incompleteness();
  if (!deadlocks_.incompleteness().empty()) result.push_back(deadlocks_.incompleteness());
  return result;
}

Progress UnfoldingStrategy::progress() const {
  Progress p;
  p.events = unfolding_.event_count();
  p.targets = open_targets();
  p.deadlocks = deadlocks_.count();
  p.solver_queries = deadlocks_.queries();
  p.solver_seconds = deadlocks_.seconds();
  inputs_.add_to(p);
  return p;
}

}  // namespace heddle::explore
