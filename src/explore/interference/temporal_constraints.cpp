#include "explore/interference/temporal_constraints.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/check.h"
#include "base/stop.h"
#include "trace/semantics.h"

namespace heddle::explore::interference {

using trace::Effect;
using trace::OpKind;
using trace::ThreadId;

namespace {

template <class T>
void add_once(std::vector<T>& to, const T& what) {
  if (std::ranges::find(to, what) == to.end()) to.push_back(what);
}

trace::Operation operation_of(const Node& node) {
  trace::Operation op;
  op.kind = node.kind;
  op.thread = node.thread;
  op.location = node.location;
  op.operand = node.operand;
  op.choice = node.other;
  return op;
}

// Does such an outcome depend on the lock being held by somebody?
bool watches(const Node& node) {
  switch (node.kind) {
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kInspect:
    case OpKind::kDestroy: return true;
    default: return false;
  }
}

}  // namespace

void OrderCore::clear() {
  reads.clear();
  objects.clear();
  ends.clear();
}

Verdict TemporalConstraints::solve(const Scenario& scenario) {
  start(scenario);
  max_states_ = kMaxStates;
  if (has_order()) {
    finish();
    return Verdict::kRealizable;
  }
  return gave_up_ ? Verdict::kUnknown : Verdict::kNotRealizable;
}

bool TemporalConstraints::has_order() {
  taken_.clear();
  failed_.clear();
  core_.clear();
  states_ = 0;
  gave_up_ = false;
  return search(first_state());
}

TemporalConstraints::State TemporalConstraints::first_state() const {
  State state;
  state.position.assign(threads_.size(), 0);
  state.woken.assign(threads_.size(), false);
  state.done.assign(items_.size(), false);
  state.left = static_cast<std::uint32_t>(items_.size());
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    state.version.push_back(c);  // version c is the initial value of cell c
    state.object.push_back(executor_->initial_state(cells_[c]));
  }
  state.readers.assign(versions_, 0);
  for (const Item& item : items_) {
    if (item.source != kNothing) ++state.readers[item.source];
  }
  return state;
}

// If there is no order even if a local read may get anything, the contradiction is elsewhere. Reads with many writers
// are left out first: they are the worst to extend.
void TemporalConstraints::shrink_core() {
  if (gave_up_ || core_.size() < 2) return;
  max_states_ = std::min(kMaxStates, 4 * states_ + 100);
  candidates_ = core_.reads;
  std::ranges::sort(candidates_, std::greater(),
                    [this](NodeId read) { return std::pair(trees_->at((*trees_)[read].location).size(), read); });
  for (const NodeId read : candidates_) {
    if (std::ranges::find(core_.reads, read) != core_.reads.end()) try_without(read);
  }
}

void TemporalConstraints::try_without(NodeId read) {
  smaller_ = core_;
  Item& item = *std::ranges::find(items_, read, &Item::node);
  const std::uint32_t source = item.source;
  item.source = kNothing;
  item.is_local = false;
  if (!has_order() && !gave_up_) return;
  item.source = source;
  item.is_local = true;
  core_ = smaller_;
  gave_up_ = false;
}

void TemporalConstraints::start(const Scenario& scenario) {
  goal_ = scenario.goal;
  sink_ = scenario.sink();
  items_.clear();
  threads_.clear();
  cells_.clear();
  is_watched_.clear();
  for (const Leaf& leaf : scenario.leaves) add_thread(leaf);
  connect(scenario);
}

void TemporalConstraints::add_thread(const Leaf& leaf) {
  const auto thread = static_cast<std::uint32_t>(threads_.size());
  threads_.push_back({leaf.thread, leaf.node, {}, kNothing});
  trees_->path_to(leaf.node, path_);
  for (const NodeId n : path_) add_item(thread, n);
}

void TemporalConstraints::add_item(std::uint32_t thread, NodeId n) {
  const Node& node = (*trees_)[n];
  Item item;
  item.node = n;
  item.thread = thread;
  item.operation = operation_of(node);
  if (node.location.valid()) {
    item.cell = cell_of(node.location);
    if (watches(node)) is_watched_[item.cell] = true;
  }
  threads_[thread].items.push_back(static_cast<std::uint32_t>(items_.size()));
  items_.push_back(item);
}

std::uint32_t TemporalConstraints::cell_of(trace::LocationId location) {
  const auto found = std::ranges::find(cells_, location);
  if (found != cells_.end()) return static_cast<std::uint32_t>(found - cells_.begin());
  cells_.push_back(location);
  is_watched_.push_back(false);
  return static_cast<std::uint32_t>(cells_.size() - 1);
}

std::uint32_t TemporalConstraints::thread_of(ThreadId id) const {
  const auto found = std::ranges::find(threads_, id, &Thread::id);
  return found == threads_.end() ? kNothing : static_cast<std::uint32_t>(found - threads_.begin());
}

// Who creates whom, and which version each read gets.
void TemporalConstraints::connect(const Scenario& scenario) {
  versions_ = static_cast<std::uint32_t>(cells_.size());
  for (Item& item : items_) {
    const Node& node = (*trees_)[item.node];
    if (node.writes) item.version = versions_++;
    if (node.kind != OpKind::kCreate) continue;
    const std::uint32_t created = thread_of(ThreadId(static_cast<std::size_t>(node.other)));
    if (created != kNothing) threads_[created].creation = static_cast<std::uint32_t>(&item - items_.data());
  }
  for (Item& item : items_) {
    const Node& node = (*trees_)[item.node];
    if (!node.reads()) continue;
    const NodeId interfering = scenario.interfering(item.node);
    const NodeId source = interfering.valid() ? interfering : node.local_write;
    item.is_local = !interfering.valid();
    item.source = item.cell;
    if (!source.valid()) continue;
    const auto found = std::ranges::find(items_, source, &Item::node);
    CHECK(found != items_.end());
    item.source = found->version;
  }
}

// Finds an order of what is left.
bool TemporalConstraints::search(State state) {
  base::poll_stop();
  if (gave_up_ || ++states_ > max_states_) {
    gave_up_ = true;
    return false;
  }
  const std::size_t before = taken_.size();
  run_safe(state);
  if (state.left == 0 && is_goal(state)) return true;
  if (!failed_.insert(identity_of(state)).second) {
    taken_.resize(before);
    return false;
  }
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    std::uint32_t next = 0;
    if (!is_next(state, t, next) || !is_enabled(state, items_[next])) continue;
    const Item& item = items_[next];
    if (item.operation.kind != OpKind::kSignal) {
      if (try_item(state, next, item.operation.choice)) return true;
      continue;
    }
    const std::int64_t waiting = state.object[item.cell];
    for (std::int64_t n = 0; n < trace::outcomes(item.operation, waiting); ++n) {
      if (try_item(state, next, trace::outcome(item.operation, waiting, n))) return true;
    }
  }
  taken_.resize(before);
  return false;
}

bool TemporalConstraints::try_item(const State& state, std::uint32_t item, std::int32_t choice) {
  const std::size_t before = taken_.size();
  State next = state;
  take(next, item, choice);
  if (search(std::move(next))) return true;
  taken_.resize(before);
  return false;
}

void TemporalConstraints::run_safe(State& state) {
  for (bool has_moved = true; has_moved;) {
    has_moved = false;
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      for (std::uint32_t next = 0;
           is_next(state, t, next) && is_safe(items_[next]) && is_enabled(state, items_[next]);) {
        take(state, next, items_[next].operation.choice);
        has_moved = true;
      }
    }
  }
}

// Can it happen at once, whatever comes?
bool TemporalConstraints::is_safe(const Item& item) const {
  switch (item.operation.kind) {
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kBranch:
    case OpKind::kChoose:
    case OpKind::kWake:
    case OpKind::kLeave: return true;
    case OpKind::kCas: return item.version == kNothing;
    case OpKind::kUnlock: return !is_watched_[item.cell];
    default: return false;
  }
}

// The next event of the thread, if it exists yet and is not over; the sink is next only when all else is done.
bool TemporalConstraints::is_next(const State& state, std::uint32_t thread, std::uint32_t& item) const {
  const Thread& th = threads_[thread];
  if (state.position[thread] == th.items.size()) return false;
  if (th.creation != kNothing && !state.done[th.creation]) return false;
  item = th.items[state.position[thread]];
  return items_[item].node != sink_ || state.left == 1;
}

bool TemporalConstraints::is_enabled(const State& state, const Item& item) {
  const Node& node = (*trees_)[item.node];
  if (node.kind == OpKind::kJoin) {
    const std::uint32_t joined = thread_of(ThreadId(static_cast<std::size_t>(node.other)));
    const bool has_ended = joined != kNothing && !threads_[joined].items.empty() &&
                           state.position[joined] == threads_[joined].items.size() &&
                           (*trees_)[items_[threads_[joined].items.back()].node].kind == OpKind::kExit;
    if (!has_ended) add_once(core_.ends, ThreadId(static_cast<std::size_t>(node.other)));
    return has_ended;
  }
  if (item.cell == kNothing) return true;
  if (!is_synchronisation(node.kind)) return is_memory_enabled(state, item);
  const bool is_possible = is_object_enabled(state, item);
  if (!is_possible) add_once(core_.objects, node.location);
  return is_possible;
}

bool TemporalConstraints::is_memory_enabled(const State& state, const Item& item) {
  const std::uint32_t now = state.version[item.cell];
  if (item.source != kNothing && item.source != now) return false;
  if (item.version == kNothing) return true;
  const std::uint32_t others = state.readers[now] - (item.source == now ? 1 : 0);
  if (others != 0) blame_readers(state, now);
  return others == 0;
}

bool TemporalConstraints::is_object_enabled(const State& state, const Item& item) {
  const Node& node = (*trees_)[item.node];
  const std::int64_t now = state.object[item.cell];
  if (node.kind == OpKind::kWake || node.kind == OpKind::kLeave) return state.woken[item.thread];
  if (!trace::enabled_at(item.operation, now)) return false;
  if (!has_outcomes(node.kind) || node.outcome == kAnyOutcome) return true;
  trace::Operation done = item.operation;
  done.effect = trace::effect_at(done, now);
  done.before = now;
  done.value = done.effect == Effect::kModify ? trace::state_after(done, now) : now;
  if (node.outcome != kOtherOutcome) return outcome_of(done) == node.outcome;
  return !trees_->child(node.parent, outcome_of(done)).valid();
}

bool TemporalConstraints::is_goal(const State& state) {
  if (goal_->kind != Goal::Kind::kStandstill) return true;
  for (std::uint32_t t = 0; t < threads_.size(); ++t) {
    if (!can_go_on(state, t)) continue;
    // Another order might do, which other interferences allow.
    for (const Item& item : items_) {
      if (item.is_local) add_once(core_.reads, item.node);
    }
    return false;
  }
  return true;
}

bool TemporalConstraints::can_go_on(const State& state, std::uint32_t thread) {
  const Node& leaf = (*trees_)[threads_[thread].leaf];
  if (leaf.children.empty()) return false;
  const Node& next = (*trees_)[leaf.children[0]];
  switch (next.kind) {
    case OpKind::kWake:
    case OpKind::kLeave: return state.woken[thread];
    case OpKind::kJoin: {
      const std::uint32_t joined = thread_of(ThreadId(static_cast<std::size_t>(next.other)));
      if (joined == kNothing) return false;
      const Node& end = (*trees_)[threads_[joined].leaf];
      return !end.is_root && end.kind == OpKind::kExit;
    }
    default: {
      const auto cell = std::ranges::find(cells_, next.location);
      const std::int64_t now = cell == cells_.end() ? executor_->initial_state(next.location)
                                                    : state.object[static_cast<std::size_t>(cell - cells_.begin())];
      return trace::enabled_at(operation_of(next), now);
    }
  }
}

// A local read that still needs the version keeps a write from happening.
void TemporalConstraints::blame_readers(const State& state, std::uint32_t version) {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].source == version && items_[i].is_local && !state.done[i]) add_once(core_.reads, items_[i].node);
  }
}

void TemporalConstraints::take(State& state, std::uint32_t index, std::int32_t choice) {
  const Item& item = items_[index];
  taken_.push_back({index, choice});
  state.done[index] = true;
  ++state.position[item.thread];
  --state.left;
  if (item.cell == kNothing) return;
  if (item.source != kNothing) --state.readers[item.source];
  if (item.version != kNothing) state.version[item.cell] = item.version;
  if (!is_synchronisation(item.operation.kind)) return;
  if (trace::takes_wakeup(item.operation.kind)) state.woken[item.thread] = false;
  std::int64_t& object = state.object[item.cell];
  trace::Operation op = item.operation;
  op.choice = choice;
  op.before = object;
  op.effect = trace::effect_at(op, object);
  if (op.effect != Effect::kModify) return;
  op.value = object = trace::state_after(op, object);
  for (const ThreadId woken : trace::woken_by(op)) {
    const std::uint32_t t = thread_of(woken);
    if (t != kNothing) state.woken[t] = true;
  }
}

base::Hash128 TemporalConstraints::identity_of(const State& state) const {
  base::Hash128 result;
  for (const std::uint32_t p : state.position) result.add(p);
  for (const std::uint32_t v : state.version) result.add(v);
  for (const std::int64_t o : state.object) result.add(static_cast<std::uint64_t>(o));
  for (const bool w : state.woken) result.add(w ? 1 : 0);
  return result;
}

void TemporalConstraints::finish() {
  schedule_.clear();
  order_.clear();
  for (const Taken& t : taken_) {
    const Item& item = items_[t.item];
    const Node& node = (*trees_)[item.node];
    order_.push_back(item.node);
    if (!trace::is_step(item.operation)) continue;
    std::int32_t choice = t.choice;
    if (node.kind == OpKind::kBranch || node.kind == OpKind::kChoose) {
      const bool is_open = node.outcome == kAnyOutcome || node.outcome == kOtherOutcome;
      choice = is_open ? trace::kNoChoice : static_cast<std::int32_t>(node.outcome);
    }
    schedule_.push_back({node.thread, choice});
  }
}

}  // namespace heddle::explore::interference
