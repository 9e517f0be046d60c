#include "explore/interference/forest.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::explore::interference {

using trace::Effect;
using trace::OpKind;

namespace {

const std::vector<NodeId> kNone;

}  // namespace

bool has_outcomes(OpKind kind) {
  switch (kind) {
    case OpKind::kBranch:
    case OpKind::kChoose:
    case OpKind::kInspect:
    case OpKind::kArrive:
    case OpKind::kCas:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kSemTryWait:
    case OpKind::kTimedWake: return true;
    default: return false;
  }
}

std::int64_t outcome_of(const trace::Operation& op) {
  switch (op.kind) {
    case OpKind::kBranch:
    case OpKind::kChoose: return op.choice;
    case OpKind::kInspect: return op.value;
    case OpKind::kArrive: return op.value == 0 ? 1 : 0;
    default: return has_outcomes(op.kind) && op.effect == Effect::kModify ? 1 : 0;
  }
}

bool is_synchronisation(OpKind kind) {
  switch (kind) {
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return false;
    default: return true;
  }
}

NodeId ThreadTrees::root(trace::ThreadId thread, NodeId creator) {
  const auto [at, is_new] = roots_.try_emplace({thread, creator});
  if (!is_new) return at->second;
  Node node;
  node.thread = thread;
  node.creator = creator;
  node.is_root = true;
  node.covered = true;
  at->second = append(std::move(node));
  return at->second;
}

NodeId ThreadTrees::append(Node node) {
  const NodeId id(nodes_.size());
  if (!node.parent.valid()) node.jump = id;
  nodes_.push_back(std::move(node));
  return id;
}

NodeId ThreadTrees::child(NodeId parent, std::int64_t outcome) const {
  for (const NodeId c : nodes_[parent.index()].children) {
    if (nodes_[c.index()].outcome == outcome) return c;
  }
  return NodeId::none();
}

NodeId ThreadTrees::add(NodeId parent, const Event& event, bool covered) {
  Node node;
  static_cast<Event&>(node) = event;
  node.parent = parent;
  node.covered = covered;
  link(node);
  const NodeId id = append(std::move(node));
  nodes_[parent.index()].children.push_back(id);
  if (covered) index(id);
  return id;
}

// Skew-binary jump pointers (Myers 1983): logarithmic paths to any depth.
void ThreadTrees::link(Node& node) const {
  const Node& parent = nodes_[node.parent.index()];
  node.depth = parent.depth + 1;
  const Node& jump = nodes_[parent.jump.index()];
  const bool is_full = parent.depth - jump.depth == jump.depth - nodes_[jump.jump.index()].depth;
  node.jump = is_full ? jump.jump : node.parent;
  if (!node.location.valid()) return;
  for (NodeId n = node.parent; !nodes_[n.index()].is_root; n = nodes_[n.index()].parent) {
    const Node& other = nodes_[n.index()];
    if (other.location != node.location) continue;
    if (!node.previous.valid()) node.previous = n;
    if (!other.writes) continue;
    node.local_write = n;
    return;
  }
}

void ThreadTrees::index(NodeId n) {
  const Node& node = nodes_[n.index()];
  if (node.kind == OpKind::kExit) ends_[node.thread.value].push_back(n);
  if (node.writes || is_synchronisation(node.kind)) at_[node.location.value].push_back(n);
}

void ThreadTrees::cover(NodeId n, const Event& event) {
  Node& node = nodes_[n.index()];
  CHECK(!node.covered);
  static_cast<Event&>(node) = event;
  node.covered = true;
  index(n);
}

void ThreadTrees::remove_child(NodeId parent, NodeId child) { std::erase(nodes_[parent.index()].children, child); }

const Turn* ThreadTrees::turn_to(NodeId last) const {
  const auto found = turns_.find(last);
  return found == turns_.end() ? nullptr : &found->second;
}

bool ThreadTrees::is_ancestor(NodeId a, NodeId b) const {
  const std::uint32_t depth = nodes_[a.index()].depth;
  while (nodes_[b.index()].depth > depth) {
    const Node& node = nodes_[b.index()];
    b = nodes_[node.jump.index()].depth >= depth ? node.jump : node.parent;
  }
  return a == b;
}

NodeId ThreadTrees::root_of(NodeId n) const {
  while (nodes_[n.index()].depth > 0) n = nodes_[n.index()].jump;
  return n;
}

void ThreadTrees::path_to(NodeId n, std::vector<NodeId>& path) const {
  path.clear();
  for (; !nodes_[n.index()].is_root; n = nodes_[n.index()].parent) path.push_back(n);
  std::ranges::reverse(path);
}

const std::vector<NodeId>& ThreadTrees::at(trace::LocationId location) const {
  const auto found = at_.find(location.value);
  return found == at_.end() ? kNone : found->second;
}

const std::vector<NodeId>& ThreadTrees::ends_of(trace::ThreadId thread) const {
  const auto found = ends_.find(thread.value);
  return found == ends_.end() ? kNone : found->second;
}

}  // namespace heddle::explore::interference
