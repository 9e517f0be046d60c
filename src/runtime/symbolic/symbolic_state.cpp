#include "runtime/symbolic/symbolic_state.h"

#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/memory/map_pages.h"
#include "runtime/names/naming.h"
#include "runtime/symbolic/objects.h"

namespace heddle::runtime {

using trace::BranchMode;

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kStepBits = 32;  // of the value of one decision
constexpr unsigned kWordBits = 64;
constexpr unsigned kUserAddressBits = 47;
// How deep to look for decided parts of an expression.
constexpr int kDepth = 6;
// The same for each operation.
constexpr int kShallow = 2;

std::uint64_t mask(unsigned width) { return width >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

std::int64_t with_sign(std::uint64_t value, unsigned width) {
  const unsigned shift = kWordBits - width;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

}  // namespace

bool SymbolicState::map() { return memory_.map(); }

void SymbolicState::init(abi::Channel& channel) {
  channel_ = &channel;
  expressions_.init(channel);
  decided_ = map_pages<Decided>(abi::kMaxExpressions);
  log_ = map_pages<DecidedBy>(abi::kMaxOperations);
  choices_ = map_pages<Choice>(abi::kMaxExpressions);
  locals_ = map_pages<Locals>(trace::kMaxThreads);
}

void SymbolicState::start_run() {
  ++run_;
  runtime().slot->values_size = 0;
  runtime().slot->locals_size = 0;
  log_size_ = 0;
  for (std::uint32_t i = 0; i < channel_->threads_size; ++i) locals_[i].size = 0;
  memory_.start_run();
}

// --- memory

Expr SymbolicState::load(std::uintptr_t address, unsigned size, std::uint64_t value) {
  const auto byte_of = [value](unsigned i) { return static_cast<std::uint8_t>(value >> (i * kByteBits)); };
  bool any = false;
  for (unsigned i = 0; i < size; ++i) any = any || memory_.at(address + i, byte_of(i)) != 0;
  if (!any) return 0;
  Expr result = 0;
  for (unsigned i = 0; i < size; ++i) {
    const Expr byte = of(memory_.at(address + i, byte_of(i)), byte_of(i), kByteBits);
    result = i == 0 ? byte : expressions_.concat(byte, result);
  }
  return shadow(result);
}

void SymbolicState::store(std::uintptr_t address, unsigned size, Expr shadow_of, std::uint64_t value) {
  if (shadow_of != 0 && settles(shadow_of, value)) shadow_of = 0;
  if (shadow_of != 0) runtime().quiet.add_symbolic(address, size);
  // A truth value takes a byte in memory.
  if (shadow_of != 0) shadow_of = expressions_.extend(Kind::kZeroExtend, shadow_of, size * kByteBits);
  bool room = true;
  for (unsigned i = 0; i < size; ++i) {
    const Expr byte = shadow_of == 0 ? 0 : shadow(expressions_.extract(shadow_of, i * kByteBits, kByteBits));
    room = memory_.store(address + i, byte, static_cast<std::uint8_t>(value >> (i * kByteBits))) && room;
  }
  if (!room) runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kShadow);
}

void SymbolicState::copy(std::uintptr_t to, std::uintptr_t from, std::uint64_t size) {
  if (memory_.any(from, size)) runtime().quiet.add_symbolic(to, size);
  if (!memory_.copy(to, from, size)) runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kShadow);
}

bool SymbolicState::note_value(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value) {
  const Expr e = load(address, size, value);
  if (e == 0) return false;
  abi::Slot& slot = *runtime().slot;
  if (slot.values_size < abi::kMaxOperations) {
    slot.values[slot.values_size++] = {operation, e};
  } else {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kOperations);
  }
  return true;
}

bool SymbolicState::reads_are_variables() const {
  return channel_->settings.symbolic >= trace::SymbolicValues::kInputsAndReads && channel_->has_shadows;
}

void SymbolicState::read(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value) {
  if (reads_are_variables()) {
    Thread& self = runtime().scheduler.current();
    store(address, size, expressions_.variable(self.id.value, abi::kFirstRead + self.reads++, size * kByteBits), value);
  }
  if (!memory_.empty()) note_value(operation, address, size, value);
}

void SymbolicState::written(std::uint32_t operation, std::uintptr_t address, unsigned size, std::uint64_t value) {
  if (!memory_.empty()) note_value(operation, address, size, value);
}

void SymbolicState::decide_read(std::uintptr_t address, unsigned size) {
  if (!reads_are_variables()) return;
  std::uint64_t value = 0;
  __builtin_memcpy(&value, reinterpret_cast<const void*>(address), size);
  decide(load(address, size, value), value, BranchMode::kExplore, nullptr);
}

void SymbolicState::fix_read(std::uintptr_t address, std::uint64_t size, const heddle_place* place) {
  if (reads_are_variables()) fix_memory(address, size, "what a library function reads", place);
}

void SymbolicState::not_followed(const char* what) {
  Runtime& rt = runtime();
  if (reads_are_variables() && rt.scheduler.running() && !rt.quiet.alone()) note_fixed(what, nullptr, false);
}

// --- local variables

std::uint32_t SymbolicState::epoch() const { return runtime().scheduler.current().visible; }

bool SymbolicState::names_locals() const {
  return channel_->settings.symbolic == trace::SymbolicValues::kInputsReadsAndLocals;
}

Expr SymbolicState::new_name(std::uint32_t local, unsigned width, Expr shadow_of, std::uint64_t value) {
  abi::Slot& slot = *runtime().slot;
  if (slot.locals_size == abi::kMaxLocals) {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kLocals);
    return shadow_of;
  }
  Thread& self = runtime().scheduler.current();
  const Expr variable = expressions_.variable(self.id.value, abi::kFirstLocal + self.locals++, width);
  slot.locals[slot.locals_size++] = {self.visible - 1, local, of(shadow_of, value, width), variable,
                                     value & mask(width)};
  return variable;
}

Expr SymbolicState::name_local(std::uint32_t epoch_before, std::uint32_t local, unsigned width, Expr shadow_of,
                               std::uint64_t value) {
  if (!names_locals() || epoch_before == epoch()) return shadow_of;
  if (epoch_before == HEDDLE_AT_CALL && shadow_of != 0) {
    const abi::ExpressionRecord& known = expressions_[shadow_of];
    if (known.kind == Kind::kVariable && known.b >= abi::kFirstLocal) return shadow_of;
  }
  return new_name(local, width, shadow_of, value);
}

Expr SymbolicState::name_gift(Expr shadow_of, std::uint64_t value) {
  constexpr std::uint32_t kGift = 0;  // not the number of any local
  return shadow_of != 0 && names_locals() ? new_name(kGift, kWordBits, shadow_of, value) : shadow_of;
}

std::uint32_t SymbolicState::local_memory_count() const {
  return locals_[runtime().scheduler.current().id.index()].size;
}

void SymbolicState::add_local_memory(std::uint32_t local, std::uintptr_t address, unsigned size) {
  if (!names_locals()) return;
  Locals& locals = locals_[runtime().scheduler.current().id.index()];
  if (locals.size == kMaxLocalMemory) {
    runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kLocals);
    return;
  }
  locals.memory[locals.size++] = {address, local, size};
}

void SymbolicState::drop_local_memory(std::uint32_t count) {
  Locals& locals = locals_[runtime().scheduler.current().id.index()];
  if (count < locals.size) locals.size = count;
}

void SymbolicState::name_local_memory() {
  if (!names_locals()) return;
  const Locals& locals = locals_[runtime().scheduler.current().id.index()];
  for (std::uint32_t i = 0; i < locals.size; ++i) {
    const LocalMemory& variable = locals.memory[i];
    std::uint64_t value = 0;
    __builtin_memcpy(&value, reinterpret_cast<const void*>(variable.address), variable.size);
    const Expr before = load(variable.address, variable.size, value);
    store(variable.address, variable.size, new_name(variable.local, variable.size * kByteBits, before, value), value);
  }
}

// --- decisions

bool SymbolicState::is_decided(Expr e) const {
  return decided_[e].run == run_ && (decided_[e].by & bit_of(runtime().scheduler.current().id)) != 0;
}

bool SymbolicState::is_determined(Expr e, int depth) const {
  const abi::ExpressionRecord& r = expressions_[e];
  if (r.kind == Kind::kConstant || is_decided(e)) return true;
  const int operands = symbolic::operand_count(r.kind);
  if (operands == 0 || depth == 0) return false;
  return is_determined(r.a, depth - 1) && (operands < 2 || is_determined(r.b, depth - 1)) &&
         (operands < 3 || is_determined(r.c, depth - 1));
}

bool SymbolicState::is_known(Expr e) const { return is_determined(e, kDepth); }

bool SymbolicState::settles(Expr e, std::uint64_t value) {
  if (channel_->settings.symbolic != trace::SymbolicValues::kInputs || !is_determined(e, kShallow)) return false;
  if (!is_decided(e)) set_decided(e, value);
  return true;
}

Expr SymbolicState::settled(Expr e) {
  if (e == 0 || !is_decided(e) || !decided_[e].has_value) return e;
  if (channel_->settings.symbolic != trace::SymbolicValues::kInputs) return e;
  return expressions_.constant(decided_[e].value, expressions_.width(e));
}

void SymbolicState::set_decided(Expr e, std::uint64_t value) {
  set_decided(e);
  const unsigned width = expressions_.width(e);
  decided_[e].has_value = width <= kWordBits;
  decided_[e].value = value & mask(width);
}

void SymbolicState::set_decided(Expr e) {
  const trace::ThreadId self = runtime().scheduler.current().id;
  if (decided_[e].run != run_) decided_[e] = {run_, false, 0, 0};
  if (knows_meetings() && !is_decided(e)) {
    // What could not be forgotten later must not be remembered.
    if (log_size_ == abi::kMaxOperations) return;
    log_[log_size_++] = {e, self};
  }
  decided_[e].by |= bit_of(self);
}

void SymbolicState::learn(Expr e, std::uint64_t value, int depth) {
  if (expressions_.is_constant(e)) return;
  value &= mask(expressions_.width(e));
  set_decided(e, value);
  if (depth == 0) return;
  const abi::ExpressionRecord r = expressions_[e];
  const bool is_condition = expressions_.width(e) == 1;
  if (is_condition && r.kind == Kind::kEqual && value == 1 && expressions_.is_constant(r.b)) {
    learn(r.a, expressions_[r.b].value, depth - 1);
  } else if (is_condition && r.kind == (value == 1 ? Kind::kAnd : Kind::kOr)) {
    learn(r.a, value, depth - 1);
    learn(r.b, value, depth - 1);
  } else if (const Expr part = simpler(e, value); part != 0) {
    learn(part, value, depth - 1);
  }
}

void SymbolicState::decide_word(Expr e, std::uint32_t value, BranchMode mode, const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  learn(e, value, kDepth);
  scheduler.branch({symbolic::ExprId(e), mode}, value, place);
}

// An operand that determines the value of the whole, is determined by it, and is easier to solve: its value replaces
// that of the whole. 0 if there is none.
Expr SymbolicState::simpler(Expr e, std::uint64_t& value) const {
  const abi::ExpressionRecord r = expressions_[e];
  if (r.kind == Kind::kConstant || r.kind == Kind::kVariable) return 0;  // their parts are not expressions
  const unsigned width = expressions_.width(e);
  if (width > kWordBits) return 0;
  const bool has_two = symbolic::operand_count(r.kind) == 2;
  if (has_two && expressions_.is_constant(r.a)) {
    const std::uint64_t left = expressions_[r.a].value;
    switch (r.kind) {
      case Kind::kXor: value ^= left; break;
      case Kind::kAdd: value -= left; break;
      case Kind::kSub: value = left - value; break;
      default: return 0;
    }
    value &= mask(width);
    return r.b;
  }
  const bool number = has_two && expressions_.is_constant(r.b);
  const std::uint64_t constant = number ? expressions_[r.b].value : 0;
  switch (r.kind) {
    case Kind::kZeroExtend:
    case Kind::kSignExtend: break;
    case Kind::kXor: value ^= constant; break;
    case Kind::kAdd: value -= constant; break;
    case Kind::kSub: value += constant; break;
    case Kind::kMul: {
      // A number of equal things: a multiple of a short number, which cannot overflow.
      const abi::ExpressionRecord& factor = expressions_[r.a];
      const bool extends = factor.kind == Kind::kZeroExtend || factor.kind == Kind::kSignExtend;
      const unsigned room = extends ? width - expressions_.width(factor.a) : 0;
      if (!number || constant == 0 || constant > mask(room)) return 0;
      value = factor.kind == Kind::kZeroExtend
                  ? value / constant
                  : static_cast<std::uint64_t>(with_sign(value, width) / static_cast<std::int64_t>(constant));
      break;
    }
    default: return 0;
  }
  const bool extends = r.kind == Kind::kZeroExtend || r.kind == Kind::kSignExtend;
  if (!extends && !number) return 0;
  value &= mask(expressions_.width(r.a));
  return r.a;
}

void SymbolicState::decide(Expr e, std::uint64_t value, BranchMode mode, const heddle_place* place) {
  if (e == 0 || !runtime().scheduler.running() || is_determined(e, kDepth)) return;
  if (mode != BranchMode::kAssume) {
    std::uint64_t whole = value;
    for (Expr part = simpler(e, value); part != 0; part = simpler(e, value)) {
      set_decided(e, whole);
      e = part;
      whole = value;
    }
  }
  const unsigned width = expressions_.width(e);
  if (width <= kStepBits) return decide_word(e, static_cast<std::uint32_t>(value), mode, place);
  for (const unsigned low : {0U, kStepBits}) {
    const Expr half = expressions_.extract(e, low, low == 0 ? kStepBits : width - kStepBits);
    if (half != 0 && !is_determined(half, kDepth))
      decide_word(half, static_cast<std::uint32_t>(value >> low), mode, place);
  }
  set_decided(e, value);
}

void SymbolicState::note_choice(Expr content, Expr choice, std::uint64_t value, Expr element) {
  if (expressions_[content].kind == Kind::kSelect) choices_[content] = {run_, choice, element, value};
  choices_[choice] = {run_, choice, 0, value};
}

void SymbolicState::decide_choices(Expr e, int depth, const heddle_place* place) {
  if (is_determined(e, depth)) return;
  if (const Choice choice = choices_[e]; choice.run == run_) {
    decide(choice.by, choice.value, BranchMode::kExplore, place);
    if (choice.element == 0) return;
    decide_choices(choice.element, depth, place);
    if (is_determined(choice.element, kDepth)) set_decided(e);
    return;
  }
  if (depth == 0) return;
  const abi::ExpressionRecord r = expressions_[e];
  const int operands = symbolic::operand_count(r.kind);
  if (operands > 0) decide_choices(r.a, depth - 1, place);
  if (operands > 1) decide_choices(r.b, depth - 1, place);
  if (operands > 2) decide_choices(r.c, depth - 1, place);
}

void SymbolicState::note_fixed(const char* reason, const heddle_place* place, bool is_value) {
  const trace::PlaceId at = place_id(place);
  abi::Channel& c = *channel_;
  for (std::uint32_t i = 0; i < c.fixed_size; ++i) {
    if (c.fixed[i].place == at && c.fixed[i].is_value == is_value) return;
  }
  if (c.fixed_size < abi::kMaxFixed) c.fixed[c.fixed_size++] = {at, add_text(reason), is_value};
}

void SymbolicState::fix(Expr e, std::uint64_t value, const char* reason, const heddle_place* place) {
  if (e == 0 || !runtime().scheduler.running()) return;
  decide_choices(e, kDepth, place);
  if (is_determined(e, kDepth)) return;
  note_fixed(reason, place, true);
  decide(e, value, BranchMode::kFix, place);
}

void SymbolicState::look_at_flags(const heddle_place* place) {
  if (raised_ == run_ && runtime().scheduler.running()) note_fixed("flags of floating point", place, true);
}

void SymbolicState::fix_memory(std::uintptr_t address, std::uint64_t size, const char* reason,
                               const heddle_place* place) {
  if (memory_.empty()) return;
  const std::uintptr_t end = address + size;
  for (std::uintptr_t at = address; at < end;) {
    // A page without expressions can be skipped.
    const std::uintptr_t next = align_down(at, kPageSize) + kPageSize;
    const std::uintptr_t stop = next < end ? next : end;
    for (; memory_.any(at, 1) && at < stop; ++at) {
      const std::uint8_t value = *reinterpret_cast<const std::uint8_t*>(at);
      if (const Expr byte = memory_.at(at, value); byte != 0) fix(byte, value, reason, place);
    }
    at = stop;
  }
}

void SymbolicState::fix_object(std::uintptr_t address, const char* reason, const heddle_place* place) {
  if (memory_.empty()) return;
  if (const std::uintptr_t end = object_at(address).end; end != 0)
    return fix_memory(address, end - address, reason, place);
  std::uint64_t concrete = 0;
  for (std::uint64_t i = 0; i < abi::kMaxInputBytes && concrete < kStretch; ++i) {
    // A page without expressions can be skipped, if it exists.
    if (!memory_.any(address + i, 1)) break;
    const std::uint8_t value = *reinterpret_cast<const std::uint8_t*>(address + i);
    const Expr byte = memory_.at(address + i, value);
    concrete = byte == 0 ? concrete + 1 : 0;
    if (byte != 0) fix(byte, value, reason, place);
  }
}

void SymbolicState::fix_reachable(std::uintptr_t address, std::uint64_t size, const char* reason,
                                  const heddle_place* place) {
  if (memory_.empty()) return;
  constexpr int kPointers = 3;  // how many are followed from object to object
  if (size != 0) {
    fix_memory(address, size, reason, place);
  } else {
    fix_object(address, reason, place);
  }
  std::uintptr_t end = object_at(address).end;
  if (end == 0) end = address + size;
  fix_pointers(address, end, kPointers, reason, place);
}

// Anything that looks like a pointer to memory with expressions counts as one.
void SymbolicState::fix_pointers(std::uintptr_t begin, std::uintptr_t end, int depth, const char* reason,
                                 const heddle_place* place) {
  constexpr std::uintptr_t kMost = 4096;
  if (end - begin > kMost) end = begin + kMost;
  for (std::uintptr_t at = align_down(begin + sizeof(void*) - 1, sizeof(void*)); at + sizeof(void*) <= end;
       at += sizeof(void*)) {
    const std::uintptr_t target = *reinterpret_cast<const std::uintptr_t*>(at);
    if (target >= begin && target < end) continue;
    const bool is_address = target >> kUserAddressBits == 0 && target >= kPageSize;
    if (!is_address) continue;
    const std::uintptr_t target_end = object_at(target).end;
    if (memory_.any(target, 1)) fix_object(target, reason, place);
    if (depth > 1 && target_end > target) fix_pointers(target, target_end, depth - 1, reason, place);
  }
}

bool SymbolicState::is_compared(std::uintptr_t address) const {
  if (channel_->compared_size == 0 || reads_are_variables()) return false;
  for (std::uint32_t i = 0; i < channel_->compared_size; ++i) {
    if (channel_->compared[i] == address) return true;
  }
  return false;
}

bool SymbolicState::compare(std::uintptr_t address) {
  abi::Channel& c = *channel_;
  if (reads_are_variables()) return false;
  if (!runtime().scheduler.running()) return true;
  for (std::uint32_t i = 0; i < c.found_compared_size; ++i) {
    if (c.compared[i] == address) return true;
  }
  if (c.found_compared_size == abi::kMaxCompared) {
    runtime().slot->overflow |= static_cast<std::uint32_t>(abi::Overflow::kCompared);
    return false;
  }
  c.compared[c.found_compared_size++] = address;
  return true;
}

// --- inputs

// From now on additions are in order.
void SymbolicState::note_inputs() {
  if (channel_->takes_inputs) return;
  channel_->takes_inputs = true;
  ++channel_->knowledge;
  if (channel_->sums_commute) runtime().slot->start_again = true;
}

Input SymbolicState::finish_input(std::uint64_t value, std::uint32_t nth, unsigned width, bool is_signed,
                                  const char* name, const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  Thread& self = scheduler.current();
  value &= mask(width);
  note_inputs();
  const Expr e = runtime().slot->concrete ? 0 : expressions_.variable(self.id.value, nth, width);
  // Its name is not part of what it is: the first one to name it decides.
  if (e != 0 && name != nullptr && channel_->expression_names[e] == 0) channel_->expression_names[e] = add_text(name);
  self.add_change();
  scheduler.record(trace::OpKind::kInput, place, is_signed ? with_sign(value, width) : static_cast<std::int64_t>(value),
                   e);
  return {value, e};
}

Input SymbolicState::take_input(unsigned width, bool is_signed, const char* name, const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  const std::uint32_t nth = scheduler.current().inputs;
  bool given = false;
  return finish_input(static_cast<std::uint64_t>(scheduler.next_input(given)), nth, width, is_signed, name, place);
}

Input SymbolicState::take_input(unsigned width, bool is_signed, std::int64_t low, std::int64_t high, const char* name,
                                const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  const std::uint32_t nth = scheduler.current().inputs;
  bool given = false;
  auto value = static_cast<std::uint64_t>(scheduler.next_input(given)) & mask(width);
  const auto is_within = [&](std::uint64_t v) {
    if (is_signed) return low <= with_sign(v, width) && with_sign(v, width) <= high;
    return static_cast<std::uint64_t>(low) <= v && v <= static_cast<std::uint64_t>(high);
  };
  if (!given && !is_within(value) && low <= high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    value = static_cast<std::uint64_t>(low) + (span == 0 || value == 0 ? 0 : value % span);
  }
  const Input input = finish_input(value, nth, width, is_signed, name, place);
  const Kind less_equal = is_signed ? Kind::kSignedLessEqual : Kind::kUnsignedLessEqual;
  Expr within = 0;
  if (input.expression != 0) {
    const Expr above = expressions_.binary(less_equal, expressions_.constant(static_cast<std::uint64_t>(low), width),
                                           input.expression);
    const Expr below = expressions_.binary(less_equal, input.expression,
                                           expressions_.constant(static_cast<std::uint64_t>(high), width));
    within = shadow(expressions_.binary(Kind::kAnd, above, below));
  }
  assume(within, is_within(input.value), place);
  return input;
}

void SymbolicState::assume(Expr condition, bool value, const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  if (condition != 0) {
    decide(condition, value ? 1 : 0, BranchMode::kAssume, place);
  } else {
    scheduler.record(trace::OpKind::kAssume, place, value ? 1 : 0);
  }
  if (!value) scheduler.stop(Stop::kAssumeFailed, place);
}

}  // namespace heddle::runtime
