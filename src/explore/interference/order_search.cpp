#include "explore/interference/order_search.h"

#include <algorithm>
#include <utility>

#include "base/stop.h"
#include "trace/semantics.h"

namespace heddle::explore::interference {

using trace::Effect;
using trace::OpKind;
using trace::ThreadId;

namespace {

trace::Operation operation_of(const Node& node) {
  trace::Operation op;
  op.kind = node.kind;
  op.thread = node.thread;
  op.location = node.location;
  op.operand = node.operand;
  op.choice = node.other;
  return op;
}

ThreadId other_of(const Node& node) { return ThreadId(static_cast<std::size_t>(node.other)); }

// Does such an outcome depend on the lock being held?
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

Verdict OrderSearch::solve(const ScenarioEvents& events, std::uint64_t max_states) {
  events_ = &events;
  taken_.clear();
  failed_.clear();
  core_.clear();
  states_ = 0;
  max_states_ = max_states;
  gave_up_ = false;
  find_watched();
  if (search(first_state())) return Verdict::kRealizable;
  return gave_up_ ? Verdict::kUnknown : Verdict::kNotRealizable;
}

void OrderSearch::find_watched() {
  is_watched_.assign(events_->cells().size(), false);
  for (std::uint32_t e = 0; e < events_->number_of_events(); ++e) {
    if ((*events_)[e].cell != kNothing && watches(events_->node(e))) is_watched_[(*events_)[e].cell] = true;
  }
}

OrderSearch::State OrderSearch::first_state() const {
  const std::uint32_t events = events_->number_of_events();
  State state;
  for (const ScenarioEvents::Thread& t : events_->threads()) state.position.push_back(t.begin);
  state.woken.assign(events_->threads().size(), false);
  state.left = events;
  for (std::uint32_t c = 0; c < events_->cells().size(); ++c) {
    state.version.push_back(events + c);
    state.object.push_back(executor_->initial_state(events_->cells()[c]));
  }
  state.readers.assign(events + events_->cells().size(), 0);
  for (std::uint32_t e = 0; e < events; ++e) {
    if ((*events_)[e].source != kNothing) ++state.readers[(*events_)[e].source];
  }
  return state;
}

// Finds an order of the remaining events.
bool OrderSearch::search(State state) {
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
  for (std::uint32_t t = 0; t < events_->threads().size(); ++t) {
    std::uint32_t next = 0;
    if (!is_next(state, t, next) || !is_enabled(state, next)) continue;
    const trace::Operation op = operation_of(events_->node(next));
    if (op.kind != OpKind::kSignal) {
      if (try_event(state, next, op.choice)) return true;
      continue;
    }
    const std::int64_t waiting = state.object[(*events_)[next].cell];
    for (std::int64_t n = 0; n < trace::outcomes(op, waiting); ++n) {
      if (try_event(state, next, trace::outcome(op, waiting, n))) return true;
    }
  }
  taken_.resize(before);
  return false;
}

bool OrderSearch::try_event(const State& state, std::uint32_t e, std::int32_t choice) {
  const std::size_t before = taken_.size();
  State next = state;
  take(next, e, choice);
  if (search(std::move(next))) return true;
  taken_.resize(before);
  return false;
}

void OrderSearch::run_safe(State& state) {
  for (bool has_moved = true; has_moved;) {
    has_moved = false;
    for (std::uint32_t t = 0; t < events_->threads().size(); ++t) {
      for (std::uint32_t next = 0; is_next(state, t, next) && is_safe(next) && is_enabled(state, next);) {
        take(state, next, events_->node(next).other);
        has_moved = true;
      }
    }
  }
}

// Can it happen immediately, whatever follows?
bool OrderSearch::is_safe(std::uint32_t e) const {
  switch (events_->node(e).kind) {
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kRead:
    case OpKind::kBranch:
    case OpKind::kChoose:
    case OpKind::kWake:
    case OpKind::kLeave: return true;
    case OpKind::kCas: return !(*events_)[e].writes;
    case OpKind::kUnlock: return !is_watched_[(*events_)[e].cell];
    default: return false;
  }
}

bool OrderSearch::is_done(const State& state, std::uint32_t e) const {
  return e < state.position[(*events_)[e].thread];
}

// The next event of the thread, if the thread exists and has not ended; the sink is next only when everything else is
// done.
bool OrderSearch::is_next(const State& state, std::uint32_t thread, std::uint32_t& e) const {
  const ScenarioEvents::Thread& th = events_->threads()[thread];
  if (state.position[thread] == th.end) return false;
  if (th.creation != kNothing && !is_done(state, th.creation)) return false;
  e = state.position[thread];
  if (e >= th.turn && state.left > events_->events_of_turns()) return false;
  return e != events_->sink() || state.left == 1;
}

bool OrderSearch::is_enabled(const State& state, std::uint32_t e) {
  const Node& node = events_->node(e);
  if (node.kind == OpKind::kJoin) {
    const std::uint32_t joined = events_->thread_of(other_of(node));
    const bool can_end = joined != kNothing && events_->ends(joined);
    if (!can_end && events_->ignores_ends()) return true;
    const bool has_ended = can_end && state.position[joined] == events_->threads()[joined].end;
    if (!has_ended) core_.add_end(other_of(node));
    return has_ended;
  }
  if ((*events_)[e].cell == kNothing) return true;
  if (!is_synchronisation(node.kind)) return is_memory_enabled(state, e);
  const bool is_possible = is_object_enabled(state, e);
  if (!is_possible) core_.add_object(node.location);
  return is_possible;
}

bool OrderSearch::is_memory_enabled(const State& state, std::uint32_t e) {
  const ScenarioEvents::Event& event = (*events_)[e];
  const std::uint32_t now = state.version[event.cell];
  if (event.source != kNothing && event.source != now) return false;
  if (!event.writes) return true;
  const std::uint32_t others = state.readers[now] - (event.source == now ? 1 : 0);
  if (others != 0) blame_readers(state, now);
  return others == 0;
}

bool OrderSearch::is_object_enabled(const State& state, std::uint32_t e) {
  const Node& node = events_->node(e);
  const std::int64_t now = state.object[(*events_)[e].cell];
  if (node.kind == OpKind::kWake || node.kind == OpKind::kLeave) return state.woken[(*events_)[e].thread];
  trace::Operation done = operation_of(node);
  if (!trace::enabled_at(done, now)) return false;
  if (!has_outcomes(node.kind) || node.outcome == kAnyOutcome) return true;
  done.effect = trace::effect_at(done, now);
  done.before = now;
  done.value = done.effect == Effect::kModify ? trace::state_after(done, now) : now;
  if (node.outcome != kOtherOutcome) return outcome_of(done) == node.outcome;
  return !events_->trees().child(node.parent, outcome_of(done)).valid();
}

bool OrderSearch::is_goal(const State& state) {
  if (!events_->goal().is_standstill()) return true;
  for (std::uint32_t t = 0; t < events_->threads().size(); ++t) {
    if (!must_stay(t) || !can_go_on(state, t)) continue;
    // Another order, which other interferences allow, might work; or other waiting threads, one of which a signal can
    // choose.
    for (std::uint32_t e = 0; e < events_->number_of_events(); ++e) {
      if ((*events_)[e].is_local) core_.add_read((*events_)[e].node);
    }
    if (events_->goal().kind == Goal::Kind::kStuck) blame_waker(t);
    return false;
  }
  return true;
}

// All threads of a standstill; for a part of one, those that wait to be woken. For the others it is still open whether
// they find what they wait for.
bool OrderSearch::must_stay(std::uint32_t thread) const {
  const Goal& goal = events_->goal();
  if (goal.kind == Goal::Kind::kStandstill) return true;
  const NodeId leaf = events_->threads()[thread].leaf;
  if (std::ranges::find(goal.ends, leaf) == goal.ends.end()) return false;
  const std::vector<NodeId>& next = events_->trees()[leaf].children;
  return !next.empty() && trace::is_awaiting(events_->trees()[next[0]].kind) &&
         events_->trees()[next[0]].kind != OpKind::kJoin;
}

// A thread chosen by a signal might not have been if more threads had been waiting; at a barrier, others may come
// first.
void OrderSearch::blame_waker(std::uint32_t thread) {
  const ThreadTrees& trees = events_->trees();
  const Node& next = trees[trees[events_->threads()[thread].leaf].children[0]];
  const auto has_chosen = [&](const Taken& t) {
    const Node& node = events_->node(t.event);
    return node.location == next.location && node.kind == OpKind::kSignal &&
           t.choice == static_cast<std::int32_t>(next.thread.value);
  };
  if (next.kind == OpKind::kLeave || std::ranges::any_of(taken_, has_chosen)) core_.add_object(next.location);
}

bool OrderSearch::can_go_on(const State& state, std::uint32_t thread) const {
  const ThreadTrees& trees = events_->trees();
  const Node& leaf = trees[events_->threads()[thread].leaf];
  // It would look once more in vain: its iteration was the last thing to happen.
  if (leaf.children.empty() || trees.turn_to(events_->threads()[thread].leaf) != nullptr) return false;
  const Node& next = trees[leaf.children[0]];
  switch (next.kind) {
    case OpKind::kWake:
    case OpKind::kLeave: return state.woken[thread];
    case OpKind::kJoin: {
      const std::uint32_t joined = events_->thread_of(other_of(next));
      return joined != kNothing && events_->ends(joined);
    }
    default: return trace::enabled_at(operation_of(next), state_of(state, next.location));
  }
}

std::int64_t OrderSearch::state_of(const State& state, trace::LocationId object) const {
  const auto cell = std::ranges::find(events_->cells(), object);
  return cell == events_->cells().end() ? executor_->initial_state(object)
                                        : state.object[static_cast<std::size_t>(cell - events_->cells().begin())];
}

// A local read that still needs the version keeps a write from happening.
void OrderSearch::blame_readers(const State& state, std::uint32_t version) {
  for (std::uint32_t e = 0; e < events_->number_of_events(); ++e) {
    const ScenarioEvents::Event& event = (*events_)[e];
    if (event.source == version && event.is_local && !is_done(state, e)) core_.add_read(event.node);
  }
}

void OrderSearch::take(State& state, std::uint32_t e, std::int32_t choice) {
  const ScenarioEvents::Event& event = (*events_)[e];
  const Node& node = events_->node(e);
  taken_.push_back({e, choice});
  ++state.position[event.thread];
  --state.left;
  if (event.cell == kNothing) return;
  if (event.source != kNothing) --state.readers[event.source];
  if (event.writes) state.version[event.cell] = e;
  if (!is_synchronisation(node.kind)) return;
  if (trace::takes_wakeup(node.kind)) state.woken[event.thread] = false;
  std::int64_t& object = state.object[event.cell];
  trace::Operation op = operation_of(node);
  op.choice = choice;
  op.before = object;
  op.effect = trace::effect_at(op, object);
  if (op.effect != Effect::kModify) return;
  op.value = object = trace::state_after(op, object);
  for (const ThreadId woken : trace::woken_by(op)) {
    const std::uint32_t t = events_->thread_of(woken);
    if (t != kNothing) state.woken[t] = true;
  }
}

base::Hash128 OrderSearch::identity_of(const State& state) const {
  base::Hash128 result;
  for (const std::uint32_t p : state.position) result.add(p);
  for (const std::uint32_t v : state.version) result.add(v);
  for (const std::int64_t o : state.object) result.add(static_cast<std::uint64_t>(o));
  for (const bool w : state.woken) result.add(w ? 1 : 0);
  return result;
}

}  // namespace heddle::explore::interference
