#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "trace/semantics.h"
#include "trace/test.h"

namespace heddle::explore::dpor {

// What a step does to its location. Steps that do the same thing commute, unless they modify it: then their order
// matters.
enum class Touch : std::uint8_t { kObserves, kAdds, kModifies };

constexpr Touch touch_of(const trace::Operation& op, trace::Effect effect) {
  if (effect != trace::Effect::kModify) return Touch::kObserves;
  return trace::is_addition(op.kind, op.operand) ? Touch::kAdds : Touch::kModifies;
}
constexpr bool commute(Touch a, Touch b) { return a == b && a != Touch::kModifies; }

// What the partial-order reductions need to know about one step: which thread takes it, with which outcome, and what it
// does to its location. Small, because sleep sets and wakeup trees hold many of them.
//
// Invariant: a step that neither observes nor modifies a location has none here, so that two actions of different
// threads are dependent exactly if they conflict().
struct Action {
  static constexpr std::uint32_t kNowhere = trace::LocationId::none().value;
  static constexpr std::int32_t kAnyRoom = std::numeric_limits<std::int32_t>::max();

  std::uint32_t location = kNowhere;
  std::int32_t choice = trace::kNoChoice;
  trace::ThreadId thread;
  Touch touch = Touch::kObserves;
  symbolic::ExprId condition;  // of a decision: when it has this outcome
  // Of an addition whose thread looks for a sum: see trace::CountPlace. It adds as long as others leave it room.
  std::int32_t room = kAnyRoom;
  std::int32_t dip = 0;

  trace::Step step() const { return {thread, choice}; }

  friend bool operator==(const Action&, const Action&) = default;
};

// The action of an executed step.
inline Action action_of(const trace::Operation& op) {
  const bool acts = op.effect != trace::Effect::kNone;
  return {.location = acts ? op.location.value : Action::kNowhere,
          .choice = op.choice,
          .thread = op.thread,
          .touch = touch_of(op, op.effect)};
}

// The action that `op` would be where its location is in this state, and the step is enabled there. If it has several
// outcomes it gets the first: the others are alternatives of the step once it has been executed.
inline Action action_at(const trace::Operation& op, std::int64_t state) {
  const trace::Effect effect = trace::effect_at(op, state);
  const bool acts = effect != trace::Effect::kNone;
  return {.location = acts ? op.location.value : Action::kNowhere,
          .choice = trace::outcome(op, state, 0),
          .thread = op.thread,
          .touch = touch_of(op, effect)};
}

// Are two actions of different threads dependent?
inline bool conflict(const Action& a, const Action& b) {
  return a.location == b.location && !commute(a.touch, b.touch);
}

// What is left of the room of q once an action has been taken that does not conflict with it; negative if there is
// none, so that q would no longer be what it is.
inline std::int32_t room_after(std::int32_t room, const Action& q, const Action& taken) {
  if (room == Action::kAnyRoom || taken.location != q.location) return room;
  return room + taken.dip;
}

// Is q a weak initial of the sequence v (JACM 2017, definition 4.4)? That is: both can be executed from here, and some
// continuation of v is equivalent to one that begins with q. It is if nothing in v that comes before the step of q
// (nothing in v at all, where v has no step of its thread) is dependent with q, nor all of it together.
struct Initial {
  bool is_weak_initial = false;
  bool leaves_no_room = false;  // the evidence, together with what comes before it at the location of q
  // The index in v of the event that decides: the step of q, or what is dependent with it or excludes it. The size of v
  // if q is a weak initial that does not occur.
  std::size_t evidence = 0;
};
inline Initial find_initial(const Action& q, std::span<const Action> v) {
  std::int32_t room = q.room;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i].thread == q.thread) return {v[i].choice == q.choice, false, i};
    if (conflict(v[i], q)) return {false, false, i};
    room = room_after(room, q, v[i]);
    if (room < 0) return {false, true, i};
  }
  return {true, false, v.size()};
}

}  // namespace heddle::explore::dpor
