#include "explore/unfolding/branch_targets.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "trace/operation.h"

namespace heddle::explore {

using trace::Operation;
using trace::OpKind;
using unfolding::EventId;

namespace {
// How many decisions and steps of the thread before a target make up its context.
constexpr int kContextDecisions = 16;
constexpr int kContextSteps = 64;
// How many targets with an outcome that no run has taken come first.
constexpr std::uint32_t kTriesOfNew = 32;
// The size of a group from which an old target is taken now and then.
constexpr std::size_t kWorthMixing = 4;
}  // namespace

// Inputs may lead to none of its targets: after some of them it is treated like any other.
bool BranchTargets::is_new(EventId target) const {
  const Operation& decision = process_.operation(target);
  if (features_.branches().taken(decision, process_[target].choice) != 0) return false;
  const auto tried = tried_.find(branch_of(target));
  return tried == tried_.end() || tried->second < kTriesOfNew;
}

std::uint64_t BranchTargets::branch_of(EventId target) const {
  return features_.branches().branch_of(process_.operation(target), process_[target].choice);
}

std::uint64_t BranchTargets::context_of(EventId target) const {
  const Operation& decision = process_.operation(target);
  trace::PlaceId other;
  std::uint64_t repeated = 0;
  EventId e = process_[target].parent;
  for (int steps = 0, decisions = 0; steps < kContextSteps && decisions < kContextDecisions; ++steps) {
    if (!process_[e].parent.valid()) break;
    const Operation& op = process_.operation(e);
    e = process_[e].parent;
    if (op.kind != OpKind::kBranch) continue;
    ++decisions;
    if (op.place == decision.place) {
      ++repeated;
    } else if (!other.valid()) {
      other = op.place;
    }
  }
  base::Hash128 hash;
  hash.add(branch_of(target));
  hash.add((std::uint64_t{other.value} << 32) | repeated);
  return hash.low;
}

void BranchTargets::push(EventId target) {
  ++size_;
  if (is_new(target)) {
    new_.push_back(target);
  } else if (is_run_new_) {
    fresh_.push_back(target);
  } else {
    push_to_group(target);
  }
}

void BranchTargets::push_to_group(EventId target) {
  const auto [at, is_first] = by_context_.try_emplace(context_of(target), static_cast<std::uint32_t>(groups_.size()));
  if (is_first) groups_.emplace_back();
  groups_[at->second].targets.push_back(target);
  list(at->second);
}

void BranchTargets::list(std::uint32_t group) {
  Group& g = groups_[group];
  if (g.is_listed || g.targets.empty()) return;
  g.is_listed = true;
  if (levels_.size() <= g.tests) levels_.resize(g.tests + 1);
  levels_[g.tests].push_back(group);
  first_ = std::min<std::size_t>(first_, g.tests);
}

EventId BranchTargets::pop_new() {
  while (!new_.empty()) {
    const EventId target = new_.back();
    new_.pop_back();
    if (!process_[target].executed() && !is_new(target)) {
      push_to_group(target);
      continue;
    }
    --size_;
    if (process_[target].executed()) continue;
    ++tried_[branch_of(target)];
    return target;
  }
  return EventId();
}

EventId BranchTargets::pop_rare() {
  is_turn_of_fresh_ = !is_turn_of_fresh_;
  const EventId target = is_turn_of_fresh_ ? pop_fresh() : pop_group();
  if (target.valid()) return target;
  return is_turn_of_fresh_ ? pop_group() : pop_fresh();
}

EventId BranchTargets::pop_fresh() {
  while (!fresh_.empty()) {
    std::swap(fresh_.back(), fresh_[rng_.below(fresh_.size())]);
    const EventId target = fresh_.back();
    fresh_.pop_back();
    --size_;
    if (!process_[target].executed()) return target;
  }
  return EventId();
}

EventId BranchTargets::pop_group() {
  for (; first_ < levels_.size(); ++first_) {
    std::vector<std::uint32_t>& level = levels_[first_];
    while (!level.empty()) {
      const std::uint32_t group = level.back();
      level.pop_back();
      groups_[group].is_listed = false;
      const EventId target = take_from(groups_[group]);
      if (!target.valid()) continue;
      ++groups_[group].tests;
      list(group);
      return target;
    }
  }
  first_ = 0;
  return EventId();
}

// Usually the youngest, which follows what was found last; an old one now and then.
EventId BranchTargets::take_from(Group& group) {
  std::vector<EventId>& targets = group.targets;
  while (!targets.empty()) {
    if (targets.size() >= kWorthMixing && group.tests % 2 == 1)
      std::swap(targets.back(), targets[rng_.below(targets.size())]);
    const EventId target = targets.back();
    targets.pop_back();
    --size_;
    if (!process_[target].executed()) return target;
  }
  return EventId();
}

void BranchTargets::peek(std::size_t count, std::vector<EventId>& candidates) const {
  const auto add = [&](EventId e) {
    if (candidates.size() < count && !process_[e].executed()) candidates.push_back(e);
  };
  for (std::size_t i = new_.size(); i-- > 0 && candidates.size() < count;) add(new_[i]);
  for (std::size_t l = first_; l < levels_.size() && candidates.size() < count; ++l) {
    for (std::size_t i = levels_[l].size(); i-- > 0 && candidates.size() < count;)
      add(groups_[levels_[l][i]].targets.back());
  }
}

}  // namespace heddle::explore
