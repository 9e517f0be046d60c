#include "slice/inclusion.h"

#include <numeric>

namespace heddle::slice {

void InclusionSolver::solve() {
  take_new_constraints();
  while (!worklist_.empty()) {
    const Node node = worklist_.back();
    worklist_.pop_back();
    waiting_[node] = false;
    if (find(node) == node) visit(node);
  }
}

void InclusionSolver::take_new_constraints() {
  const std::size_t old = representative_.size();
  representative_.resize(system_.nodes);
  std::iota(representative_.begin() + static_cast<std::ptrdiff_t>(old), representative_.end(), static_cast<Node>(old));
  sets_.resize(system_.nodes);
  done_.resize(system_.nodes);
  successors_.resize(system_.nodes);
  loads_.resize(system_.nodes);
  stores_.resize(system_.nodes);
  waiting_.resize(system_.nodes);
  for (; taken_.elements < system_.elements.size(); ++taken_.elements) {
    const auto [to, from] = system_.elements[taken_.elements];
    sets_[find(to)].set(from);
    push(find(to));
  }
  for (; taken_.copies < system_.copies.size(); ++taken_.copies) {
    add_copy(system_.copies[taken_.copies].to, system_.copies[taken_.copies].from);
  }
  // What has passed through a node is processed again for the new constraints.
  for (; taken_.loads < system_.loads.size(); ++taken_.loads) {
    const Node pointer = find(system_.loads[taken_.loads].from);
    loads_[pointer].push_back(system_.loads[taken_.loads].to);
    done_[pointer].clear();
    push(pointer);
  }
  for (; taken_.stores < system_.stores.size(); ++taken_.stores) {
    const Node pointer = find(system_.stores[taken_.stores].to);
    stores_[pointer].push_back(system_.stores[taken_.stores].from);
    done_[pointer].clear();
    push(pointer);
  }
}

void InclusionSolver::visit(Node node) {
  Set fresh = sets_[node];
  fresh.intersectWithComplement(done_[node]);
  if (fresh.empty()) return;
  done_[node] |= fresh;
  // A copy may merge two nodes: then the remaining one is on the worklist, with all of this still to do.
  const std::vector<Node> loads = loads_[node];
  const std::vector<Node> stores = stores_[node];
  for (const Node object : fresh) {
    for (const Node to : loads) add_copy(to, object);
    for (const Node from : stores) add_copy(object, from);
  }
  const Set successors = successors_[node];
  for (const Node raw : successors) {
    const Node to = find(raw);
    const Node from = find(node);
    if (to == from) continue;
    const bool grown = sets_[to] |= fresh;
    if (grown) {
      push(to);
    } else if (sets_[to] == sets_[from] && looked_for_cycles_.test_and_set(from)) {
      collapse_cycle(from, to);
    }
  }
}

void InclusionSolver::add_copy(Node to, Node from) {
  to = find(to);
  from = find(from);
  if (to == from || !successors_[from].test_and_set(to)) return;
  const bool grown = sets_[to] |= sets_[from];
  if (grown) push(to);
}

void InclusionSolver::push(Node node) {
  if (waiting_[node]) return;
  waiting_[node] = true;
  worklist_.push_back(node);
}

InclusionSolver::Node InclusionSolver::find(Node node) const {
  while (representative_[node] != node) {
    representative_[node] = representative_[representative_[node]];
    node = representative_[node];
  }
  return node;
}

void InclusionSolver::merge(Node into, Node other) {
  representative_[other] = into;
  sets_[into] |= sets_[other];
  done_[into] &= done_[other];
  successors_[into] |= successors_[other];
  loads_[into].insert(loads_[into].end(), loads_[other].begin(), loads_[other].end());
  stores_[into].insert(stores_[into].end(), stores_[other].begin(), stores_[other].end());
  sets_[other].clear();
  done_[other].clear();
  successors_[other].clear();
  push(into);
}

// If copies lead from `to` back to `from`, everything on the path that was found is one node (lazy cycle detection:
// Hardekopf and Lin, PLDI 2007).
void InclusionSolver::collapse_cycle(Node from, Node to) {
  std::vector<std::pair<Node, std::vector<Node>>> path;
  Set seen;
  const auto enter = [&](Node node) {
    seen.set(node);
    std::vector<Node> next;
    for (const Node raw : successors_[node]) next.push_back(find(raw));
    path.emplace_back(node, std::move(next));
  };
  enter(to);
  while (!path.empty() && path.back().first != from) {
    std::vector<Node>& next = path.back().second;
    if (next.empty()) {
      path.pop_back();
      continue;
    }
    const Node node = next.back();
    next.pop_back();
    if (!seen.test(node)) enter(node);
  }
  for (const auto& [node, rest] : path) {
    if (node != from) merge(from, node);
  }
}

std::vector<std::set<Inclusions::Node>> solve_naively(const Inclusions& system) {
  std::vector<std::set<Inclusions::Node>> sets(system.nodes);
  bool changed = true;
  const auto add = [&](Inclusions::Node to, std::set<Inclusions::Node> from) {
    for (const Inclusions::Node node : from) changed |= sets[to].insert(node).second;
  };
  while (changed) {
    changed = false;
    for (const auto& [to, from] : system.elements) add(to, {from});
    for (const auto& [to, from] : system.copies) add(to, sets[from]);
    for (const auto& [to, from] : system.loads) {
      for (const Inclusions::Node object : std::set(sets[from])) add(to, sets[object]);
    }
    for (const auto& [to, from] : system.stores) {
      for (const Inclusions::Node object : std::set(sets[to])) add(object, sets[from]);
    }
  }
  return sets;
}

}  // namespace heddle::slice
