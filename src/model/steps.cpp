#include <bit>

#include "base/check.h"
#include "model/interpreter.h"
#include "trace/semantics.h"

namespace heddle::model {

using trace::Effect;
using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

// Is this one of the outcomes that the operation has now? A choice is ignored where there is nothing to choose.
bool Interpreter::valid_choice(const trace::Operation& op, std::int32_t choice) const {
  if (choice == trace::kNoChoice) return true;
  if (op.kind == OpKind::kChoose) return choice >= 0 && choice < trace::outcomes(op, 0);
  if (op.kind != OpKind::kSignal) return true;
  const auto waiting = static_cast<ThreadSet>(state_[op.location.index()]);
  return choice >= 0 && choice < static_cast<std::int32_t>(trace::kMaxThreads) && ((waiting >> choice) & 1) != 0;
}

// Takes the pending step of `t`, with this outcome (kNoChoice: by the policy), and runs on to its next one.
void Interpreter::step(ThreadId t, std::int32_t choice) {
  Thread& th = threads_[t.index()];
  const ThreadSet bit = trace::thread_bit(t);
  trace::Operation& op = trace_->operations.emplace_back(th.pending);
  const Instruction& i = *th.pc++;
  sets_.enabled &= ~bit;
  current_ = t;
  ++steps_;
  ++th.steps;
  switch (i.code) {
    case Code::kRead:
      op.effect = Effect::kObserve;
      op.before = op.value = state_[op.location.index()];
      th.frame[i.dst] = static_cast<Value>(op.value);
      break;
    case Code::kWrite: write(op, th.frame[i.b]); break;
    case Code::kFetchAdd: {
      const auto old = static_cast<Value>(state_[op.location.index()]);
      write(op, add(old, th.frame[i.b]));
      th.frame[i.dst] = old;
      break;
    }
    case Code::kExchange:
      write(op, th.frame[i.b]);
      th.frame[i.dst] = static_cast<Value>(op.before);
      break;
    case Code::kCas: {
      const bool success = state_[op.location.index()] == op.operand;
      write(op, success ? th.frame[i.c] : static_cast<Value>(state_[op.location.index()]));
      if (!success) op.effect = Effect::kObserve;
      th.frame[i.dst] = success;
      break;
    }
    case Code::kTry:
      synchronise(op);
      th.frame[i.dst] = op.effect == Effect::kModify;
      break;
    case Code::kPlain:
      if (op.kind == OpKind::kSignal) choose_waiter(op, choice);
      synchronise(op);
      break;
    case Code::kUnlock:
    case Code::kArrive: synchronise(op); break;
    case Code::kAcquire:
      sets_.acquiring &= ~bit;
      synchronise(op);
      break;
    case Code::kAwait:
      sets_.woken &= ~bit;
      op.before = op.value = state_[op.location.index()];
      break;
    case Code::kCreate:
      // The created thread may record operations, so `op` is not used any more.
      if (create(op, i)) advance(t);
      return;
    case Code::kJoin:
      sets_.joining &= ~bit;
      th.known |= threads_[static_cast<std::size_t>(op.choice)].known;
      break;
    case Code::kChoose:
      op.choice = choice != trace::kNoChoice ? choice : static_cast<std::int32_t>(picker_.pick_outcome(trace::outcomes(op, 0)));
      op.value = trace::unpack_domain(op.operand).low + op.choice;
      th.frame[i.dst] = static_cast<Value>(op.value);
      break;
    default: CHECK(false);
  }
  if (!known_at_.empty() && op.effect != Effect::kNone) share_knowledge(th, op);
  advance(t);
}

inline void Interpreter::write(trace::Operation& op, Value value) {
  std::int64_t& state = state_[op.location.index()];
  op.effect = Effect::kModify;
  op.before = state;
  op.value = state = value;
}

void Interpreter::choose_waiter(trace::Operation& op, std::int32_t choice) {
  const std::int64_t waiting = state_[op.location.index()];
  op.choice = choice != trace::kNoChoice
                  ? choice
                  : trace::outcome(op, waiting, picker_.pick_outcome(trace::outcomes(op, waiting)));
}

// The effect of a synchronisation operation, by trace/semantics.h, and whom it enables or disables.
void Interpreter::synchronise(trace::Operation& op) {
  std::int64_t& state = state_[op.location.index()];
  op.effect = trace::effect_at(op, state);
  op.before = op.value = state;
  if (op.effect != Effect::kModify) return;
  op.value = state = trace::state_after(op, state);
  const ThreadSet woken = trace::woken_by(op);
  if (woken != 0) wake(woken);
  // Locks and semaphores: those who wait for this one. The mask is empty or small in most steps.
  for (ThreadSet rest = sets_.acquiring & ~sets_.cut; rest != 0; rest &= rest - 1) {
    const trace::Operation& other = threads_[static_cast<std::size_t>(std::countr_zero(rest))].pending;
    if (other.location != op.location) continue;
    const ThreadSet bit = rest & -rest;
    sets_.enabled = trace::enabled_at(other, state) ? sets_.enabled | bit : sets_.enabled & ~bit;
  }
}

void Interpreter::wake(ThreadSet woken) {
  sets_.woken |= woken;
  for (ThreadSet rest = woken & ~sets_.cut; rest != 0; rest &= rest - 1) {
    const trace::Operation& op = threads_[static_cast<std::size_t>(std::countr_zero(rest))].pending;
    if (op.kind == OpKind::kWake || op.kind == OpKind::kLeave) sets_.enabled |= rest & -rest;
  }
}

// Starts the thread that the operation creates; false if there is no room for it.
bool Interpreter::create(trace::Operation& op, const Instruction& i) {
  if (op.choice == trace::kNoChoice) {
    too_many_threads_ = true;
    sets_.enabled |= trace::thread_bit(op.thread);
    trace_->operations.pop_back();
    return false;
  }
  const ThreadId id(static_cast<std::size_t>(op.choice));
  const Body& body = program_.bodies[i.target];
  Thread& parent = threads_[op.thread.index()];
  Thread& created = threads_[id.index()];
  init_thread(id, body);
  for (std::uint32_t k = 0; k < body.parameters; ++k) created.frame[k] = parent.frame[i.a + k];
  parent.frame[i.dst] = op.choice;
  ++parent.children;
  parent.known |= trace::thread_bit(id);
  created.known = parent.known;
  advance(id);
  return true;
}

// A thread learns of the threads that were known to those who modified the location before.
void Interpreter::share_knowledge(Thread& th, const trace::Operation& op) {
  ThreadSet& known = known_at_[op.location.index()];
  th.known |= known;
  if (op.effect == Effect::kModify) known = th.known;
}

}  // namespace heddle::model
