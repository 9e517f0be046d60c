#include "explore/interference/unfollowed.h"

#include <algorithm>
#include <set>
#include <utility>

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

bool reads_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kRmw || kind == OpKind::kAdd || kind == OpKind::kExchange ||
         kind == OpKind::kCas;
}

bool may_interfere(const ThreadTrees& trees, NodeId write, NodeId read) {
  return trees[write].thread != trees[read].thread && !is_before_creation(trees, write, read) &&
         !is_before_creation(trees, read, write);
}

bool has_other_writer(const ThreadTrees& trees, NodeId read) {
  return std::ranges::any_of(trees.at(trees[read].location),
                             [&](NodeId n) { return trees[n].writes && may_interfere(trees, n, read); });
}

// Which thread created which.
std::set<std::pair<trace::ThreadId, std::int32_t>> creations(const ThreadTrees& trees) {
  std::set<std::pair<trace::ThreadId, std::int32_t>> result;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Node& node = trees[NodeId(i)];
    if (!node.is_root && node.kind == OpKind::kCreate) result.emplace(node.thread, node.other);
  }
  return result;
}

}  // namespace

bool is_before_creation(const ThreadTrees& trees, NodeId n, NodeId other) {
  for (NodeId creator = trees[trees.root_of(other)].creator; creator.valid();
       creator = trees[trees.root_of(creator)].creator) {
    if (trees[creator].thread == trees[n].thread) return trees.is_ancestor(n, creator);
  }
  return false;
}

std::vector<Unfollowed> find_unfollowed(const ThreadTrees& trees) {
  std::set<Unfollowed> found;
  const std::set<std::pair<trace::ThreadId, std::int32_t>> created = creations(trees);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const NodeId n(i);
    const Node& node = trees[n];
    if (node.is_root || !node.covered) continue;
    if (reads_memory(node.kind) && !node.reads() && has_other_writer(trees, n)) {
      found.insert({"a read of memory that is too large for a variable", node.place});
    } else if (node.kind == OpKind::kChange) {
      found.insert({"files and pipes that threads use at the same time", node.place});
    } else if (node.kind == OpKind::kJoin && !created.contains({node.thread, node.other})) {
      found.insert({"a thread that another one joins than has created it", node.place});
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace heddle::explore::interference
