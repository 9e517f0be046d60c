#include "explore/unfolding/planner.h"

#include <algorithm>

#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::explore {

using trace::Operation;
using trace::ThreadId;
using unfolding::Event;
using unfolding::EventId;
using unfolding::Net;

Planner::Planner(unfolding::Unfolding& unfolding, TargetQueue& targets, InputSolver& inputs, Options options)
    : unfolding_(unfolding),
      process_(unfolding.process()),
      targets_(targets),
      inputs_(inputs),
      decisions_(process_, inputs),
      options_(options),
      linearizer_(process_),
      marking_(process_) {}

bool Planner::plan(EventId target, trace::Test& test) {
  cut_.assign_extension(process_, target);
  const Operation& op = process_.operation(target);
  const Operation* const decision = op.kind == trace::OpKind::kBranch ? &op : nullptr;
  if (inputs_.active() && !inputs_.solve(decisions_.path(cut_.view()), test.inputs, decision)) return false;
  if (options_.merge) merge_targets();
  prefix_.clear();
  CHECK_MSG(linearizer_.run(cut_.view(), &prefix_), "event {} has no execution", target.value);
  if (options_.prefer_uncovered) prefer_uncovered();
  mark_planned();
  fill(test);
  return true;
}

bool Planner::is_on_the_way(const unfolding::History& configuration) {
  if (!inputs_.active()) return true;
  const Path& path = decisions_.path(configuration);
  return std::ranges::all_of(path, [&](symbolic::ExprId condition) { return inputs_.holds(condition); });
}

bool Planner::plan(const unfolding::History& configuration, trace::Test& test) {
  if (inputs_.active() && !inputs_.solve(decisions_.path(configuration), test.inputs)) return false;
  prefix_.clear();
  CHECK_MSG(linearizer_.run(configuration, &prefix_), "a configuration has no execution");
  fill(test);
  return true;
}

void Planner::fill(trace::Test& test) const {
  test.schedule.clear();
  for (const EventId e : prefix_) test.schedule.push_back({process_[e].thread_id(), process_[e].choice});
}

void Planner::mark_planned() {
  if (planned_.size() < process_.size()) planned_.resize(process_.size());
  for (const EventId e : prefix_) planned_[e.index()] = true;
}

void Planner::merge_targets() {
  const std::uint64_t before = unfolding_.concurrency().checks();
  merging_.earn(before);
  if (merging_.amount() == 0) return;
  targets_.peek(merging_.amount(), candidates_);
  for (const EventId candidate : candidates_) {
    if (is_planned(candidate)) continue;
    candidate_.assign_extension(process_, candidate);
    if (is_on_the_way(candidate_.view()) && unfolding_.concurrency().consistent(cut_.view(), candidate_.view())) {
      cut_.join(process_, candidate_.view());
    } else {
      merging_.spend(1);
    }
  }
}

void Planner::execute_target(EventId target) {
  const Event& event = process_[target];
  beyond_.insert(event.thread_id());
  const bool consumable = event.observes() && process_.net() == Net::kPlaceReplicated;
  if (event.modifies() || consumable) unknown_.push_back(process_.operation(target).location);
}

void Planner::replay_prefix() {
  beyond_.clear();
  unknown_.clear();
  marking_.reset();
  for (const EventId start : unfolding_.starts()) marking_.start_thread(start);
  for (const EventId e : prefix_) {
    if (process_[e].executed()) {
      marking_.fire(e);
    } else {
      execute_target(e);
    }
  }
}

EventId Planner::next_event(EventId condition) {
  const Operation& op = process_.next(condition);
  const ThreadId thread = process_[condition].thread_id();
  if (op.kind == trace::OpKind::kJoin) {
    const ThreadId joined(static_cast<std::size_t>(op.choice));
    return process_.find(condition, marking_.condition(joined), op.choice, {});
  }
  if (trace::is_awaiting(op.kind)) {
    return process_.find(condition, marking_.waker(thread), trace::kNoChoice, {});
  }
  if (op.kind == trace::OpKind::kBranch) return process_.find(condition, EventId(), inputs_.value(op), {});
  EventId known;
  std::int64_t state = 0;
  EventId version;
  std::span<const EventId> consumed;
  if (!trace::is_private(op.kind)) {
    if (std::find(unknown_.begin(), unknown_.end(), op.location) != unknown_.end()) return known;
    version = marking_.version(op.location);
    if (!version.valid()) version = unfolding_.extensions().initial_version(op.location);
    state = process_[version].value;
    if (!trace::enabled_at(op, state)) return known;
    const bool modifies = trace::effect_at(op, state) == trace::Effect::kModify;
    if (modifies && process_.net() == Net::kPlaceReplicated) consumed = marking_.reads(op.location, thread);
  }
  // Among several outcomes, one that is not covered yet.
  const std::int64_t count = trace::outcomes(op, state);
  for (std::int64_t n = 0; n < count; ++n) {
    const EventId e = process_.find(condition, version, trace::outcome(op, state, n), consumed);
    if (e.valid()) known = e;
    if (e.valid() && !process_[e].executed()) break;
  }
  return known;
}

bool Planner::lead(ThreadId thread) {
  while (preferring_.amount() > 0) {
    const EventId condition = marking_.condition(thread);
    if (!condition.valid() || !process_[condition].next.valid()) return false;
    const EventId e = next_event(condition);
    if (!e.valid()) return false;
    prefix_.push_back(e);
    if (!process_[e].executed()) {
      execute_target(e);
      return !is_planned(e);
    }
    marking_.fire(e);
    preferring_.spend(1);
  }
  return false;
}

void Planner::prefer_uncovered() {
  preferring_.earn(unfolding_.event_count());
  if (preferring_.amount() < prefix_.size()) return;
  preferring_.spend(prefix_.size());
  replay_prefix();
  std::size_t useful = prefix_.size();
  // Threads that are created on the way are led, too.
  for (std::size_t t = 0; t < marking_.thread_end(); ++t) {
    if (beyond_.contains(ThreadId(t)) || !marking_.condition(ThreadId(t)).valid()) continue;
    if (lead(ThreadId(t))) useful = prefix_.size();
  }
  prefix_.resize(useful);
}

}  // namespace heddle::explore
