// Programs with inputs: the expressions of what registers and locations hold, alongside the concrete values.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "model/interpreter.h"

namespace heddle::model {

using symbolic::ExprId;
using symbolic::Kind;
using trace::OpKind;

namespace {

constexpr unsigned kWidth = 32;
// Reads and locals that are made symbolic are numbered separately from their thread's inputs.
constexpr std::uint32_t kFirstRead = 1U << 31;
constexpr std::uint32_t kFirstLocal = 3U << 30;

}  // namespace

bool Interpreter::make_symbolic(trace::SymbolicValues values) {
  symbolic_ = program_.takes_inputs || values != trace::SymbolicValues::kInputs;
  symbolic_values_ = values;
  order_additions(symbolic_);
  if (!expressions_) expressions_ = std::make_unique<symbolic::Expressions>();
  shadows_.assign(frames_.size(), Shadow::none());
  state_shadow_.assign(state_.size(), Shadow::none());
  undecided_.resize(state_.size());  // what is known stays: searches that take turns differ in the values
  const auto point = [&](Thread& th) {
    if (th.frame != nullptr) th.shadow = shadows_.data() + (th.frame - frames_.data());
  };
  for (Thread& th : threads_) point(th);
  for (Thread& th : snapshot_.threads) point(th);
  return true;
}

// Sums of expressions differ depending on their order.
void Interpreter::order_additions(bool ordered) {
  for (Instruction& i : program_.code) {
    if (i.adds) i.kind = ordered ? OpKind::kRmw : OpKind::kAdd;
  }
}

// Does a cas or exchange there have an outcome that is an expression?
bool Interpreter::is_undecided(const Thread& th, const Instruction& i) const {
  return symbolic_ && (i.code == Code::kCas || i.code == Code::kExchange) && undecided_[th.location.index()] &&
         !reads_are_variables();
}

// The location holds, or is compared with, what depends on inputs. Until refine() the strategies take its cas and
// exchange for what they do with the values of their run.
void Interpreter::leave_undecided(trace::LocationId location) {
  if (undecided_[location.index()] || !program_.compared[location.index()] || reads_are_variables()) return;
  if (std::find(found_.begin(), found_.end(), location) == found_.end()) found_.push_back(location);
}

bool Interpreter::refine() {
  if (found_.empty()) return false;
  for (const trace::LocationId location : found_) undecided_[location.index()] = true;
  refined_.insert(refined_.end(), found_.begin(), found_.end());
  found_.clear();
  return true;
}

void Interpreter::clear_shadows() {
  // Frames of created threads are cleared when the thread starts.
  std::fill_n(shadows_.begin(), static_frames_, Shadow::none());
  std::fill(state_shadow_.begin(), state_shadow_.end(), Shadow::none());
}

ExprId Interpreter::expression(const Thread& th, Register r, Value value) {
  return th.shadow[r].valid() ? th.shadow[r] : expressions_->constant(bits(value), kWidth);
}

ExprId Interpreter::variable(trace::ThreadId t, std::uint32_t nth) {
  std::vector<ExprId>& known = variables_[t.index()];
  while (known.size() <= nth) {
    const std::string name = fmt::format("{}.input{}", program_.names.threads[t.index()].name, known.size() + 1);
    known.push_back(expressions_->variable(t.value, static_cast<std::uint32_t>(known.size()), kWidth, name));
  }
  return known[nth];
}

Interpreter::Shadow Interpreter::shadow_of(ExprId e) const { return expressions_->is_constant(e) ? Shadow::none() : e; }

ExprId Interpreter::is_zero(ExprId e) { return expressions_->equal(e, expressions_->constant(0, kWidth)); }

// The expression of dst = a op b, one of which is not concrete.
Interpreter::Shadow Interpreter::shadow_result(const Thread& th, const Instruction& i) {
  symbolic::Expressions& x = *expressions_;
  const ExprId a = expression(th, i.a);
  const auto b = [&] { return expression(th, i.b); };
  const auto number = [&](ExprId condition) { return x.zero_extend(condition, kWidth); };
  const auto count = [&] { return x.binary(Kind::kAnd, b(), x.constant(kWidth - 1, kWidth)); };
  switch (i.code) {
    case Code::kMove: return a;
    case Code::kNegate: return x.binary(Kind::kSub, x.constant(0, kWidth), a);
    case Code::kNot: return number(is_zero(a));
    case Code::kComplement: return x.binary(Kind::kXor, a, x.constant(bits(-1), kWidth));
    case Code::kAdd: return x.binary(Kind::kAdd, a, b());
    case Code::kSubtract: return x.binary(Kind::kSub, a, b());
    case Code::kMultiply: return x.binary(Kind::kMul, a, b());
    case Code::kDivide: return x.binary(Kind::kSDiv, a, b());
    case Code::kModulo: return x.binary(Kind::kSRem, a, b());
    case Code::kAnd: return x.binary(Kind::kAnd, a, b());
    case Code::kOr: return x.binary(Kind::kOr, a, b());
    case Code::kXor: return x.binary(Kind::kXor, a, b());
    case Code::kShiftLeft: return x.binary(Kind::kShl, a, count());
    case Code::kShiftRight: return x.binary(Kind::kAShr, a, count());
    case Code::kEqual: return number(x.equal(a, b()));
    case Code::kNotEqual: return number(x.negate(x.equal(a, b())));
    case Code::kLess: return number(x.binary(Kind::kSignedLess, a, b()));
    case Code::kLessEqual: return number(x.binary(Kind::kSignedLessEqual, a, b()));
    default: CHECK(false);
  }
  return Shadow::none();
}

// Stops the thread before a jump. What is decided is the condition in the source.
bool Interpreter::decide_jump(Thread& th, const Instruction& i, bool is_taken) {
  const ExprId condition = jump_condition(th, i);
  return decide(th, i, i.negated ? expressions_->negate(condition) : condition, is_taken != i.negated ? 1 : 0);
}

// The condition under which a jump is taken.
ExprId Interpreter::jump_condition(const Thread& th, const Instruction& i) {
  symbolic::Expressions& x = *expressions_;
  const ExprId a = expression(th, i.a);
  switch (i.code) {
    case Code::kJumpIf: return x.negate(is_zero(a));
    case Code::kJumpUnless: return is_zero(a);
    case Code::kJumpEqual: return x.equal(a, expression(th, i.b));
    case Code::kJumpNotEqual: return x.negate(x.equal(a, expression(th, i.b)));
    case Code::kJumpLess: return x.binary(Kind::kSignedLess, a, expression(th, i.b));
    case Code::kJumpLessEqual: return x.binary(Kind::kSignedLessEqual, a, expression(th, i.b));
    default: CHECK(false);
  }
  return a;
}

// Stops the thread before a decision, unless there is nothing to decide.
bool Interpreter::decide(Thread& th, const Instruction& i, ExprId e, std::int32_t value, trace::BranchMode mode) {
  if (expressions_->is_constant(e)) return false;
  th.pc = &i;
  th.decision = {e, mode};
  th.decided = value;
  sets_.deciding.insert(th.id);
  return true;
}

bool Interpreter::decide_value(Thread& th, const Instruction& i, Register r) {
  return th.shadow[r].valid() && decide(th, i, th.shadow[r], th.frame[r]);
}

// All indices out of range are one outcome.
bool Interpreter::decide_index(Thread& th, const Instruction& i) {
  const Value index = th.frame[i.a];
  const Value size = th.frame[i.c];
  if (const ExprId e = th.shadow[i.a]; e.valid()) {
    const ExprId end = expressions_->constant(bits(size), kWidth);
    const ExprId in_range = expressions_->binary(Kind::kUnsignedLess, e, end);
    if (decide(th, i, expressions_->select(in_range, e, end), bits(index) < bits(size) ? index : size)) return true;
  }
  th.shadow[i.dst] = Shadow::none();
  return false;
}

bool Interpreter::decide_condition(Thread& th, const Instruction& i, trace::BranchMode mode) {
  const Shadow condition = th.shadow[i.a];
  return condition.valid() && decide(th, i, expressions_->negate(is_zero(condition)), th.frame[i.a] != 0, mode);
}

// Updates the shadows for the instruction that comes next; true if the thread must stop for a decision instead.
bool Interpreter::shadow_instruction(Thread& th, const Instruction& i) {
  Shadow* const s = th.shadow;
  const Value* const r = th.frame;
  const auto concerns = [&](bool b) { return s[i.a].valid() || (b && s[i.b].valid()); };
  switch (i.code) {
    case Code::kMove: s[i.dst] = s[i.a]; return false;
    case Code::kNegate:
    case Code::kNot:
    case Code::kComplement: s[i.dst] = concerns(false) ? shadow_of(shadow_result(th, i)) : Shadow::none(); return false;
    case Code::kDivide:
    case Code::kModulo:
      if (s[i.b].valid() && decide(th, i, is_zero(s[i.b]), r[i.b] == 0)) return true;
      [[fallthrough]];
    case Code::kAdd:
    case Code::kSubtract:
    case Code::kMultiply:
    case Code::kAnd:
    case Code::kOr:
    case Code::kXor:
    case Code::kShiftLeft:
    case Code::kShiftRight:
    case Code::kEqual:
    case Code::kNotEqual:
    case Code::kLess:
    case Code::kLessEqual: s[i.dst] = concerns(true) ? shadow_of(shadow_result(th, i)) : Shadow::none(); return false;
    case Code::kIndex: return decide_index(th, i);
    case Code::kJumpIf:
    case Code::kJumpUnless: return concerns(false) && decide_jump(th, i, (r[i.a] != 0) == (i.code == Code::kJumpIf));
    case Code::kJumpEqual: return concerns(true) && decide_jump(th, i, r[i.a] == r[i.b]);
    case Code::kJumpNotEqual: return concerns(true) && decide_jump(th, i, r[i.a] != r[i.b]);
    case Code::kJumpLess: return concerns(true) && decide_jump(th, i, r[i.a] < r[i.b]);
    case Code::kJumpLessEqual: return concerns(true) && decide_jump(th, i, r[i.a] <= r[i.b]);
    case Code::kInput: s[i.dst] = variable(th.id, th.inputs); return false;
    case Code::kAssert: return decide_condition(th, i, trace::BranchMode::kExplore);
    case Code::kAssume: return decide_condition(th, i, trace::BranchMode::kAssume);
    // Where reads are variables, these say what they compare.
    case Code::kWrite:
    case Code::kFetchAdd:
      return reads_are_variables() && program_.compared[static_cast<std::size_t>(r[i.a])] && decide_value(th, i, i.b);
    case Code::kExchange: return reads_are_variables() && decide_value(th, i, i.b);
    case Code::kCas: return reads_are_variables() && (decide_value(th, i, i.b) || decide_value(th, i, i.c));
    case Code::kJoin: return decide_value(th, i, i.a);
    case Code::kJump:
    case Code::kLoop:
    case Code::kRequireHeld:
    case Code::kError:
    case Code::kExit:
    case Code::kRead:
    case Code::kTry:
    case Code::kUnlock:
    case Code::kPlain:
    case Code::kAcquire:
    case Code::kAwait:
    case Code::kArrive:
    case Code::kCreate:
    case Code::kChoose: return false;
  }
  return false;
}

void Interpreter::take_decision(Thread& th) {
  const Instruction& i = *th.pc;
  trace::Operation& op = trace_->operations.emplace_back();
  op.kind = OpKind::kBranch;
  op.thread = th.id;
  op.place = i.place;
  op.choice = th.decided;
  op.operand = trace::pack(th.decision);
  sets_.enabled.erase(th.id);
  sets_.deciding.erase(th.id);
  current_ = th.id;
  ++steps_;
  ++th.steps;
  th.decision = {};
  follow_decision(th, i, op.choice);
}

// Does what was decided before the instruction, and continues.
void Interpreter::follow_decision(Thread& th, const Instruction& i, std::int32_t value) {
  Shadow* const s = th.shadow;
  Value* const r = th.frame;
  const bool yes = value != 0;
  switch (i.code) {
    case Code::kJumpIf:
    case Code::kJumpUnless:
    case Code::kJumpEqual:
    case Code::kJumpNotEqual:
    case Code::kJumpLess:
    case Code::kJumpLessEqual: th.pc = yes != i.negated ? program_.code.data() + i.target : &i + 1; break;
    case Code::kDivide:
    case Code::kModulo:
      if (yes) return fail(th, trace::FailureKind::kDivisionByZero, i);
      s[i.dst] = shadow_of(shadow_result(th, i));
      r[i.dst] = i.code == Code::kDivide ? divide(r[i.a], r[i.b]) : modulo(r[i.a], r[i.b]);
      th.pc = &i + 1;
      break;
    case Code::kIndex:
      if (value == r[i.c]) return fail(th, trace::FailureKind::kOutOfRange, i);
      s[i.a] = Shadow::none();
      break;
    case Code::kAssert:
      record(th, OpKind::kAssert, i.place, yes);
      if (!yes) return fail(th, trace::FailureKind::kAssertion, i);
      th.pc = &i + 1;
      break;
    case Code::kAssume:
      record(th, OpKind::kAssume, i.place, yes);
      if (!yes) {
        sets_.unassumed.insert(th.id);
        return;
      }
      th.pc = &i + 1;
      break;
    case Code::kJoin: s[i.a] = Shadow::none(); break;
    case Code::kCas: (s[i.b].valid() ? s[i.b] : s[i.c]) = Shadow::none(); break;
    default: s[i.b] = Shadow::none(); break;
  }
  advance(th.id);
}

// What a step read and wrote.
void Interpreter::shadow_step(Thread& th, const Instruction& i, const trace::Operation& op) {
  Shadow* const s = th.shadow;
  const auto fresh = [&] { return expressions_->variable(th.id.value, kFirstRead + th.reads++, kWidth, ""); };
  const auto note = [&](Shadow e) {
    if (e.valid()) trace_->expressions.push_back({static_cast<std::uint32_t>(trace_->operations.size() - 1), e});
  };
  switch (i.code) {
    case Code::kRead:
      s[i.dst] = reads_are_variables() ? fresh() : state_shadow_[op.location.index()];
      note(s[i.dst]);
      break;
    case Code::kWrite:
      state_shadow_[op.location.index()] = s[i.b];
      if (s[i.b].valid()) leave_undecided(op.location);
      note(s[i.b]);
      break;
    case Code::kFetchAdd: {
      Shadow& state = state_shadow_[op.location.index()];
      const Shadow old = reads_are_variables() ? fresh() : state;
      if (reads_are_variables()) note(old);
      if (old.valid() || s[i.b].valid()) {
        const ExprId before = old.valid() ? old : expressions_->constant(bits(static_cast<Value>(op.before)), kWidth);
        state = shadow_of(expressions_->binary(Kind::kAdd, before, expression(th, i.b, given_)));
        leave_undecided(op.location);
        note(state);
      }
      s[i.dst] = old;
      break;
    }
    case Code::kExchange:
      if (!reads_are_variables()) {
        shadow_exchange(th, i, op);
        break;
      }
      s[i.dst] = fresh();
      note(s[i.dst]);
      break;
    case Code::kCas: {
      if (!reads_are_variables()) {
        shadow_compared(th, i, op);
        break;
      }
      const ExprId found = fresh();
      note(found);
      s[i.dst] = expressions_->zero_extend(
          expressions_->equal(found, expressions_->constant(bits(static_cast<Value>(op.operand)), kWidth)), kWidth);
      break;
    }
    case Code::kTry:
    case Code::kChoose: s[i.dst] = Shadow::none(); break;
    default: break;
  }
  th.segment = static_cast<std::uint32_t>(trace_->operations.size() - 1);
  name_locals(th, th.segment, th.variables);
}

void Interpreter::shadow_exchange(Thread& th, const Instruction& i, const trace::Operation& op) {
  Shadow& state = state_shadow_[op.location.index()];
  const Shadow found = std::exchange(state, th.shadow[i.b]);
  th.shadow[i.dst] = found;
  if (found.valid() || state.valid()) leave_undecided(op.location);
}

// What is there afterwards is one expression, since others read it whether or not they know the outcome.
void Interpreter::shadow_compared(Thread& th, const Instruction& i, const trace::Operation& op) {
  Shadow& state = state_shadow_[op.location.index()];
  const bool concerns = state.valid() || th.shadow[i.b].valid() || th.shadow[i.c].valid();
  if (!concerns) {
    th.shadow[i.dst] = Shadow::none();
    return;
  }
  leave_undecided(op.location);
  const ExprId found = state.valid() ? state : expressions_->constant(bits(static_cast<Value>(op.before)), kWidth);
  const ExprId is_same = expressions_->equal(found, expression(th, i.b, given_));
  state = shadow_of(expressions_->select(is_same, expression(th, i.c, given_second_), found));
  th.shadow[i.dst] = shadow_of(expressions_->zero_extend(is_same, kWidth));
}

// The first `count` registers get names, in the segment that the operation begins.
void Interpreter::name_locals(Thread& th, std::uint32_t operation, std::uint32_t count) {
  if (symbolic_values_ != trace::SymbolicValues::kInputsReadsAndLocals) return;
  for (std::uint32_t r = 0; r < count; ++r) {
    const ExprId fresh = expressions_->variable(th.id.value, kFirstLocal + th.locals++, kWidth, "");
    trace_->locals.push_back({operation, r, expression(th, static_cast<Register>(r)), fresh, th.frame[r]});
    th.shadow[r] = fresh;
  }
}

// The thread has run its local code: has it reached a visible operation? Then its variables get names there, too, so
// that all paths that lead to this operation are the same from here on.
void Interpreter::reach_control_point(Thread& th) {
  const trace::ThreadId t = th.id;
  const bool has_stopped = sets_.ended.contains(t) || sets_.failed.contains(t) || sets_.unassumed.contains(t) ||
                           sets_.cut.contains(t) || sets_.beyond.contains(t);
  if (has_stopped || th.decision.expression.valid()) return;
  const auto first = static_cast<std::uint32_t>(trace_->locals.size());
  name_locals(th, th.segment, th.variables);
  const auto at = static_cast<std::uint32_t>(trace_->operations.size());
  trace_->controls.push_back({at, t, first, th.variables, control_of(th)});
}

// The operands decided on the way are part of it: what the operation does depends on them.
base::Hash128 Interpreter::control_of(const Thread& th) const {
  const Instruction& i = *th.pc;
  base::Hash128 hash;
  hash.add(static_cast<std::uint64_t>(&i - program_.code.data())).add(th.inputs);
  const trace::Operation op = pending(th);
  hash.add(op.location.value).add(static_cast<std::uint64_t>(op.operand)).add(static_cast<std::uint64_t>(op.choice));
  if (i.code == Code::kCas) hash.add(bits(th.frame[i.c]));
  return hash;
}

}  // namespace heddle::model
