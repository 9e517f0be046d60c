#include "base/check.h"
#include "model/interpreter.h"
#include "trace/semantics.h"

namespace heddle::model {

using trace::Effect;
using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

bool Interpreter::has_outcome(const Thread& th, std::int32_t choice) const {
  trace::Operation op = pending(th);
  if (op.kind == OpKind::kBranch) op.choice = th.decided;
  return trace::has_outcome(op, choice, [&] { return state_[op.location.index()]; });
}

inline void Interpreter::write(trace::Operation& op, Value value) {
  std::int64_t& state = state_[op.location.index()];
  op.effect = Effect::kModify;
  op.before = state;
  op.value = state = value;
}

// These are parts of step(), which would be slower with calls.
[[gnu::always_inline]] inline void Interpreter::read(Thread& th, const Instruction& i, trace::Operation& op) {
  op.effect = Effect::kObserve;
  op.before = op.value = state_[op.location.index()];
  th.frame[i.dst] = static_cast<Value>(op.value);
}

[[gnu::always_inline]] inline void Interpreter::fetch_add(Thread& th, const Instruction& i, trace::Operation& op) {
  const auto old = static_cast<Value>(state_[op.location.index()]);
  if (op.kind == OpKind::kAdd) op.operand = sizeof(Value);
  given_ = th.frame[i.b];
  write(op, add(old, given_));
  th.frame[i.dst] = old;
}

[[gnu::always_inline]] inline void Interpreter::exchange(Thread& th, const Instruction& i, trace::Operation& op) {
  write(op, th.frame[i.b]);
  if (is_undecided(th, i)) {
    op.kind = OpKind::kRmw;
  } else {
    op.operand = th.frame[i.b];
    if (op.before == op.value) op.effect = Effect::kObserve;
  }
  th.frame[i.dst] = static_cast<Value>(op.before);
}

[[gnu::always_inline]] inline void Interpreter::compare_exchange(Thread& th, const Instruction& i,
                                                                 trace::Operation& op) {
  given_ = th.frame[i.b];
  given_second_ = th.frame[i.c];
  const auto found = static_cast<Value>(state_[op.location.index()]);
  const bool success = found == given_;
  write(op, success ? given_second_ : found);
  if (is_undecided(th, i)) {
    op.kind = OpKind::kRmw;
  } else {
    op.operand = given_;
    if (!success) op.effect = Effect::kObserve;
  }
  th.frame[i.dst] = success;
}

[[gnu::always_inline]] inline void Interpreter::choose_number(Thread& th, const Instruction& i, trace::Operation& op) {
  op.location = trace::LocationId::none();
  op.operand = trace::pack(trace::Domain{th.frame[i.a], th.frame[i.b]});
  op.choice = trace::choose(op, op.choice, 0, picker_);
  op.value = trace::unpack_domain(op.operand).low + op.choice;
  th.frame[i.dst] = static_cast<Value>(op.value);
}

[[gnu::always_inline]] inline trace::Operation& Interpreter::begin_step(const Thread& th, const Instruction& i) {
  trace::Operation& op = trace_->operations.emplace_back();
  op.kind = i.kind;
  op.thread = th.id;
  op.location = th.location;
  op.place = i.place;
  return op;
}

// Takes the pending step of `t`, with this outcome (kNoChoice: by the policy), and runs on to its next one.
void Interpreter::step(ThreadId t, std::int32_t choice) {
  Thread& th = threads_[t.index()];
  if (th.decision.expression.valid()) [[unlikely]]
    return take_decision(th);
  const Instruction& i = *th.pc++;
  trace::Operation& op = begin_step(th, i);
  sets_.enabled.erase(t);
  current_ = t;
  ++steps_;
  ++th.steps;
  switch (i.code) {
    case Code::kRead: read(th, i, op); break;
    case Code::kWrite: write(op, th.frame[i.b]); break;
    case Code::kFetchAdd: fetch_add(th, i, op); break;
    case Code::kExchange: exchange(th, i, op); break;
    case Code::kCas: compare_exchange(th, i, op); break;
    case Code::kTry:
      sets_.woken.erase(t);  // a timed wait that got its signal
      synchronise(op);
      th.frame[i.dst] = op.effect == Effect::kModify;
      break;
    case Code::kPlain:
      if (op.kind == OpKind::kSignal) op.choice = trace::choose(op, choice, state_[op.location.index()], picker_);
      synchronise(op);
      break;
    case Code::kUnlock: synchronise(op); break;
    case Code::kArrive:
      op.operand = th.frame[i.b];
      synchronise(op);
      break;
    case Code::kAcquire:
      sets_.waiting.erase(t);
      synchronise(op);
      break;
    case Code::kAwait:
      sets_.woken.erase(t);
      op.before = op.value = state_[op.location.index()];
      break;
    case Code::kCreate:
      op.location = trace::LocationId::none();
      op.choice = th.choice;
      // The created thread may record operations, so `op` must not be used any more.
      create(th, i);
      return advance(t);
    case Code::kJoin:
      op.location = trace::LocationId::none();
      op.choice = th.choice;
      sets_.joining.erase(t);
      th.known |= threads_[static_cast<std::size_t>(op.choice)].known;
      break;
    case Code::kChoose:
      op.choice = choice;
      choose_number(th, i, op);
      break;
    default: CHECK(false);
  }
  if (symbolic_) shadow_step(th, i, op);
  if (!known_at_.empty() && op.effect != Effect::kNone) share_knowledge(th, op);
  advance(t);
}

// The effect of a synchronisation operation, according to trace/semantics.h, and whom it enables or disables.
void Interpreter::synchronise(trace::Operation& op) {
  std::int64_t& state = state_[op.location.index()];
  if (!trace::synchronise(op, state)) return;
  if (const ThreadSet woken = trace::woken_by(op); !woken.empty()) wake(woken);
  // Locks and semaphores: the threads that wait for this one. The set is empty or small in most steps.
  trace::let_go_on(
      sets_, [&](ThreadId t) { return threads_[t.index()].location == op.location; },
      [&](ThreadId t) { return can_acquire(threads_[t.index()].pc->kind, state); });
}

void Interpreter::wake(const ThreadSet& woken) {
  trace::wake(sets_, woken, [&](ThreadId t) { return threads_[t.index()].pc->code == Code::kAwait; });
}

// Starts the thread that the operation creates.
void Interpreter::create(Thread& parent, const Instruction& i) {
  const ThreadId id(static_cast<std::size_t>(parent.choice));
  const Body& body = program_.bodies[i.target];
  Thread& created = threads_[id.index()];
  init_thread(id, body);
  for (std::uint32_t k = 0; k < body.parameters; ++k) created.frame[k] = parent.frame[i.a + k];
  parent.frame[i.dst] = parent.choice;
  if (symbolic_) {
    for (std::uint32_t k = 0; k < body.parameters; ++k) created.shadow[k] = parent.shadow[i.a + k];
    parent.shadow[i.dst] = Shadow::none();
    const auto operation = static_cast<std::uint32_t>(trace_->operations.size() - 1);
    parent.segment = operation;
    name_locals(parent, operation, parent.variables);
    name_locals(created, trace::SymbolicLocal::kNoOperation, body.parameters);
  }
  ++parent.children;
  parent.known.insert(id);
  created.known = parent.known;
  advance(id);
}

// A thread learns of the threads that were known to those who modified the location before.
void Interpreter::share_knowledge(Thread& th, const trace::Operation& op) {
  ThreadSet& known = known_at_[op.location.index()];
  th.known |= known;
  if (op.effect == Effect::kModify) known = th.known;
}

}  // namespace heddle::model
