#pragma once

#include <cstdint>
#include <span>

#include "trace/operation.h"
#include "trace/policy.h"
#include "trace/semantics.h"
#include "trace/test.h"
#include "trace/thread_set.h"
#include "trace/trace.h"

// What every executor does to schedule a run, written once for the interpreter of models and for the runtime that is
// linked into tested programs. Allocates nothing and is inlined.

namespace heddle::trace {

// What the threads of a run are doing. Each existing thread is in at most one of ended, failed, unassumed, spinning,
// cut, exited, beyond, enabled; a blocked one is in none of them.
struct RunSets {
  ThreadSet exists;
  ThreadSet enabled;
  ThreadSet ended;
  ThreadSet failed;
  ThreadSet unassumed;  // stopped by a false assume
  ThreadSet spinning;   // stopped in a loop that waits for others
  ThreadSet cut;
  ThreadSet exited;   // ended the program
  ThreadSet beyond;   // stopped by a bound: see Pending::Why::kBeyond
  ThreadSet woken;    // kWake or kLeave may happen
  ThreadSet waiting;  // the pending operation is one that waits for the state of its location
  ThreadSet joining;  // the pending operation is kJoin

  bool program_has_ended() const { return !exited.empty(); }
};

// Can the schedule be followed here? `has_outcome` says whether the pending operation of the thread has the outcome
// that the step chooses; it is called only if the step chooses one.
template <class HasOutcome>
bool can_follow(const Step& step, const RunSets& sets, HasOutcome has_outcome) {
  if (step.thread.index() >= kMaxThreads || !sets.enabled.contains(step.thread)) return false;
  return step.choice == kNoChoice || has_outcome();
}

// Is this one of the outcomes that the pending operation has now? A choice is ignored where there is nothing to choose.
// `state` returns the state of its location.
template <class State>
bool has_outcome(const Operation& pending, std::int32_t choice, State state) {
  if (pending.kind == OpKind::kChoose) return choice >= 0 && choice < outcomes(pending, 0);
  // The value of a symbolic decision is what the program computed, predicted or not.
  if (pending.kind == OpKind::kBranch) return choice == pending.choice;
  if (pending.kind != OpKind::kSignal) return true;
  return choice >= 0 && is_waiting(state(), ThreadId(static_cast<std::size_t>(choice)));
}

// The outcome of a step that may have several in this state of its location: the one that the test chooses, or the
// policy.
inline std::int32_t choose(const Operation& op, std::int32_t choice, std::int64_t state, Picker& picker) {
  return choice != kNoChoice ? choice : outcome(op, state, picker.pick_outcome(outcomes(op, state)));
}

// Carries out a synchronisation operation, whose location is in this state. Has the state changed?
inline bool synchronise(Operation& op, std::int64_t& state) {
  op.before = op.value = state;
  op.effect = effect_at(op, state);
  if (op.effect != Effect::kModify) return false;
  op.value = state = state_after(op, state);
  return true;
}

// A location has a new state: threads that wait for it may continue, or no longer may. `is_there`: is the pending
// operation of the thread one of this location?
template <class IsThere, class IsEnabled>
void let_go_on(RunSets& sets, IsThere is_there, IsEnabled is_enabled) {
  for (const ThreadId t : sets.waiting) {
    if (is_there(t) && !sets.cut.contains(t)) sets.enabled.set(t, is_enabled(t));
  }
}

// A signal or the last arrival at a barrier wakes these threads. `awaits_it`: has the thread got that far?
template <class AwaitsIt>
void wake(RunSets& sets, const ThreadSet& woken, AwaitsIt awaits_it) {
  sets.woken |= woken;
  for (const ThreadId t : woken) {
    if (awaits_it(t) && !sets.cut.contains(t)) sets.enabled.insert(t);
  }
}

// A thread has ended: those that join it may continue. `joins_it`: is it this one that the thread joins?
template <class JoinsIt>
void end_joins(RunSets& sets, JoinsIt joins_it) {
  for (const ThreadId t : sets.joining) {
    if (joins_it(t) && !sets.cut.contains(t)) sets.enabled.insert(t);
  }
}

// The value that a test gives the n-th input of a thread; null if it does not mention it. Tests mostly list inputs in
// the order in which they are taken, so the search begins at `at`, which becomes the place after the one that was
// found.
inline const InputValue* find_input(std::span<const InputValue> inputs, ThreadId thread, std::uint32_t nth,
                                    std::uint32_t& at) {
  for (std::size_t tried = 0; tried < inputs.size(); ++tried) {
    if (at >= inputs.size()) at = 0;
    const InputValue& input = inputs[at++];
    if (input.thread == thread && input.nth == nth) return &input;
  }
  return nullptr;
}

// A sleeping thread wakes up when the step just taken, `done`, is dependent with its own next one in the state before
// or after it, or enables it.
template <class PendingOf>
void wake_sleepers(ThreadSet& asleep, const ThreadSet& newly_enabled, const Operation& done, PendingOf pending_of) {
  asleep -= newly_enabled;
  if (done.effect == Effect::kNone) return;
  for (const ThreadId t : asleep) {
    Operation op = pending_of(t);
    if (op.location != done.location) continue;
    for (const std::int64_t state : {done.before, done.value}) {
      if (!enabled_at(op, state)) continue;
      op.effect = effect_at(op, state);
      if (dependent(done, op)) asleep.erase(t);
    }
  }
}

// Why a thread has not ended when the run is over.
inline Pending::Why why_pending(ThreadId t, const RunSets& sets, const ThreadSet& asleep) {
  using Why = Pending::Why;
  if (sets.failed.contains(t)) return Why::kFailed;
  if (sets.unassumed.contains(t)) return Why::kAssumeFailed;
  if (sets.spinning.contains(t)) return Why::kSpinning;
  if (sets.beyond.contains(t)) return Why::kBeyond;
  if (sets.cut.contains(t)) return Why::kCut;
  if (sets.exited.contains(t)) return Why::kExited;
  if (!sets.enabled.contains(t)) return sets.program_has_ended() ? Why::kAbandoned : Why::kBlocked;
  return asleep.contains(t) ? Why::kAsleep : Why::kReady;
}

// How a run ended that could follow its schedule, in order of precedence; see Outcome. `in_vain`: a thread waits for
// something that another run will show.
inline Outcome outcome_of(const RunSets& sets, bool in_vain = false) {
  if (!sets.enabled.empty()) return Outcome::kAsleep;
  if (!sets.beyond.empty()) return Outcome::kTooManyThreads;
  if (!sets.failed.empty()) return Outcome::kFailed;
  if (!sets.unassumed.empty() || !sets.spinning.empty() || in_vain) return Outcome::kAssumeFailed;
  if (!sets.cut.empty()) return Outcome::kCut;
  return (sets.exists - sets.ended).empty() || sets.program_has_ended() ? Outcome::kFinished : Outcome::kDeadlock;
}

}  // namespace heddle::trace
