#include "explore/dpor/classic.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::dpor {

using trace::ThreadId;

Progress Classic::progress() const {
  Progress progress = counter_.progress();
  progress.blocked = blocked_;
  inputs_.add_to(progress);
  progress.expected_traces = expected_traces(estimate(), progress.traces + progress.blocked, runs_);
  return progress;
}

TreeEstimate Classic::estimate() const {
  TreeEstimate estimate;
  std::size_t end = alternatives_.size();
  for (std::size_t i = nodes_.size(); i-- > 0; end = nodes_[i].first_alternative) {
    const Node& node = nodes_[i];
    node.finished.add_to(estimate, end - node.first_alternative + (node.backtrack - node.started).size());
  }
  return estimate;
}

bool Classic::is_done(std::uint32_t position) const {
  const Node& node = nodes_[position];
  return alternatives_.size() == node.first_alternative && (node.backtrack - node.started).empty();
}

const Action& Classic::action(std::uint32_t position, ThreadId thread) const {
  // They are in thread order.
  return actions_[nodes_[position].first_action + nodes_[position].enabled.rank(thread)];
}

bool Classic::next_test(trace::Test& test) {
  test.clear();
  if (!started_) {
    started_ = true;
    return true;
  }
  std::uint32_t position = 0;
  Action next;
  do {
    while (!nodes_.empty() && is_done(static_cast<std::uint32_t>(nodes_.size() - 1))) nodes_.pop_back();
    if (nodes_.empty()) return false;
    position = static_cast<std::uint32_t>(nodes_.size() - 1);
    next = advance(position);
  } while (!find_inputs(position, next, test));
  history_.truncate(position);
  for (std::uint32_t i = 0; i < position; ++i) test.schedule.push_back(history_.event(i).action.step());
  test.schedule.push_back(next.step());

  const Node& node = nodes_[position];
  const Action& taken = action(position, next.thread);
  for (std::uint32_t s = node.sleep_begin; s < node.sleep_end; ++s) {
    const Action& q = sleep_[s];
    if (q.thread != taken.thread && !conflict(q, taken)) test.sleep.insert(q.thread);
  }
  return true;
}

bool Classic::find_inputs(std::uint32_t position, const Action& next, trace::Test& test) {
  if (history_.path().empty()) return true;
  path_.clear();
  for (std::uint32_t i = 0; i < position; ++i) {
    if (history_.event(i).action.condition.valid()) path_.push_back(history_.event(i).action.condition);
  }
  if (next.condition.valid()) path_.push_back(next.condition);
  return inputs_.solve(path_, test.inputs);
}

Action Classic::advance(std::uint32_t position) {
  Node& node = nodes_[position];
  node.finished.begin_branch(runs_);
  sleep_.resize(node.sleep_end);
  actions_.resize(node.first_action + node.enabled.size());
  const Action& last = history_.event(position).action;
  new_outcome_ = alternatives_.size() > node.first_alternative;
  if (new_outcome_) {
    const Action other = alternatives_.back();
    alternatives_.pop_back();
    return other;
  }
  // All outcomes of the last step have been explored: its thread sleeps from now on.
  sleep_.push_back(action(position, last.thread));
  ++node.sleep_end;
  const ThreadId thread = (node.backtrack - node.started).first();
  node.started.insert(thread);
  return {.thread = thread};
}

void Classic::observe_run(const trace::Trace& trace) {
  if (trace.outcome == trace::Outcome::kAsleep) {
    ++blocked_;
  } else {
    counter_.observe(trace);
  }
  inputs_.observe(trace);
  const std::uint32_t old_length = history_.length();
  const std::uint32_t old_races = history_.race_count();
  history_.extend(trace);
  extend_nodes(trace, old_length);
  for (std::uint32_t r = old_races; r < history_.race_count(); ++r) add_backtrack_point(history_.race(r));
  ++runs_;
}

void Classic::extend_nodes(const trace::Trace& trace, std::uint32_t old_length) {
  // The node of the first new event already exists, except in the first run.
  const auto known = static_cast<std::uint32_t>(nodes_.size());
  CHECK(known == 0 || known == old_length + 1);
  state_.start(trace);
  for (std::uint32_t i = 0; i < history_.length(); ++i, state_.advance()) {
    if (i >= known) enter_node(i);
    if (i >= old_length && !(new_outcome_ && i == old_length)) add_alternatives(i);
  }
}

void Classic::enter_node(std::uint32_t position) {
  Node node;
  node.finished = FinishedBranches(runs_);
  node.enabled = state_.enabled();
  node.first_action = static_cast<std::uint32_t>(actions_.size());
  for (const ThreadId t : node.enabled) {
    const trace::Operation& op = state_.next_of(t);
    actions_.push_back(action_at(op, state_.state_before(op)));
  }
  node.backtrack = node.started = trace::ThreadSet(state_.current().thread);
  nodes_.push_back(node);
  inherit_sleep(position);
}

void Classic::inherit_sleep(std::uint32_t position) {
  Node& node = nodes_[position];
  node.sleep_begin = node.sleep_end = static_cast<std::uint32_t>(sleep_.size());
  if (position == 0) return;
  const Node& parent = nodes_[position - 1];
  const Action& taken = history_.event(position - 1).action;
  for (std::uint32_t s = parent.sleep_begin; s < parent.sleep_end; ++s) {
    const Action q = sleep_[s];
    if (q.thread == taken.thread || conflict(q, taken)) continue;
    sleep_.push_back(q);
    node.asleep.insert(q.thread);
  }
  node.sleep_end = static_cast<std::uint32_t>(sleep_.size());
}

void Classic::add_alternatives(std::uint32_t position) {
  nodes_[position].first_alternative = static_cast<std::uint32_t>(alternatives_.size());
  const bool is_last = position + 1 == history_.length();
  const std::uint32_t end = is_last ? history_.race_count() : history_.event(position + 1).races_before;
  for (std::uint32_t r = history_.event(position).races_before; r < end; ++r) {
    const Race& race = history_.race(r);
    // A thread that is blocked at the end may be in a race with the last step, too.
    const bool is_outcome = race.first == position && race.second.thread == history_.event(position).action.thread;
    if (is_outcome) alternatives_.push_back(race.second);
  }
}

void Classic::add_backtrack_point(const Race& race) {
  const Action& second = race.second;
  if (second.thread == history_.event(race.first).action.thread) return;  // another outcome of the same step
  Node& node = nodes_[race.first];
  if (node.backtrack.contains(second.thread)) return;
  const bool enabled = node.enabled.contains(second.thread);
  const bool awake = !node.asleep.contains(second.thread);
  if (enabled && (awake || variant_ == Variant::kIgnoreSleep)) {
    node.backtrack.insert(second.thread);
  } else {
    node.backtrack |= node.enabled - node.asleep;
  }
}

void Classic::observe_unseen(std::span<const Access> accesses, const trace::Trace& /*whole*/) {
  for (const Access& access : accesses) {
    history_.find_unseen_races(access, unseen_);
    Race race;
    race.second.thread = access.thread;
    for (const std::uint32_t first : unseen_) {
      race.first = first;
      add_backtrack_point(race);
    }
  }
}

}  // namespace heddle::explore::dpor
