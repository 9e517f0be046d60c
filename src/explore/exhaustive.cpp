#include "explore/exhaustive.h"

#include "trace/surprise.h"

namespace heddle::explore {

using trace::Operation;
using trace::ThreadId;
using trace::ThreadSet;

bool Exhaustive::next_test(trace::Test& test) {
  test.policy = {};
  test.sleep.clear();
  do {
    if (started_) {
      while (!points_.empty() && alternatives_.size() == points_.back().first_alternative) points_.pop_back();
      if (points_.empty()) return false;
      points_.back().step = alternatives_.back().step;
      points_.back().condition = alternatives_.back().condition;
      alternatives_.pop_back();
      points_.back().finished.begin_branch(runs_);
    }
    started_ = true;
    test.schedule.clear();
    path_.clear();
    for (const Point& p : points_) {
      test.schedule.push_back(p.step);
      if (p.condition.valid()) path_.push_back(p.condition);
    }
  } while (!inputs_.solve(path_, test.inputs));
  return true;
}

void Exhaustive::observe_run(const trace::Trace& trace) {
  extend(trace);
  ++runs_;
}

void Exhaustive::extend(const trace::Trace& trace) {
  counter_.observe(trace);
  inputs_.observe(trace);
  state_.start(trace);
  for (std::size_t i = 0; i < points_.size(); ++i, state_.advance()) {
    trace::expect_step(!state_.at_end(), trace.operations.size(), "{} steps, {} planned", i, points_.size());
    const Operation& now = state_.current();
    Point& p = points_[i];
    if (is_bounded()) p.preemptions = preemptions_with(now.thread, i);
    // What the last one does was not known before.
    const bool as_before = i + 1 == points_.size() || (p.kind == now.kind && p.location == now.location);
    trace::expect_step(as_before, static_cast<std::size_t>(&now - trace.operations.data()), "step {} has changed",
                       i + 1);
    p.kind = now.kind;
    p.location = now.location;
  }
  for (; !state_.at_end(); state_.advance()) {
    const Operation& taken = state_.current();
    const ThreadSet enabled = state_.enabled();
    const ThreadId alone = moves_alone(enabled);
    const std::uint32_t preemptions = is_bounded() ? preemptions_with(taken.thread, points_.size()) : 0;
    const bool decides = taken.kind == trace::OpKind::kBranch && inputs_.is_open(taken);
    points_.push_back({{taken.thread, taken.choice},
                       alternatives_.size(),
                       {},
                       taken.kind,
                       taken.location,
                       preemptions,
                       FinishedBranches(runs_)});
    if (alone.valid()) {
      add_alternatives(alone, taken);
      if (alone != taken.thread) return;
    } else {
      for (const ThreadId t : enabled) {
        if (!is_bounded() || preemptions_with(t, points_.size() - 1) <= max_preemptions_) add_alternatives(t, taken);
      }
    }
    if (decides) {
      points_.back().condition = inputs_.condition(taken);
      path_.push_back(points_.back().condition);
    }
  }
}

std::uint32_t Exhaustive::preemptions_with(ThreadId t, std::size_t position) const {
  if (position == 0) return 0;
  const Point& last = points_[position - 1];
  const ThreadId running = last.step.thread;
  const bool can_go_on = state_.alive().contains(running) && state_.enabled(running);
  return last.preemptions + (t != running && can_go_on ? 1 : 0);
}

ThreadId Exhaustive::moves_alone(const ThreadSet& enabled) const {
  // The thread that took the step comes first: then the run continues as it should.
  const auto alone = [&](ThreadId t) {
    const trace::OpKind kind = state_.next_of(t).kind;
    return is_private(kind) || trace::is_awaiting(kind);
  };
  if (alone(state_.current().thread)) return state_.current().thread;
  if (is_bounded()) return ThreadId::none();
  for (const ThreadId t : enabled) {
    if (alone(t)) return t;
  }
  return ThreadId::none();
}

void Exhaustive::add_alternatives(ThreadId t, const Operation& taken) {
  if (inputs_.active() && state_.next_of(t).kind == trace::OpKind::kBranch)
    return add_other_decisions(state_.next_of(t), t == taken.thread);
  for (std::int64_t n = state_.outcomes_of_next(t) - 1; n >= 0; --n) {
    const trace::Step step{t, state_.outcome_of_next(t, n)};
    if (t != taken.thread || step.choice != taken.choice) alternatives_.push_back({step, {}});
  }
}

// `taken`: is it the step that the run took here?
void Exhaustive::add_other_decisions(const Operation& decision, bool taken) {
  const auto known = taken ? std::optional(decision.choice) : std::nullopt;
  for (const std::int32_t outcome : inputs_.outcomes(path_, decision, known)) {
    if (outcome == known) continue;
    alternatives_.push_back({{decision.thread, outcome}, inputs_.condition(decision, outcome)});
  }
}

Progress Exhaustive::progress() const {
  Progress progress = counter_.progress();
  inputs_.add_to(progress);
  progress.expected_traces = expected_traces(estimate(), progress.traces, runs_);
  return progress;
}

TreeEstimate Exhaustive::estimate() const {
  TreeEstimate estimate;
  std::size_t end = alternatives_.size();
  for (std::size_t i = points_.size(); i-- > 0; end = points_[i].first_alternative)
    points_[i].finished.add_to(estimate, end - points_[i].first_alternative);
  return estimate;
}

}  // namespace heddle::explore
