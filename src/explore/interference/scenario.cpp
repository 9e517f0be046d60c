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
  return result.add(scenario.sink.value);
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

ScenarioId Scenarios::start(NodeId sink) {
  scratch_ = {sink, {}, {}};
  const bool fits = bring(sink, sink, scratch_.leaves);
  CHECK(fits);
  if (!known_.insert(identity_of(scratch_)).second) return ScenarioId::none();
  return append({ScenarioId::none(), sink, NodeId::none(), sink, 0});
}

ScenarioId Scenarios::extend(ScenarioId base, NodeId node, NodeId read) {
  const NodeId sink = sink_of(base);
  unfold(base, scratch_);
  if (!bring(node, sink, scratch_.leaves)) return ScenarioId::none();
  if (read.valid()) {
    if (scratch_.interfering(read).valid()) return ScenarioId::none();
    scratch_.interferences.push_back({node, read});
  }
  if (!known_.insert(identity_of(scratch_)).second) {
    ++duplicates_;
    if (once_) return ScenarioId::none();
  }
  return append({base, node, read, sink, static_cast<std::uint32_t>(scratch_.interferences.size())});
}

void Scenarios::unfold(ScenarioId id, Scenario& result) const {
  result = {sink_of(id), {}, {}};
  for (; id.valid(); id = entries_[id.index()].base) {
    const Entry& e = entries_[id.index()];
    const bool fits = bring(e.node, e.sink, result.leaves);
    CHECK(fits);
    if (e.read.valid()) result.interferences.push_back({e.node, e.read});
  }
}

bool Scenarios::bring(NodeId node, NodeId sink, std::vector<Leaf>& leaves) const {
  for (NodeId n = node; n.valid(); n = (*trees_)[trees_->root_of(n)].creator) {
    if (!bring_path(n, sink, leaves)) return false;
  }
  return true;
}

bool Scenarios::bring_path(NodeId node, NodeId sink, std::vector<Leaf>& leaves) const {
  const trace::ThreadId thread = (*trees_)[node].thread;
  // Nothing is behind the sink, and it comes last: nobody gets something from it.
  const bool is_bounded = thread == (*trees_)[sink].thread;
  if (is_bounded && node != sink && !trees_->is_ancestor(node, sink)) return false;
  const NodeId end = is_bounded ? sink : node;
  const auto found = std::ranges::find(leaves, thread, &Leaf::thread);
  if (found == leaves.end()) {
    leaves.push_back({thread, end});
    return true;
  }
  if (trees_->is_ancestor(end, found->node)) return true;
  if (!trees_->is_ancestor(found->node, end)) return false;
  found->node = end;
  return true;
}

}  // namespace heddle::explore::interference
