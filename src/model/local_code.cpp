#include <bit>

#include "model/interpreter.h"
#include "trace/semantics.h"

namespace heddle::model {

using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

void Interpreter::record(const Thread& th, OpKind kind, trace::PlaceId place, std::int64_t value) {
  trace::Operation& op = trace_->operations.emplace_back();
  op.kind = kind;
  op.thread = th.pending.thread;
  op.place = place;
  op.value = value;
}

// The thread goes no further; what it would do next is shown as the end it does not reach.
void Interpreter::stop(Thread& th, trace::PlaceId place) {
  const ThreadId t = th.pending.thread;
  th.pending = {};
  th.pending.thread = t;
  th.pending.place = place;
}

void Interpreter::fail(Thread& th, trace::FailureKind kind, trace::PlaceId place) {
  trace_->failures.push_back({kind, th.pending.thread, place});
  sets_.failed |= trace::thread_bit(th.pending.thread);
  stop(th, place);
}

// The n-th input of the thread. Tests list them mostly in order, so the search begins behind the last one.
Value Interpreter::next_input(Thread& th) {
  read_input_ = true;
  const std::vector<trace::InputValue>& inputs = test_->inputs;
  const std::uint32_t nth = th.inputs++;
  for (std::size_t tried = 0; tried < inputs.size(); ++tried) {
    std::size_t at = th.input_at + tried;
    if (at >= inputs.size()) at -= inputs.size();
    if (inputs[at].thread != th.pending.thread || inputs[at].nth != nth) continue;
    th.input_at = static_cast<std::uint32_t>(at + 1 == inputs.size() ? 0 : at + 1);
    return static_cast<Value>(inputs[at].value);
  }
  return picker_.pick_input();
}

// Makes instruction `i` the pending operation of the thread; the caller sees to the details of some kinds.
inline void Interpreter::pend(Thread& th, const Instruction& i, ThreadSet bit) {
  th.pc = &i;
  th.pending.kind = i.kind;
  th.pending.location = trace::LocationId(static_cast<std::size_t>(th.frame[i.a]));
  th.pending.place = i.place;
  th.pending.choice = trace::kNoChoice;
  th.pending.operand = 0;
  if (th.steps == test_->depth) [[unlikely]] {
    sets_.cut |= bit;
  } else {
    sets_.enabled |= bit;
  }
}

// Runs the local code of a thread up to its next step.
void Interpreter::advance(ThreadId t) {
  Thread& th = threads_[t.index()];
  const ThreadSet bit = trace::thread_bit(t);
  Value* const r = th.frame;
  const Instruction* const code = program_.code.data();
  const Instruction* pc = th.pc;
  std::int64_t budget = kMaxLocalInstructions;
  for (;;) {
    const Instruction& i = *pc++;
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
        if (r[i.b] == 0) return fail(th, trace::FailureKind::kDivisionByZero, i.place);
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
        if (bits(r[i.a]) >= bits(r[i.c])) return fail(th, trace::FailureKind::kOutOfRange, i.place);
        r[i.dst] = r[i.a] + r[i.b];
        continue;
      case Code::kJump: pc = code + i.target; continue;
      case Code::kLoop:
        budget -= pc - (code + i.target);
        if (budget < 0) {
          sets_.cut |= bit;
          return stop(th, i.place);
        }
        pc = code + i.target;
        continue;
      case Code::kJumpIf: if (r[i.a] != 0) pc = code + i.target; continue;
      case Code::kJumpUnless: if (r[i.a] == 0) pc = code + i.target; continue;
      case Code::kJumpEqual: if (r[i.a] == r[i.b]) pc = code + i.target; continue;
      case Code::kJumpNotEqual: if (r[i.a] != r[i.b]) pc = code + i.target; continue;
      case Code::kJumpLess: if (r[i.a] < r[i.b]) pc = code + i.target; continue;
      case Code::kJumpLessEqual: if (r[i.a] <= r[i.b]) pc = code + i.target; continue;
      case Code::kRequireHeld:
        if (state_[static_cast<std::size_t>(r[i.a])] == t.value + 1) continue;
        return fail(th, trace::FailureKind::kLockMisuse, i.place);
      case Code::kInput:
        r[i.dst] = next_input(th);
        record(th, OpKind::kInput, i.place, r[i.dst]);
        continue;
      case Code::kAssert:
        record(th, OpKind::kAssert, i.place, r[i.a] != 0);
        if (r[i.a] != 0) continue;
        return fail(th, trace::FailureKind::kAssertion, i.place);
      case Code::kAssume:
        record(th, OpKind::kAssume, i.place, r[i.a] != 0);
        if (r[i.a] != 0) continue;
        sets_.unassumed |= bit;
        return stop(th, i.place);
      case Code::kError: return fail(th, trace::FailureKind::kError, i.place);
      case Code::kExit:
        record(th, OpKind::kExit, i.place, 0);
        sets_.ended |= bit;
        return end(t);
      case Code::kRead:
      case Code::kWrite:
      case Code::kFetchAdd:
      case Code::kExchange:
      case Code::kTry:
      case Code::kPlain: return pend(th, i, bit);
      case Code::kCas:
        pend(th, i, bit);
        th.pending.operand = r[i.b];
        return;
      case Code::kUnlock:
        if (state_[static_cast<std::size_t>(r[i.a])] == t.value + 1) return pend(th, i, bit);
        return fail(th, trace::FailureKind::kLockMisuse, i.place);
      case Code::kAcquire:
        pend(th, i, bit);
        sets_.acquiring |= bit;
        if (!trace::enabled_at(th.pending, state_[th.pending.location.index()])) sets_.enabled &= ~bit;
        return;
      case Code::kAwait:
        pend(th, i, bit);
        if ((sets_.woken & bit) == 0) sets_.enabled &= ~bit;
        return;
      case Code::kArrive:
        pend(th, i, bit);
        th.pending.operand = r[i.b];
        return;
      case Code::kCreate:
        pend(th, i, bit);
        th.pending.location = trace::LocationId::none();
        return pend_create(th, i);
      case Code::kJoin: return pend_join(th, i, bit);
      case Code::kChoose:
        pend(th, i, bit);
        th.pending.location = trace::LocationId::none();
        th.pending.operand = trace::pack({r[i.a], r[i.b]});
        return;
    }
  }
}

void Interpreter::end(ThreadId t) {
  // Whoever waits for the end of this thread may go on.
  for (ThreadSet rest = sets_.joining; rest != 0; rest &= rest - 1) {
    const Thread& other = threads_[static_cast<std::size_t>(std::countr_zero(rest))];
    if (other.pending.choice != t.value) continue;
    const ThreadSet bit = rest & -rest;
    if ((sets_.cut & bit) == 0) sets_.enabled |= bit;
  }
}

void Interpreter::pend_create(Thread& th, const Instruction& i) {
  const ThreadId id = child(th.pending.thread, program_.bodies[i.target]);
  th.pending.choice = id.valid() ? id.value : trace::kNoChoice;
}

void Interpreter::pend_join(Thread& th, const Instruction& i, ThreadSet bit) {
  const Value handle = th.frame[i.a];
  const bool is_thread = handle >= 0 && handle < static_cast<Value>(trace::kMaxThreads) && ((th.known >> handle) & 1) != 0;
  if (!is_thread) return fail(th, trace::FailureKind::kBadJoin, i.place);
  pend(th, i, bit);
  th.pending.location = trace::LocationId::none();
  th.pending.choice = handle;
  sets_.joining |= bit;
  if (((sets_.ended >> handle) & 1) == 0) sets_.enabled &= ~bit;
}

}  // namespace heddle::model
