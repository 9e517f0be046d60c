#include "explore/interference/exploration.h"

#include <algorithm>

#include "base/stop.h"

namespace heddle::explore::interference {

using trace::OpKind;

namespace {

// Does its result depend on what others hold, wait for or have left?
bool watches(OpKind kind) {
  switch (kind) {
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kWait:
    case OpKind::kWake:
    case OpKind::kSignal:
    case OpKind::kBroadcast:
    case OpKind::kSemWait:
    case OpKind::kSemPost: return false;
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kAwait:
    case OpKind::kAwaitRmw:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kTimedWake:
    case OpKind::kSemTryWait:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kLook:
    case OpKind::kChange:
    case OpKind::kArrive:
    case OpKind::kLeave:
    case OpKind::kChoose:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: return true;
  }
  return true;
}

// May a thread do this on its way to an operation that helps? Not take a lock: unlocking it would then not help.
bool may_be_passed(const Node& node) {
  switch (node.kind) {
    case OpKind::kWait:
    case OpKind::kWake:
    case OpKind::kLeave:
    case OpKind::kSemWait:
    case OpKind::kSemTryWait: return true;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock: return node.outcome == 0;
    default: return false;
  }
}

}  // namespace

void Exploration::add_sink(NodeId sink, bool urgent) {
  goal_of_[sink.value] = add_goal({Goal::Kind::kSink, {sink}}, urgent);
}

GoalId Exploration::add_goal(const Goal& goal, bool urgent) {
  const ScenarioId first = scenarios_->start(goal);
  if (!first.valid()) return GoalId::none();
  open_.push_back(true);
  urgent_.push_back(urgent);
  push(first);
  return scenarios_->goal_of(first);
}

void Exploration::close(GoalId goal) { open_[goal.index()] = false; }

void Exploration::close(NodeId sink) {
  if (const auto found = goal_of_.find(sink.value); found != goal_of_.end()) close(found->second);
}

void Exploration::push(ScenarioId candidate) {
  if (!candidate.valid()) return;
  const GoalId goal = scenarios_->goal_of(candidate);
  const std::uint32_t degree = scenarios_->degree_of(candidate);
  if (degree > bound_) {
    left_out_.push_back(goal);
    return;
  }
  enqueue(candidate);
}

void Exploration::enqueue(ScenarioId candidate) {
  const std::uint32_t degree = scenarios_->degree_of(candidate) + still_needed(candidate);
  queue_.emplace(degree, !urgent_[scenarios_->goal_of(candidate).index()], UINT32_MAX - candidate.value);
}

// Joined threads that have to be interfered and are not yet.
std::uint32_t Exploration::still_needed(ScenarioId candidate) {
  if (interfered_ends_.empty()) return 0;
  scenarios_->unfold(candidate, scratch_);
  joined_.clear();
  for (const Leaf& leaf : scratch_.leaves) {
    for (NodeId n = leaf.node; !(*trees_)[n].is_root; n = (*trees_)[n].parent) {
      const Node& node = (*trees_)[n];
      if (node.kind == OpKind::kJoin) joined_.emplace_back(static_cast<std::size_t>(node.other));
    }
  }
  std::ranges::sort(joined_);
  const auto duplicates = std::ranges::unique(joined_);
  joined_.erase(duplicates.begin(), duplicates.end());
  return static_cast<std::uint32_t>(
      std::ranges::count_if(joined_, [this](trace::ThreadId t) { return needs_interference(scratch_, t); }));
}

bool Exploration::needs_interference(const Scenario& scenario, trace::ThreadId joined) const {
  const auto is_of_thread = [&](const Interference& i) { return (*trees_)[i.read].thread == joined; };
  if (std::ranges::any_of(scenario.interferences, is_of_thread)) return false;
  const NodeId leaf = scenario.leaf_of(joined);
  if (leaf.valid() && (*trees_)[leaf].kind == OpKind::kExit) return interfered_ends_.contains(leaf);
  return !ends_alone_.contains(joined) && !trees_->ends_of(joined).empty();
}

void Exploration::add_end(NodeId n, bool is_interfered) {
  if (is_interfered) {
    interfered_ends_.insert(n);
    return;
  }
  if (!ends_alone_.insert((*trees_)[n].thread).second) return;
  // What was certain is not any more.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> old;
  std::swap(old, queue_);
  for (; !old.empty(); old.pop()) enqueue(ScenarioId(UINT32_MAX - std::get<2>(old.top())));
}

ScenarioId Exploration::pop() {
  while (!queue_.empty()) {
    const ScenarioId candidate(UINT32_MAX - std::get<2>(queue_.top()));
    queue_.pop();
    if (is_open(scenarios_->goal_of(candidate))) return candidate;
  }
  return ScenarioId::none();
}

bool Exploration::has_left_out() const {
  return std::ranges::any_of(left_out_, [this](GoalId goal) { return is_open(goal); });
}

std::vector<NodeId> Exploration::left_out_sinks() const {
  std::vector<NodeId> result;
  for (const GoalId id : left_out_) {
    const Goal& goal = scenarios_->goal(id);
    if (is_open(id) && goal.kind == Goal::Kind::kSink) result.push_back(goal.ends[0]);
  }
  return result;
}

void Exploration::extend(ScenarioId candidate, const std::vector<NodeId>& reads, const OrderCore& core) {
  const NodeId unwritten = scenarios_->goal(scenarios_->goal_of(candidate)).unwritten;
  for (const NodeId read : reads) {
    if (read == unwritten) continue;
    const trace::LocationId location = (*trees_)[read].location;
    at_reads_[location.value].push_back({candidate, read});
    for (const NodeId n : trees_->at(location)) interfere({candidate, read}, n);
  }
  for (const trace::LocationId object : core.objects) {
    at_objects_[object.value].push_back(candidate);
    for (const NodeId n : trees_->at(object)) happen_at_object(candidate, n);
  }
  for (const trace::ThreadId thread : core.ends) {
    at_ends_[thread.value].push_back(candidate);
    for (const NodeId n : trees_->ends_of(thread)) happen_at_end(candidate, n);
  }
}

void Exploration::add_node(NodeId n) {
  const Node& node = (*trees_)[n];
  const auto is_closed = [this](ScenarioId c) { return !is_open(scenarios_->goal_of(c)); };
  if (node.writes) {
    std::vector<AtRead>& waiting = at_reads_[node.location.value];
    std::erase_if(waiting, [&](const AtRead& at) { return is_closed(at.candidate); });
    for (const AtRead& at : waiting) interfere(at, n);
  } else if (is_synchronisation(node.kind)) {
    std::vector<ScenarioId>& waiting = at_objects_[node.location.value];
    std::erase_if(waiting, is_closed);
    for (const ScenarioId c : waiting) happen_at_object(c, n);
  } else if (node.kind == OpKind::kExit) {
    std::vector<ScenarioId>& waiting = at_ends_[node.thread.value];
    std::erase_if(waiting, is_closed);
    for (const ScenarioId c : waiting) happen_at_end(c, n);
  }
}

void Exploration::interfere(const AtRead& at, NodeId write) {
  base::poll_stop();
  if ((*trees_)[write].thread != (*trees_)[at.read].thread) push(scenarios_->extend(at.candidate, write, at.read));
}

// One more operation of a thread on the object: the next one that can help.
void Exploration::happen_at_object(ScenarioId candidate, NodeId n) {
  scenarios_->unfold(candidate, scratch_);
  if (!helps(scratch_, n)) return;
  const NodeId leaf = scratch_.leaf_of((*trees_)[n].thread);
  if (leaf.valid() && (leaf == n || !trees_->is_ancestor(leaf, n))) return;
  NodeId previous = (*trees_)[n].previous;
  const auto is_behind = [&](NodeId m) { return !leaf.valid() || !trees_->is_ancestor(m, leaf); };
  while (previous.valid() && is_behind(previous) && may_be_passed((*trees_)[previous]) && !helps(scratch_, previous)) {
    previous = (*trees_)[previous].previous;
  }
  if (!previous.valid() || !is_behind(previous)) push(scenarios_->extend(candidate, n, NodeId::none()));
}

// Can it enable an operation on the object that is not possible now? A lock can only be in the way until its holder
// unlocks it; a waiting thread needs a signal, or a post, not other waiting threads. Unless an outcome depends on what
// is held, waited for or left.
bool Exploration::helps(const Scenario& scenario, NodeId n) const {
  const Node& node = (*trees_)[n];
  switch (node.kind) {
    case OpKind::kWake:
    case OpKind::kLeave: return false;
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kReadLock:
    case OpKind::kTryReadLock:
    case OpKind::kWriteLock:
    case OpKind::kTryWriteLock:
    case OpKind::kSemWait:
    case OpKind::kSemTryWait: return is_watched(scenario, node.location);
    // A signal may choose it instead of a thread that is to stay.
    case OpKind::kWait: return scenario.goal->kind == Goal::Kind::kStuck || is_watched(scenario, node.location);
    default: return true;
  }
}

bool Exploration::is_watched(const Scenario& scenario, trace::LocationId object) const {
  for (const Leaf& leaf : scenario.leaves) {
    for (NodeId n = leaf.node; !(*trees_)[n].is_root; n = (*trees_)[n].parent) {
      const Node& node = (*trees_)[n];
      if (node.location == object && watches(node.kind)) return true;
    }
  }
  return false;
}

void Exploration::happen_at_end(ScenarioId candidate, NodeId n) {
  push(scenarios_->extend(candidate, n, NodeId::none()));
}

}  // namespace heddle::explore::interference
