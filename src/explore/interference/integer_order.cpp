#include "explore/interference/integer_order.h"

#include <algorithm>

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

bool acquires(const Node& node) {
  switch (node.kind) {
    case OpKind::kLock:
    case OpKind::kReadLock:
    case OpKind::kWriteLock: return true;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock: return node.outcome == 1;
    default: return false;
  }
}

bool releases(OpKind kind) {
  return kind == OpKind::kUnlock || kind == OpKind::kReadUnlock || kind == OpKind::kWriteUnlock;
}

template <class T>
bool is_in(const std::vector<T>& all, const T& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

IntegerOrder::IntegerOrder(const ThreadTrees& trees, const Scenario& scenario, z3::context& z3)
    : trees_(trees), scenario_(scenario), z3_(z3), solver_(z3, "QF_IDL") {}

bool IntegerOrder::add(const OrderCore* core) {
  for (const Leaf& leaf : scenario_.leaves) {
    std::vector<NodeId>& path = paths_[leaf.thread];
    trees_.path_to(leaf.node, path);
    if (!add_path(path)) return false;
  }
  add_program_order();
  add_sink();
  for (const NodeId n : all_) {
    if (trees_[n].kind == OpKind::kJoin) add_join(n, core);
    if (trees_[n].reads()) add_coupling(n, core);
  }
  for (const auto& [location, blocks] : blocks_) {
    const bool is_kept = core == nullptr || is_in(core->objects, location);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add_exclusion(blocks[j], blocks[i], is_kept);
    }
  }
  return true;
}

// False if it contains something that the constraints do not cover.
bool IntegerOrder::add_path(const std::vector<NodeId>& path) {
  std::map<trace::LocationId, std::vector<std::size_t>> open;
  for (const NodeId n : path) {
    const Node& node = trees_[n];
    all_.push_back(n);
    if (!is_synchronisation(node.kind)) continue;
    std::vector<Block>& blocks = blocks_[node.location];
    std::vector<std::size_t>& held = open[node.location];
    if (acquires(node)) {
      const bool is_shared = node.kind == OpKind::kReadLock || node.kind == OpKind::kTryReadLock;
      held.push_back(blocks.size());
      blocks.push_back({n, NodeId::none(), is_shared});
    } else if (releases(node.kind) && !held.empty()) {
      blocks[held.back()].release = n;
      held.pop_back();
    } else {
      return false;
    }
  }
  return true;
}

// PO and FC.
void IntegerOrder::add_program_order() {
  for (const NodeId n : all_) {
    for (const NodeId m : all_) {
      if (n < m) solver_.add(time(n) != time(m));
    }
    const Node& node = trees_[n];
    if (!trees_[node.parent].is_root) {
      before(node.parent, n);
    } else if (trees_[node.parent].creator.valid()) {
      before(trees_[node.parent].creator, n);
    }
  }
}

void IntegerOrder::add_sink() {
  const NodeId sink = scenario_.sink();
  if (!sink.valid()) return;
  for (const NodeId n : all_) {
    if (n != sink) before(n, sink);
  }
}

void IntegerOrder::add_join(NodeId join, const OrderCore* core) {
  const trace::ThreadId thread(static_cast<std::size_t>(trees_[join].other));
  const auto joined = paths_.find(thread);
  const bool has_ended =
      joined != paths_.end() && !joined->second.empty() && trees_[joined->second.back()].kind == OpKind::kExit;
  if (has_ended) {
    before(joined->second.back(), join);
  } else if (core == nullptr || is_in(core->ends, thread)) {
    solver_.add(z3_.bool_val(false));
  }
}

// LC1 and LC2, also for a thread that takes a lock twice. A lock that is not kept is released at some point.
void IntegerOrder::add_exclusion(const Block& a, const Block& b, bool is_kept) {
  if (a.is_shared && b.is_shared) return;
  if (!is_kept && (!a.release.valid() || !b.release.valid())) return;
  z3::expr apart = z3_.bool_val(false);
  if (a.release.valid()) apart = apart || time(a.release) < time(b.acquire);
  if (b.release.valid()) apart = apart || time(b.release) < time(a.acquire);
  solver_.add(apart);
}

// WRC, for interfered and for local reads.
void IntegerOrder::add_coupling(NodeId read, const OrderCore* core) {
  const NodeId interfering = scenario_.interfering(read);
  if (!interfering.valid() && core != nullptr && !is_in(core->reads, read)) return;
  const NodeId source = interfering.valid() ? interfering : trees_[read].local_write;
  if (source.valid()) before(source, read);
  for (const NodeId n : all_) {
    if (!trees_[n].writes || trees_[n].location != trees_[read].location || n == source || n == read) continue;
    solver_.add(source.valid() ? time(n) < time(source) || time(read) < time(n) : time(read) < time(n));
  }
}

}  // namespace heddle::explore::interference
