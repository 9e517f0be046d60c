#include "explore/interference/standstills.h"

#include <algorithm>

#include "base/stop.h"
#include "trace/locks.h"

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

bool can_block(OpKind kind) {
  switch (kind) {
    case OpKind::kLock:
    case OpKind::kJoin:
    case OpKind::kReadLock:
    case OpKind::kWriteLock:
    case OpKind::kSemWait:
    case OpKind::kWake:
    case OpKind::kLeave: return true;
    default: return false;
  }
}

// Is the object in use after it?
bool occupies(OpKind kind) { return takes_lock(kind) || kind == OpKind::kWait || kind == OpKind::kArrive; }

}  // namespace

bool Standstills::Position::holds(trace::LocationId lock) const { return std::ranges::find(held, lock) != held.end(); }

Standstills::Standstills(const ThreadTrees& trees) : trees_(&trees) {
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const NodeId n(i);
    if (trees[n].is_root && trees[n].creator.valid()) root_of_creation_[{trees[n].thread, trees[n].creator}] = n;
  }
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (trees[NodeId(i)].covered) add_position(NodeId(i));
  }
}

// Only if the thread can stay there.
void Standstills::add_position(NodeId n) {
  const Node& node = (*trees_)[n];
  const bool has_ended = !node.is_root && node.kind == OpKind::kExit;
  const Turn* const turn = trees_->turn_to(n);
  const bool stays = has_ended || turn != nullptr;
  if (!stays && (node.children.empty() || !can_block((*trees_)[node.children[0]].kind))) return;
  Position p = position_before(n, stays ? node : (*trees_)[node.children[0]]);
  p.has_ended = has_ended;
  if (turn != nullptr) {
    p.kind = OpKind::kAwait;
    p.place = turn->place;
  }
  somebody_waits_ = somebody_waits_ || (!has_ended && !p.waits_for_thread());
  by_root_[trees_->root_of(n)].push_back(positions_.size());
  positions_.push_back(std::move(p));
}

// A thread at n that would do `next`.
Standstills::Position Standstills::position_before(NodeId n, const Node& next) const {
  Position p{.node = n, .thread = next.thread, .kind = next.kind, .location = next.location, .place = next.place};
  if (next.kind == OpKind::kJoin) p.joined = trace::ThreadId(static_cast<std::size_t>(next.other));
  std::vector<NodeId> path;
  trees_->path_to(n, path);
  for (const NodeId at : path) {
    const Node& step = (*trees_)[at];
    if (step.kind == OpKind::kLock || (step.kind == OpKind::kTryLock && step.outcome != 0)) {
      p.held.push_back(step.location);
    } else if (step.kind == OpKind::kUnlock) {
      std::erase(p.held, step.location);
    } else if (step.kind == OpKind::kCreate) {
      const auto root = root_of_creation_.find({trace::ThreadId(static_cast<std::size_t>(step.other)), at});
      if (root != root_of_creation_.end()) p.created.push_back(root->second);
    }
  }
  return p;
}

std::vector<Standstill> Standstills::find_conflicts() {
  std::map<trace::LocationId, std::vector<Position>> accesses;
  for (std::size_t i = 0; i < trees_->size(); ++i) {
    const Node& node = (*trees_)[NodeId(i)];
    if (!node.covered || node.children.empty()) continue;
    const Node& next = (*trees_)[node.children[0]];
    if (next.location.valid() && !is_synchronisation(next.kind))
      accesses[next.location].push_back(position_before(NodeId(i), next));
  }
  std::vector<Standstill> result;
  for (const auto& [location, all] : accesses) {
    for (auto a = all.begin(); a != all.end(); ++a) {
      for (auto b = a + 1; b != all.end(); ++b) {
        const bool is_read_only = a->kind == OpKind::kRead && b->kind == OpKind::kRead;
        if (is_read_only || excludes(*a, *b) || !may_go_on()) continue;
        add(Goal::Kind::kTogether, {&*a, &*b}, result);
      }
    }
  }
  return result;
}

std::vector<Standstill> Standstills::find_lifetimes() {
  std::map<trace::LocationId, std::vector<NodeId>> uses;
  for (std::size_t i = 0; i < trees_->size(); ++i) {
    const Node& node = (*trees_)[NodeId(i)];
    if (!node.is_root && node.covered && node.location.valid()) uses[node.location].emplace_back(i);
  }
  std::vector<Standstill> result;
  for (const auto& [location, nodes] : uses) {
    for (const NodeId n : nodes) {
      if ((*trees_)[n].kind == OpKind::kDestroy) add_lifetimes(n, nodes, result);
    }
  }
  return result;
}

void Standstills::add_lifetimes(NodeId destroy, const std::vector<NodeId>& uses, std::vector<Standstill>& result) {
  const Node& end = (*trees_)[destroy];
  for (const NodeId n : uses) {
    const Node& use = (*trees_)[n];
    if (use.thread == end.thread || !may_go_on()) continue;
    if (has_joined(destroy, use.thread)) continue;
    add_use(destroy, n, result);
    if (occupies(use.kind)) add_occupied(n, end, result);
  }
}

// Must the thread have ended before n?
bool Standstills::has_joined(NodeId n, trace::ThreadId thread) const {
  for (; !(*trees_)[n].is_root; n = (*trees_)[n].parent) {
    const Node& node = (*trees_)[n];
    if (node.kind == OpKind::kJoin && node.other == static_cast<std::int32_t>(thread.value)) return true;
  }
  return false;
}

// The object has been destroyed, and is used afterwards.
void Standstills::add_use(NodeId destroy, NodeId use, std::vector<Standstill>& result) const {
  Standstill found{{.kind = Goal::Kind::kTogether, .ends = {(*trees_)[use].parent}}, {}};
  found.goal.done = destroy;
  found.goal.next = use;
  found.places = {(*trees_)[destroy].place, (*trees_)[use].place};
  result.push_back(std::move(found));
}

// The object is destroyed while a thread is anywhere after `n`, up to its next operation on the object.
void Standstills::add_occupied(NodeId n, const Node& destroy, std::vector<Standstill>& result) {
  std::vector<NodeId> behind = {n};
  while (!behind.empty() && may_go_on()) {
    const NodeId at = behind.back();
    behind.pop_back();
    Standstill found{{.kind = Goal::Kind::kTogether, .ends = {at, destroy.parent}}, {}};
    found.goal.next = trees_->child(destroy.parent, destroy.outcome);
    found.places = {(*trees_)[n].place, destroy.place};
    result.push_back(std::move(found));
    for (const NodeId child : (*trees_)[at].children) {
      if ((*trees_)[child].covered && (*trees_)[child].location != destroy.location) behind.push_back(child);
    }
  }
}

std::vector<Standstill> Standstills::find_circles() {
  std::vector<Standstill> result;
  std::vector<const Position*> chain;
  for (const Position& p : positions_) {
    if (p.has_ended || !p.waits_for_thread()) continue;
    chain.assign(1, &p);
    find_circles(chain, result);
  }
  return result;
}

std::vector<NodeId> Standstills::first_roots() const {
  std::vector<NodeId> roots;
  for (std::size_t i = 0; i < trees_->size(); ++i) {
    const Node& node = (*trees_)[NodeId(i)];
    if (node.is_root && !node.creator.valid()) roots.emplace_back(i);
  }
  return roots;
}

std::vector<Standstill> Standstills::find_together() {
  std::vector<Standstill> result;
  if (!somebody_waits_) return result;
  std::vector<NodeId> roots = first_roots();
  std::vector<const Position*> chosen;
  find_together(roots, 0, chosen, result);
  return result;
}

bool Standstills::are_many() const {
  double ways = 1;
  for (const NodeId root : first_roots()) ways *= ways_behind(root);
  return somebody_waits_ && ways > kFewWays;
}

// The number of ways to choose a position for a thread and those that it creates.
double Standstills::ways_behind(NodeId root) const {
  double result = 0;
  const auto positions = by_root_.find(root);
  if (positions == by_root_.end()) return result;
  for (const std::size_t i : positions->second) {
    double ways = 1;
    for (const NodeId created : positions_[i].created) ways *= ways_behind(created);
    result += ways;
  }
  return result;
}

bool Standstills::is_in_the_way(const Position& other, const Position& of) {
  return of.kind == OpKind::kJoin ? of.joined == other.thread && !other.has_ended : other.holds(of.location);
}

bool Standstills::excludes(const Position& a, const Position& b) {
  return a.thread == b.thread || std::ranges::any_of(a.held, [&](trace::LocationId lock) { return b.holds(lock); });
}

// Counts a state; false if there were too many.
bool Standstills::may_go_on() {
  base::poll_stop();
  gave_up_ = gave_up_ || ++tuples_ > kMaxTuples;
  return !gave_up_;
}

// All cycles that continue this way; each is found from the position with the smallest number.
void Standstills::find_circles(std::vector<const Position*>& chain, std::vector<Standstill>& result) {
  if (!may_go_on()) return;
  const Position& last = *chain.back();
  if (is_in_the_way(*chain.front(), last)) add(Goal::Kind::kTogether, chain, result);
  for (const Position& p : positions_) {
    if (!is_in_the_way(p, last)) continue;
    if (std::ranges::any_of(chain, [&](const Position* q) { return excludes(*q, p); })) continue;
    if (p.has_ended && chain.size() == 1) {
      add(Goal::Kind::kTogether, {&last, &p}, result);
    } else if (!p.has_ended && p.waits_for_thread() && p.node > chain.front()->node) {
      chain.push_back(&p);
      find_circles(chain, result);
      chain.pop_back();
    }
  }
}

// All ways to choose a position for each thread after the first ones.
void Standstills::find_together(std::vector<NodeId>& roots, std::size_t next, std::vector<const Position*>& chosen,
                                std::vector<Standstill>& result) {
  if (!may_go_on()) return;
  if (next == roots.size()) {
    if (is_stuck(chosen)) add(Goal::Kind::kStandstill, chosen, result);
    return;
  }
  const std::size_t known = roots.size();
  for (const std::size_t i : by_root_[roots[next]]) {
    const Position& p = positions_[i];
    if (std::ranges::any_of(chosen, [&](const Position* q) { return excludes(*q, p); })) continue;
    chosen.push_back(&p);
    roots.insert(roots.end(), p.created.begin(), p.created.end());
    find_together(roots, next + 1, chosen, result);
    roots.resize(known);
    chosen.pop_back();
  }
}

bool Standstills::is_stuck(const std::vector<const Position*>& chosen) {
  bool has_waiting = false;
  for (const Position* p : chosen) {
    if (p->has_ended) continue;
    const auto is_in_its_way = [&](const Position* other) { return is_in_the_way(*other, *p); };
    if (!p->waits_for_thread()) {
      has_waiting = true;
    } else if (std::ranges::none_of(chosen, is_in_its_way)) {
      return false;
    }
  }
  return has_waiting;
}

void Standstills::add(Goal::Kind kind, const std::vector<const Position*>& positions, std::vector<Standstill>& result) {
  Standstill found{{kind, {}}, {}};
  for (const Position* p : positions) {
    found.goal.ends.push_back(p->node);
    const bool counts = !p->has_ended && (kind == Goal::Kind::kTogether || !p->waits_for_thread());
    if (counts) found.places.push_back(p->place);
  }
  std::ranges::sort(found.places);
  const auto duplicates = std::ranges::unique(found.places);
  found.places.erase(duplicates.begin(), duplicates.end());
  result.push_back(std::move(found));
}

}  // namespace heddle::explore::interference
