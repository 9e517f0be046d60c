#include "explore/race_flip.h"

#include <algorithm>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::explore {

using trace::Effect;
using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

template <class Clock>
void join(Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

template <class Clock>
std::uint32_t at(const Clock& clock, ThreadId t) {
  return t.index() < clock.size() ? clock[t.index()] : 0;
}

// Taking a lock is never possible just before the step that releases it.
bool may_be_coenabled(const Operation& first, const Operation& second) {
  return first.kind != OpKind::kUnlock || (second.kind != OpKind::kLock && second.kind != OpKind::kUnlock);
}

}  // namespace

const std::vector<bool>& Races::first_of_race(const trace::Trace& trace) {
  result_.clear();
  for (Thread& t : threads_) {
    t.clock.clear();
    t.waker.clear();
  }
  for (LocationClocks& l : locations_) {
    l.modified.clear();
    l.observed.clear();
    l.accesses.clear();
  }
  for (const Operation& op : trace.operations) {
    if (is_step(op)) order(op, static_cast<std::uint32_t>(result_.size()));
  }
  return result_;
}

void Races::order(const Operation& op, std::uint32_t step) {
  if (threads_.empty()) threads_.resize(trace::kMaxThreads);
  Clock& clock = threads_[op.thread.index()].clock;
  result_.push_back(false);
  if (op.kind == OpKind::kJoin) join(clock, threads_[op.choice].clock);
  if (op.kind == OpKind::kWake || op.kind == OpKind::kLeave) join(clock, threads_[op.thread.index()].waker);
  if (clock.size() <= op.thread.index()) clock.resize(op.thread.index() + 1);
  const std::uint32_t nth = ++clock[op.thread.index()];
  if (op.effect != Effect::kNone) {
    if (op.location.index() >= locations_.size()) locations_.resize(op.location.index() + 1);
    LocationClocks& location = locations_[op.location.index()];
    find_races(op, location, clock);
    location.accesses.push_back({&op, step, nth});
    join(clock, location.modified);
    if (op.effect == Effect::kModify) {
      join(clock, location.observed);
      location.modified = clock;
      location.observed.clear();
    } else {
      join(location.observed, clock);
    }
  }
  if (op.kind == OpKind::kCreate) threads_[op.choice].clock = clock;
  for (const ThreadId woken : woken_by(op)) threads_[woken.index()].waker = clock;
}

void Races::find_races(const Operation& op, const LocationClocks& location, const Clock& clock) {
  for (const Access& a : location.accesses) {
    if (at(clock, a.op->thread) >= a.nth) continue;  // ordered before it by something else
    if (dependent(*a.op, op) && may_be_coenabled(*a.op, op)) result_[a.step] = true;
  }
}

bool RaceFlip::next_test(trace::Test& test) {
  test.sleep.clear();
  do {
    test.policy = {};
    if (started_ && !go_back(test)) return false;
    started_ = true;
    test.schedule.clear();
    path_.clear();
    for (std::size_t i = 0; i + (flipping_ ? 1 : 0) < points_.size(); ++i) {
      test.schedule.push_back(points_[i].step);
      if (points_[i].condition.valid()) path_.push_back(points_[i].condition);
    }
  } while (!inputs_.solve(path_, test.inputs));
  return true;
}

// Back to the last position with another outcome or a race to flip; false if there is none.
bool RaceFlip::go_back(trace::Test& test) {
  flipping_ = false;
  const auto is_done = [&](const Point& p) {
    return alternatives_.size() == p.first_alternative && (p.flipped || !p.race);
  };
  while (!points_.empty() && is_done(points_.back())) points_.pop_back();
  if (points_.empty()) return false;
  Point& last = points_.back();
  last.finished.begin_branch(runs_);
  if (alternatives_.size() > last.first_alternative) {
    last.step.choice = alternatives_.back().choice;
    last.condition = alternatives_.back().condition;
    alternatives_.pop_back();
  } else {
    flipping_ = last.flipped = true;
    last.race = false;
    test.policy.kind = trace::Policy::Kind::kDelay;
    test.policy.delayed = trace::ThreadSet(last.step.thread);
  }
  return true;
}

void RaceFlip::observe_run(const trace::Trace& trace) {
  counter_.observe(trace);
  inputs_.observe(trace);
  path_.clear();
  const std::vector<bool>& race = races_.first_of_race(trace);
  state_.start(trace);
  const std::size_t known = points_.size() - (flipping_ ? 1 : 0);
  for (std::size_t i = 0; !state_.at_end(); ++i, state_.advance()) {
    const Operation& taken = state_.current();
    if (i >= known) {
      // The last position of a flip is known, but not yet what is there now.
      if (i == points_.size()) points_.push_back({.finished = FinishedBranches(runs_)});
      Point& p = points_[i];
      p.step = {taken.thread, taken.choice};
      p.first_alternative = alternatives_.size();
      add_alternatives(taken);
      p.condition = taken.kind == OpKind::kBranch ? inputs_.condition(taken) : symbolic::ExprId();
    }
    if (points_[i].condition.valid()) path_.push_back(points_[i].condition);
    if (race[i]) points_[i].race = true;
  }
  CHECK(state_.at_end());
  ++runs_;
}

void RaceFlip::add_alternatives(const Operation& taken) {
  if (taken.kind == OpKind::kBranch) {
    for (const std::int32_t outcome : inputs_.outcomes(path_, taken, taken.choice)) {
      if (outcome != taken.choice) alternatives_.push_back({outcome, inputs_.condition(taken, outcome)});
    }
    return;
  }
  for (std::int64_t n = state_.outcomes_of_next(taken.thread) - 1; n >= 0; --n) {
    const std::int32_t choice = state_.outcome_of_next(taken.thread, n);
    if (choice != taken.choice) alternatives_.push_back({choice, {}});
  }
}

Progress RaceFlip::progress() const {
  Progress progress = counter_.progress();
  inputs_.add_to(progress);
  progress.expected_traces = expected_traces(estimate(), progress.traces, runs_);
  return progress;
}

TreeEstimate RaceFlip::estimate() const {
  TreeEstimate estimate;
  std::size_t end = alternatives_.size();
  for (std::size_t i = points_.size(); i-- > 0; end = points_[i].first_alternative) {
    const Point& p = points_[i];
    p.finished.add_to(estimate, end - p.first_alternative + (p.race && !p.flipped ? 1 : 0));
  }
  return estimate;
}

std::vector<std::string> RaceFlip::reasons_of_incompleteness() const {
  std::vector<std::string> result = inputs_.reasons_of_incompleteness();
  result.emplace_back("race flipping flips each position once and may miss traces");
  return result;
}

}  // namespace heddle::explore
