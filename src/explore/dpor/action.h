#pragma once

#include <cstdint>
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
// does to its location. Sixteen bytes, because sleep sets and wakeup trees hold many of them.
//
// Invariant: a step that neither observes nor modifies a location has none here, so that two actions of different
// threads are dependent exactly if they conflict().
struct Action {
  static constexpr std::uint32_t kNowhere = trace::LocationId::none().value;

  std::uint32_t location = kNowhere;
  std::int32_t choice = trace::kNoChoice;
  trace::ThreadId thread;
  Touch touch = Touch::kObserves;
  symbolic::ExprId condition;  // of a decision: when it has this outcome

  trace::Step step() const { return {thread, choice}; }

  friend bool operator==(const Action&, const Action&) = default;
};

// The action of an executed step.
inline Action action_of(const trace::Operation& op) {
  const bool acts = op.effect != trace::Effect::kNone;
  return {acts ? op.location.value : Action::kNowhere, op.choice, op.thread, touch_of(op, op.effect), {}};
}

// The action that `op` would be where its location is in this state, and the step is enabled there. If it has several
// outcomes it gets the first: the others are alternatives of the step once it has been executed.
inline Action action_at(const trace::Operation& op, std::int64_t state) {
  const trace::Effect effect = trace::effect_at(op, state);
  const bool acts = effect != trace::Effect::kNone;
  return {
      acts ? op.location.value : Action::kNowhere, trace::outcome(op, state, 0), op.thread, touch_of(op, effect), {}};
}

// Are two actions of different threads dependent?
inline bool conflict(const Action& a, const Action& b) {
  return a.location == b.location && !commute(a.touch, b.touch);
}

// Is q a weak initial of the sequence v (JACM 2017, definition 4.4)? That is: both can be executed from here, and some
// continuation of v is equivalent to one that begins with q. It is if nothing in v that comes before the step of q
// (nothing in v at all, where v has no step of its thread) is dependent with q.
struct Initial {
  bool is_weak_initial = false;
  // The index in v of the event that decides: the step of q, or what is dependent with it or excludes it. The size of v
  // if q is a weak initial that does not occur.
  std::size_t evidence = 0;
};
inline Initial find_initial(const Action& q, std::span<const Action> v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i].thread == q.thread) return {v[i].choice == q.choice, i};
    if (conflict(v[i], q)) return {false, i};
  }
  return {true, v.size()};
}

}  // namespace heddle::explore::dpor
