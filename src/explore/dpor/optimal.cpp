#include "explore/dpor/optimal.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace heddle::explore::dpor {

namespace {
#ifdef HEDDLE_CHECKED
constexpr bool kChecked = true;
#else
constexpr bool kChecked = false;
#endif
}  // namespace

bool Optimal::next(trace::Test& test) {
  test.schedule.clear();
  test.inputs.clear();
  test.policy = {};
  test.sleep = 0;
  if (!started_) {
    started_ = true;
    return true;
  }

  std::uint32_t position = history_.length();
  while (position > 0 && nodes_[position - 1].branches == WakeupForest::kEmpty) --position;
  if (position == 0) return false;
  --position;

  // What has been explored from this node sleeps for the rest of its branches.
  Node& node = nodes_[position];
  sleep_.resize(node.sleep_end);
  sleep_.push_back(history_.event(position).action);
  ++node.sleep_end;
  history_.truncate(position);

  for (std::uint32_t i = 0; i < position; ++i) test.schedule.push_back(history_.event(i).action.step());
  do {
    Action action;
    const WakeupForest::List children = forest_.take_first(nodes_[position].branches, action);
    test.schedule.push_back(action.step());
    if (kChecked) plan_.push_back(action);
    ++position;
    if (position == nodes_.size()) nodes_.emplace_back();
    nodes_[position].branches = children;
  } while (nodes_[position].branches != WakeupForest::kEmpty);
  planned_ = position;
  return true;
}

void Optimal::observe(const trace::Trace& trace) {
  CHECK_MSG(trace.outcome != trace::Outcome::kDiverged, "a planned schedule diverged at step {}", trace.diverged_at);
  ++progress_.traces;
  if (trace.outcome == trace::Outcome::kDeadlock) ++progress_.deadlocks;

  const std::uint32_t old_length = history_.length();
  const std::uint32_t old_races = history_.race_count();
  history_.extend(trace);
  CHECK_MSG(history_.length() >= planned_, "a run of {} steps for {} planned ones", history_.length(), planned_);
  extend_nodes(old_length);
  if (kChecked) check_invariants(trace);
  reverse_races(old_length, old_races);
}

void Optimal::check_invariants(const trace::Trace& trace) {
  CHECK(sleep(nodes_[planned_]).empty());
  for (std::uint32_t i = 0; i < history_.length(); ++i) {
    const Event& e = history_.event(i);
    CHECK_MSG(e.action == action_of(trace.operations[e.operation]), "step {} has changed", i);
  }
  const std::size_t old_steps = planned_ - plan_.size();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    const auto position = static_cast<std::uint32_t>(old_steps + i);
    CHECK_MSG(plan_[i] == history_.event(position).action, "step {} is not what was planned", position);
  }
  plan_.clear();
  checker_.observe(trace);
  CHECK_MSG(checker_.progress().traces == progress_.traces, "run {} repeats a trace", progress_.traces);
}

void Optimal::extend_nodes(std::uint32_t first) {
  const std::uint32_t length = history_.length();
  if (nodes_.size() < length + 1) nodes_.resize(length + 1);
  for (std::uint32_t i = first; i < length; ++i) {
    const Action& action = history_.event(i).action;
    const Node& node = nodes_[i];
    Node& child = nodes_[i + 1];
    if (i + 1 > planned_) child.branches = WakeupForest::kEmpty;
    child.sleep_begin = static_cast<std::uint32_t>(sleep_.size());
    for (std::uint32_t s = node.sleep_begin; s < node.sleep_end; ++s) {
      const Action q = sleep_[s];
      if (q.thread != action.thread && !conflict(q, action)) sleep_.push_back(q);
    }
    child.sleep_end = static_cast<std::uint32_t>(sleep_.size());
  }
}

void Optimal::find_changed(std::uint32_t old_length) {
  known_by_all_.assign(history_.width(), std::numeric_limits<std::int32_t>::max());
  trace::ThreadSet seen = 0;
  for (std::uint32_t i = old_length; i < history_.length(); ++i) {
    const trace::ThreadId thread = history_.event(i).action.thread;
    if (trace::contains(seen, thread)) continue;
    seen |= trace::thread_bit(thread);
    const std::int32_t* clock = history_.clock(i);
    for (std::size_t t = 0; t < history_.width(); ++t) known_by_all_[t] = std::min(known_by_all_[t], clock[t]);
  }
}

void Optimal::reverse_races(std::uint32_t old_length, std::uint32_t old_races) {
  find_changed(old_length);
  for (std::uint32_t i = history_.length(); i-- > 0;) {
    const Event& e = history_.event(i);
    if (e.races == kNone) continue;
    const bool changed =
        i >= old_length || static_cast<std::int32_t>(e.index) > known_by_all_[e.action.thread.index()];
    if (!changed && e.races < old_races) continue;
    collect_independent_of(i);
    for (std::uint32_t r = e.races; r != kNone && (changed || r >= old_races); r = history_.race(r).next) {
      reverse(history_.race(r));
    }
  }
}

void Optimal::collect_independent_of(std::uint32_t position) {
  const Event& e = history_.event(position);
  const auto index = static_cast<std::int32_t>(e.index);
  v_.clear();
  for (std::uint32_t i = position + 1; i < history_.length(); ++i) {
    if (history_.known(i, e.action.thread) < index) v_.push_back(history_.event(i).action);
  }
}

void Optimal::reverse(const Race& race) {
  Node& node = nodes_[race.first];
  v_.push_back(race.second);
  const auto covers = [&](const Action& q) { return weak_initial(q, v_); };
  if (std::ranges::none_of(sleep(node), covers)) forest_.insert(node.branches, v_);
  v_.pop_back();
}

}  // namespace heddle::explore::dpor
