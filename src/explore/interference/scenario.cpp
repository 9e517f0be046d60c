#include "explore/interference/scenario.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::interference {

namespace {

base::Hash128 identity_of(const Scenario& scenario) {
  base::Hash128 result;
  for (const Leaf& l : scenario.leaves) result.add_unordered(base::Hash128{}.add(l.node.value));
  for (const Interference& i : scenario.interferences) {
    result.add_unordered(base::Hash128{}.add(i.write.value).add(i.read.value));
  }
  return result;
}

}  // namespace

NodeId Scenario::leaf_of(trace::ThreadId thread) const {
  const auto found = std::ranges::find(leaves, thread, &Leaf::thread);
  return found == leaves.end() ? NodeId::none() : found->node;
}

NodeId Scenario::interfering(NodeId read) const {
  const auto found = std::ranges::find(interferences, read, &Interference::read);
  return found == interferences.end() ? NodeId::none() : found->write;
}

ScenarioId Scenarios::append(const Entry& entry) {
  entries_.push_back(entry);
  return ScenarioId(entries_.size() - 1);
}

ScenarioId Scenarios::start(const Goal& goal) {
  scratch_ = {&goal, {}, {}};
  if (!bring_ends(goal, scratch_.leaves)) return ScenarioId::none();
  goals_.push_back(goal);
  return append({ScenarioId::none(), NodeId::none(), NodeId::none(), GoalId(goals_.size() - 1), 0});
}

ScenarioId Scenarios::extend(ScenarioId base, NodeId node, NodeId read) {
  unfold(base, scratch_);
  if (!bring(node, *scratch_.goal, scratch_.leaves)) return ScenarioId::none();
  if (read.valid()) {
    if (scratch_.interfering(read).valid() || is_before(read, node, scratch_)) return ScenarioId::none();
    scratch_.interferences.push_back({node, read});
  }
  const GoalId goal = goal_of(base);
  if (!known_.insert(identity_of(scratch_).add(goal.value)).second) {
    ++duplicates_;
    if (once_) return ScenarioId::none();
  }
  return append({base, node, read, goal, static_cast<std::uint32_t>(scratch_.interferences.size())});
}

bool Scenarios::is_before(NodeId read, NodeId write, const Scenario& scenario) {
  const auto depth_of_later = [this](trace::ThreadId thread) {
    const auto found = std::ranges::find(later_, thread, &decltype(later_)::value_type::first);
    return found == later_.end() ? UINT32_MAX : found->second;
  };
  const auto is_later = [&](NodeId n) { return (*trees_)[n].depth >= depth_of_later((*trees_)[n].thread); };
  later_.assign(1, {(*trees_)[read].thread, (*trees_)[read].depth});
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const Interference& i : scenario.interferences) {
      if (!is_later(i.write) || is_later(i.read)) continue;
      std::erase_if(later_, [&](const auto& l) { return l.first == (*trees_)[i.read].thread; });
      later_.emplace_back((*trees_)[i.read].thread, (*trees_)[i.read].depth);
      has_grown = true;
    }
  }
  return is_later(write);
}

void Scenarios::unfold(ScenarioId id, Scenario& result) const {
  result = {&goal(goal_of(id)), {}, {}};
  bool fits = bring_ends(*result.goal, result.leaves);
  for (; entries_[id.index()].base.valid(); id = entries_[id.index()].base) {
    const Entry& e = entries_[id.index()];
    fits = fits && bring(e.node, *result.goal, result.leaves);
    if (e.read.valid()) result.interferences.push_back({e.node, e.read});
  }
  CHECK(fits);
}

bool Scenarios::bring_ends(const Goal& goal, std::vector<Leaf>& leaves) const {
  return std::ranges::all_of(goal.ends, [&](NodeId end) { return bring(end, goal, leaves); }) &&
         (!goal.done.valid() || bring(goal.done, goal, leaves));
}

bool Scenarios::bring(NodeId node, const Goal& goal, std::vector<Leaf>& leaves) const {
  for (NodeId n = node; n.valid(); n = (*trees_)[trees_->root_of(n)].creator) {
    if (!bring_path(n, goal, leaves)) return false;
  }
  return true;
}

bool Scenarios::bring_path(NodeId node, const Goal& goal, std::vector<Leaf>& leaves) const {
  const trace::ThreadId thread = (*trees_)[node].thread;
  // Threads of the goal go to its nodes, and no further.
  const auto end = std::ranges::find(goal.ends, thread, [this](NodeId n) { return (*trees_)[n].thread; });
  if (end != goal.ends.end()) {
    if (!trees_->is_ancestor(node, *end)) return false;
    node = *end;
  }
  const auto found = std::ranges::find(leaves, thread, &Leaf::thread);
  if (found == leaves.end()) {
    leaves.push_back({thread, node});
    return true;
  }
  if (trees_->is_ancestor(node, found->node)) return true;
  if (!trees_->is_ancestor(found->node, node)) return false;
  found->node = node;
  return true;
}

}  // namespace heddle::explore::interference
