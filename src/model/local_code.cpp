#include "model/interpreter.h"
#include "trace/scheduling.h"
#include "trace/semantics.h"

namespace heddle::model {

using trace::OpKind;
using trace::ThreadId;

void Interpreter::record(const Thread& th, OpKind kind, trace::PlaceId place, std::int64_t value) {
  trace::Operation& op = trace_->operations.emplace_back();
  op.kind = kind;
  op.thread = th.id;
  op.place = place;
  op.value = value;
}

// The thread stops at instruction `i`.
void Interpreter::fail(Thread& th, trace::FailureKind kind, const Instruction& i) {
  trace_->failures.push_back({kind, th.id, i.place});
  sets_.failed.insert(th.id);
  th.pc = &i;
}

Value Interpreter::next_input(Thread& th) {
  read_input_ = true;
  const trace::InputValue* const given = trace::find_input(test_->inputs, th.id, th.inputs++, th.input_at);
  return given != nullptr ? static_cast<Value>(given->value) : picker_.pick_input();
}

// Makes instruction `i` the pending operation of the thread.
inline void Interpreter::pend(Thread& th, const Instruction& i) {
  th.pc = &i;
  th.location = trace::LocationId(static_cast<std::size_t>(th.frame[i.a]));
  if (th.steps == test_->depth) [[unlikely]] {
    sets_.cut.insert(th.id);
    sets_.enabled.erase(th.id);  // the last arrival at a barrier has woken itself
  } else if (th.id.index() >= trace::kMaxWaiters && trace::needs_waiter(i.kind)) [[unlikely]] {
    sets_.beyond.insert(th.id);
  } else {
    sets_.enabled.insert(th.id);
  }
}

[[gnu::always_inline]] inline void Interpreter::pend_unlock(Thread& th, const Instruction& i) {
  const bool holds = state_[static_cast<std::size_t>(th.frame[i.a])] == th.id.value + 1;
  return holds ? pend(th, i) : fail(th, trace::FailureKind::kLockMisuse, i);
}

[[gnu::always_inline]] inline void Interpreter::pend_acquire(Thread& th, const Instruction& i) {
  pend(th, i);
  sets_.waiting.insert(th.id);
  if (!can_acquire(i.kind, state_[th.location.index()])) sets_.enabled.erase(th.id);
}

[[gnu::always_inline]] inline void Interpreter::pend_await(Thread& th, const Instruction& i) {
  pend(th, i);
  if (!sets_.woken.contains(th.id)) sets_.enabled.erase(th.id);
}

// The thread ends at instruction `i`.
[[gnu::always_inline]] inline void Interpreter::exit(Thread& th, const Instruction& i) {
  record(th, OpKind::kExit, i.place, 0);
  sets_.ended.insert(th.id);
  // Threads that wait for the end of this one may continue.
  trace::end_joins(sets_, [&](ThreadId joining) { return threads_[joining.index()].choice == th.id.value; });
}

// The thread does not come to the end of its local code.
void Interpreter::cut(Thread& th, const Instruction& i) {
  sets_.cut.insert(th.id);
  th.pc = &i;
}

template <bool kSymbolic>
[[gnu::always_inline]] inline void Interpreter::take_input(Thread& th, const Instruction& i) {
  th.frame[i.dst] = next_input(th);
  record(th, OpKind::kInput, i.place, th.frame[i.dst]);
  if (kSymbolic) trace_->operations.back().operand = th.shadow[i.dst].value;
}

// False if the thread stops here.
[[gnu::always_inline]] inline bool Interpreter::passes_assertion(Thread& th, const Instruction& i) {
  const bool holds = th.frame[i.a] != 0;
  record(th, OpKind::kAssert, i.place, holds);
  if (!holds) fail(th, trace::FailureKind::kAssertion, i);
  return holds;
}

[[gnu::always_inline]] inline bool Interpreter::passes_assumption(Thread& th, const Instruction& i) {
  const bool holds = th.frame[i.a] != 0;
  record(th, OpKind::kAssume, i.place, holds);
  if (holds) return true;
  sets_.unassumed.insert(th.id);
  th.pc = &i;
  return false;
}

// Runs the local code of a thread up to its next step. One function although it is long: it has a line for each
// instruction, and calls would cost more than most of them do.
template <bool kSymbolic>
void Interpreter::run_local_code(ThreadId t) {
  Thread& th = threads_[t.index()];
  Value* const r = th.frame;
  const Instruction* const code = program_.code.data();
  const Instruction* pc = th.pc;
  std::int64_t budget = kMaxLocalInstructions;
  const auto jump_if = [&](bool taken, const Instruction& i) {
    if (taken) pc = code + i.target;
  };
  for (;;) {
    const Instruction& i = *pc++;
    if constexpr (kSymbolic) {
      if (shadow_instruction(th, i)) {
        // No location: the decision is the thread's own.
        pend(th, i);
        th.location = trace::LocationId::none();
        return;
      }
    }
    switch (i.code) {
      case Code::kMove: r[i.dst] = r[i.a]; continue;
      case Code::kNegate: r[i.dst] = negate(r[i.a]); continue;
      case Code::kNot: r[i.dst] = r[i.a] == 0; continue;
      case Code::kComplement: r[i.dst] = ~r[i.a]; continue;
      case Code::kAdd: r[i.dst] = add(r[i.a], r[i.b]); continue;
      case Code::kSubtract: r[i.dst] = subtract(r[i.a], r[i.b]); continue;
      case Code::kMultiply: r[i.dst] = multiply(r[i.a], r[i.b]); continue;
      case Code::kDivide:
      case Code::kModulo:
        if (r[i.b] == 0) return fail(th, trace::FailureKind::kDivisionByZero, i);
        r[i.dst] = i.code == Code::kDivide ? divide(r[i.a], r[i.b]) : modulo(r[i.a], r[i.b]);
        continue;
      case Code::kAnd: r[i.dst] = r[i.a] & r[i.b]; continue;
      case Code::kOr: r[i.dst] = r[i.a] | r[i.b]; continue;
      case Code::kXor: r[i.dst] = r[i.a] ^ r[i.b]; continue;
      case Code::kShiftLeft: r[i.dst] = shift_left(r[i.a], r[i.b]); continue;
      case Code::kShiftRight: r[i.dst] = shift_right(r[i.a], r[i.b]); continue;
      case Code::kEqual: r[i.dst] = r[i.a] == r[i.b]; continue;
      case Code::kNotEqual: r[i.dst] = r[i.a] != r[i.b]; continue;
      case Code::kLess: r[i.dst] = r[i.a] < r[i.b]; continue;
      case Code::kLessEqual: r[i.dst] = r[i.a] <= r[i.b]; continue;
      case Code::kIndex:
        if (bits(r[i.a]) >= bits(r[i.c])) return fail(th, trace::FailureKind::kOutOfRange, i);
        r[i.dst] = r[i.a] + r[i.b];
        continue;
      case Code::kJump: pc = code + i.target; continue;
      case Code::kLoop:
        budget -= pc - (code + i.target);
        if (budget < 0) return cut(th, i);
        pc = code + i.target;
        continue;
      case Code::kJumpIf: jump_if(r[i.a] != 0, i); continue;
      case Code::kJumpUnless: jump_if(r[i.a] == 0, i); continue;
      case Code::kJumpEqual: jump_if(r[i.a] == r[i.b], i); continue;
      case Code::kJumpNotEqual: jump_if(r[i.a] != r[i.b], i); continue;
      case Code::kJumpLess: jump_if(r[i.a] < r[i.b], i); continue;
      case Code::kJumpLessEqual: jump_if(r[i.a] <= r[i.b], i); continue;
      case Code::kRequireHeld:
        if (state_[static_cast<std::size_t>(r[i.a])] == t.value + 1) continue;
        return fail(th, trace::FailureKind::kLockMisuse, i);
      case Code::kInput: take_input<kSymbolic>(th, i); continue;
      case Code::kAssert:
        if (passes_assertion(th, i)) continue;
        return;
      case Code::kAssume:
        if (passes_assumption(th, i)) continue;
        return;
      case Code::kError: return fail(th, trace::FailureKind::kError, i);
      case Code::kExit: return exit(th, i);
      case Code::kRead:
      case Code::kWrite:
      case Code::kFetchAdd:
      case Code::kExchange:
      case Code::kCas:
      case Code::kTry:
      case Code::kArrive:
      case Code::kChoose:
      case Code::kPlain: return pend(th, i);
      case Code::kUnlock: return pend_unlock(th, i);
      case Code::kAcquire: return pend_acquire(th, i);
      case Code::kAwait: return pend_await(th, i);
      case Code::kCreate: pend(th, i); return pend_create(th, i);
      case Code::kJoin: return pend_join(th, i);
    }
  }
}

template void Interpreter::run_local_code<false>(ThreadId t);
template void Interpreter::run_local_code<true>(ThreadId t);

void Interpreter::pend_create(Thread& th, const Instruction& i) {
  const ThreadId id = child(th.id, program_.bodies[i.target]);
  th.choice = id.valid() ? id.value : trace::kNoChoice;
  if (id.valid() || sets_.cut.contains(th.id)) return;
  sets_.enabled.erase(th.id);
  sets_.beyond.insert(th.id);
}

void Interpreter::pend_join(Thread& th, const Instruction& i) {
  const Value handle = th.frame[i.a];
  const bool is_thread = handle >= 0 && handle < static_cast<Value>(trace::kMaxThreads) &&
                         th.known.contains(ThreadId(static_cast<std::size_t>(handle)));
  if (!is_thread) return fail(th, trace::FailureKind::kBadJoin, i);
  pend(th, i);
  th.choice = handle;
  sets_.joining.insert(th.id);
  if (!sets_.ended.contains(ThreadId(static_cast<std::size_t>(handle)))) sets_.enabled.erase(th.id);
}

}  // namespace heddle::model
