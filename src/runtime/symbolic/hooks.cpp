#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/names/external.h"
#include "runtime/symbolic/fold.h"
#include "runtime/sys/address.h"
#include "runtime/sys/text_buffer.h"

// What instrumented code calls to compute with symbolic values.

namespace heddle::runtime {

namespace {

using symbolic::Kind;
using trace::BranchMode;

constexpr unsigned kWordBits = 64;

struct How {
  Kind kind;
  unsigned width;
  unsigned low;
};

How how_of(std::uint32_t how) { return {static_cast<Kind>(how & 0xff), how >> 8 & 0xff, how >> 16 & 0xff}; }

// A division involves two decisions: it faults if the divisor is zero, or if the result is too large.
void decide_division(SymbolicState& sym, const How& how, Expr a, std::uint64_t a_value, Expr b, std::uint64_t b_value,
                     const heddle_place* place) {
  ExpressionTable& table = sym.expressions();
  const std::uint64_t all = how.width == kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << how.width) - 1;
  const std::uint64_t least = std::uint64_t{1} << (how.width - 1);
  const auto is = [&](Expr e, std::uint64_t v) { return table.binary(Kind::kEqual, e, table.constant(v, how.width)); };
  const Expr dividend = sym.of(a, a_value, how.width);
  const Expr divisor = sym.of(b, b_value, how.width);
  sym.decide(sym.shadow(is(divisor, 0)), (b_value & all) == 0 ? 1 : 0, BranchMode::kExplore, place);
  if (how.kind != Kind::kSDiv && how.kind != Kind::kSRem) return;
  // Most divisors are constants other than -1: one part that is certainly false settles it.
  const Expr overflows = table.binary(Kind::kAnd, is(dividend, least), is(divisor, all));
  const bool impossible = (a == 0 && (a_value & all) != least) || (b == 0 && (b_value & all) != all);
  if (impossible) return;
  const bool now = (a_value & all) == least && (b_value & all) == all;
  sym.decide(sym.shadow(overflows), now ? 1 : 0, BranchMode::kExplore, place);
}

void decide_switch(SymbolicState& sym, Expr e, unsigned width, std::uint64_t value, std::uint32_t count,
                   const std::uint64_t* cases, const std::uint32_t* numbers, const heddle_place* place) {
  constexpr unsigned kNumberBits = 32;
  ExpressionTable& table = sym.expressions();
  std::uint32_t taken = numbers[count];
  Expr which = table.constant(numbers[count], kNumberBits);
  for (std::uint32_t i = count; i-- > 0;) {
    const Expr is_this = table.binary(Kind::kEqual, e, table.constant(cases[i], width));
    which = table.select(is_this, table.constant(numbers[i], kNumberBits), which);
    if (cases[i] == value) taken = numbers[i];
  }
  sym.decide(sym.shadow(which), taken, BranchMode::kExplore, place);
}

// What is concrete now may be a variable as soon as it is read.
bool may_read_variables() {
  Runtime& rt = runtime();
  return rt.scheduler.running() && rt.symbolic.reads_are_variables() && !rt.quiet.alone();
}

}  // namespace

// Only the lowest byte of an exit code counts.
void decide_exit_code(const void* function, int code) {
  constexpr unsigned kCodeBits = 8;
  const Expr shadow = take_argument(function, 0);
  if (shadow == 0) return;
  SymbolicState& sym = runtime().symbolic;
  ExpressionTable& table = sym.expressions();
  const Expr is_zero = table.binary(Kind::kEqual, table.extract(shadow, 0, kCodeBits), table.constant(0, kCodeBits));
  sym.decide(sym.shadow(is_zero), static_cast<std::uint8_t>(code) == 0 ? 1 : 0, BranchMode::kExplore, nullptr);
}

Expr take_argument(const void* function, unsigned index) {
  if (__heddle_shadows.callee != function) return 0;
  __heddle_shadows.callee = nullptr;
  return __heddle_shadows.arguments[index];
}

}  // namespace heddle::runtime

using heddle::runtime::Expr;
using heddle::runtime::how_of;
using heddle::runtime::number;
using heddle::runtime::runtime;
using heddle::runtime::SymbolicState;
using heddle::symbolic::Kind;

extern "C" {

__thread heddle_shadows __heddle_shadows;

void __heddle_sym_module(uint32_t locals) {
  runtime().channel->has_shadows = true;
  if (locals == 0) runtime().channel->lacks_locals = true;
}

uint32_t __heddle_sym_binary(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value) {
  SymbolicState& sym = runtime().symbolic;
  const auto [kind, width, low] = how_of(how);
  if (heddle::symbolic::is_float_operation(kind)) sym.raise_flags();
  return sym.shadow(sym.expressions().binary(kind, sym.of(a, a_value, width), sym.of(b, b_value, width)));
}

uint32_t __heddle_sym_wide(uint32_t how, uint32_t a, uint64_t a_value, uint64_t a_upper, uint32_t b, uint64_t b_value,
                           uint64_t b_upper) {
  SymbolicState& sym = runtime().symbolic;
  auto& table = sym.expressions();
  const auto [kind, width, low] = how_of(how);
  const auto of = [&, wide = width](Expr shadow, uint64_t value, uint64_t upper) {
    if (shadow != 0) return shadow;
    return table.concat(table.constant(upper, wide - heddle::runtime::kWordBits),
                        table.constant(value, heddle::runtime::kWordBits));
  };
  return sym.shadow(table.binary(kind, of(a, a_value, a_upper), of(b, b_value, b_upper)));
}

uint32_t __heddle_sym_unary(uint32_t how, uint32_t a) {
  SymbolicState& sym = runtime().symbolic;
  const auto [kind, width, low] = how_of(how);
  if (heddle::symbolic::is_float_function(kind)) {
    sym.raise_flags();
    return sym.expressions().float_function(kind, a, width, low);
  }
  a = sym.settled(a);
  return sym.shadow(kind == Kind::kExtract ? sym.expressions().extract(a, low, width)
                                           : sym.expressions().extend(kind, a, width));
}

uint32_t __heddle_sym_not(uint32_t a) {
  SymbolicState& sym = runtime().symbolic;
  return sym.shadow(sym.expressions().negate(sym.settled(a)));
}

uint32_t __heddle_sym_select(uint32_t width, uint32_t c, uint64_t c_value, uint32_t a, uint64_t a_value, uint32_t b,
                             uint64_t b_value) {
  SymbolicState& sym = runtime().symbolic;
  c = sym.shadow(sym.settled(c));
  if (c == 0) return (c_value & 1) != 0 ? a : b;
  return sym.shadow(sym.expressions().select(c, sym.of(a, a_value, width), sym.of(b, b_value, width)));
}

uint32_t __heddle_sym_load(const void* address, uint32_t size, uint64_t value) {
  return runtime().symbolic.load(number(address), size, value);
}

void __heddle_sym_store(const void* address, uint32_t size, uint32_t shadow, uint64_t value) {
  runtime().symbolic.store(number(address), size, shadow, value);
}

void __heddle_sym_copy(const void* to, const void* from, uint64_t size) {
  runtime().symbolic.copy(number(to), number(from), size);
}

void __heddle_sym_set(const void* to, uint32_t byte, uint32_t byte_value, uint64_t size) {
  SymbolicState& sym = runtime().symbolic;
  if (byte == 0) return sym.memory().clear(number(to), size);
  for (uint64_t i = 0; i < size; ++i) sym.store(number(to) + i, 1, byte, byte_value);
}

int __heddle_sym_in_memory(const void* begin, uint64_t size) {
  if (heddle::runtime::may_read_variables()) return 1;
  return runtime().symbolic.memory().has(number(begin), size) ? 1 : 0;
}

int __heddle_sym_in_string(const char* text, uint64_t most) {
  auto& memory = runtime().symbolic.memory();
  if (heddle::runtime::may_read_variables()) return 1;
  if (memory.empty()) return 0;
  for (uint64_t i = 0; i < most; ++i) {
    if (memory.at(number(text + i), static_cast<uint8_t>(text[i])) != 0) return 1;
    if (text[i] == 0) break;
  }
  return 0;
}

void __heddle_sym_fix_object(const void* address, uint64_t size, const char* reason, const heddle_place* place) {
  if (address == nullptr) return;
  if (size != 0) return runtime().symbolic.fix_memory(number(address), size, reason, place);
  runtime().symbolic.fix_object(number(address), reason, place);
}

void __heddle_sym_fix_passed(const void* function, const void* address, uint64_t size, const heddle_place* place) {
  if (runtime().symbolic.memory().empty() || heddle::runtime::find_function(function).instrumented) return;
  runtime().symbolic.fix_reachable(number(address), size, "argument of a function that is not instrumented", place);
}

int __heddle_sym_in_any_memory(void) { return runtime().symbolic.memory().empty() ? 0 : 1; }

void __heddle_sym_fix_bytes(const void* begin, uint64_t size, const char* reason) {
  runtime().symbolic.fix_memory(number(begin), size, reason, nullptr);
}

void* __heddle_sym_concrete(void* pointer) { return pointer; }

uint64_t __heddle_sym_stdin_size(void) { return runtime().channel->settings.symbolic_stdin; }

const char* __heddle_sym_file(uint32_t nth, uint64_t* size) {
  const heddle::abi::Settings& settings = runtime().channel->settings;
  if (nth >= settings.symbolic_files) return nullptr;
  *size = settings.symbolic_file[nth].size;
  return settings.symbolic_file[nth].path;
}

void __heddle_sym_real_input(const char* function) {
  heddle::runtime::TextBuffer text;
  text.add("%s of the real input", function);
  heddle::runtime::report_uncontrolled(text.text(), nullptr);
}

void __heddle_sym_uncontrolled(const char* what) { heddle::runtime::report_uncontrolled(what, nullptr); }

void __heddle_sym_clear(const void* address, uint64_t size) {
  runtime().symbolic.memory().clear(number(address), size);
}

void __heddle_sym_decide(uint32_t shadow, uint64_t value, const heddle_place* place) {
  runtime().symbolic.decide(shadow, value, heddle::trace::BranchMode::kExplore, place);
}

void __heddle_sym_decide_comparison(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value,
                                    const heddle_place* place) {
  SymbolicState& sym = runtime().symbolic;
  const auto [kind, width, negated] = how_of(how);
  const Expr shadow = __heddle_sym_binary(how, a, a_value, b, b_value);
  if (shadow == 0) return;
  uint64_t value = 0;
  heddle::runtime::fold_binary(kind, width, a_value, b_value, value);
  sym.decide(negated != 0 ? sym.expressions().negate(shadow) : shadow, value ^ negated,
             heddle::trace::BranchMode::kExplore, place);
}

void __heddle_sym_leaves(const void* to, uint32_t shadow, uint64_t value, const char* reason,
                         const heddle_place* place) {
  if (heddle::runtime::is_in_library(to)) runtime().symbolic.fix(shadow, value, reason, place);
}

void __heddle_sym_fix(uint32_t shadow, uint64_t value, const char* reason, const heddle_place* place) {
  runtime().symbolic.fix(shadow, value, reason, place);
}

void __heddle_sym_flags(const heddle_place* place) { runtime().symbolic.look_at_flags(place); }

void __heddle_sym_switch(uint32_t shadow, uint32_t width, uint64_t value, uint32_t count, const uint64_t* cases,
                         const uint32_t* numbers, const heddle_place* place) {
  heddle::runtime::decide_switch(runtime().symbolic, shadow, width, value, count, cases, numbers, place);
}

uint32_t __heddle_sym_before_exchange(const void* address, uint32_t shadow, uint64_t value, const heddle_place* place) {
  SymbolicState& sym = runtime().symbolic;
  if (sym.compare(number(address))) return shadow;
  sym.decide(shadow, value, heddle::trace::BranchMode::kExplore, place);
  return 0;
}

void __heddle_sym_compared(const void* address, uint32_t same, uint64_t value, const heddle_place* place) {
  SymbolicState& sym = runtime().symbolic;
  sym.compare(number(address));
  sym.decide(same, value, heddle::trace::BranchMode::kExplore, place);
}

void __heddle_sym_exchanged(const void* address, uint32_t same, uint64_t value, const heddle_place* place) {
  SymbolicState& sym = runtime().symbolic;
  if (sym.exchanges_modify() || sym.compare(number(address))) return;
  sym.decide(same, value, heddle::trace::BranchMode::kExplore, place);
}

void __heddle_sym_loop(uint32_t /*any*/, uint64_t hash) {
  if (runtime().scheduler.running()) runtime().scheduler.current().loop_shadows = hash;
}

uint32_t __heddle_sym_epoch(void) { return runtime().scheduler.running() ? runtime().symbolic.epoch() : 0; }

uint32_t __heddle_sym_local(uint32_t epoch, uint32_t local, uint32_t width, uint32_t shadow, uint64_t value) {
  if (!runtime().scheduler.running()) return shadow;
  return runtime().symbolic.name_local(epoch, local, width, shadow, value);
}

void __heddle_sym_fork(heddle_fork* fork) {
  if (runtime().scheduler.running()) runtime().symbolic.fork(*fork);
}

uint32_t __heddle_sym_meet(heddle_fork* fork, uint64_t hash) {
  return runtime().scheduler.running() ? runtime().symbolic.meet(*fork, hash) : 0;
}

uint32_t __heddle_sym_met(uint32_t meeting, uint32_t how, uint32_t shadow, uint64_t value) {
  return runtime().scheduler.running() ? runtime().symbolic.name_met(meeting, how, shadow, value) : shadow;
}

void __heddle_sym_change(void) {
  if (runtime().scheduler.running()) ++runtime().scheduler.current().changes;
}

uint32_t __heddle_sym_enter(void) {
  return runtime().scheduler.running() ? runtime().symbolic.local_memory_count() : 0;
}

void __heddle_sym_local_memory(uint32_t local, const void* address, uint32_t size) {
  if (runtime().scheduler.running()) runtime().symbolic.add_local_memory(local, number(address), size);
}

void __heddle_sym_leave(uint32_t count) {
  if (runtime().scheduler.running()) runtime().symbolic.drop_local_memory(count);
}

void __heddle_sym_division(uint32_t how, uint32_t a, uint64_t a_value, uint32_t b, uint64_t b_value,
                           const heddle_place* place) {
  heddle::runtime::decide_division(runtime().symbolic, how_of(how), a, a_value, b, b_value, place);
}

void __heddle_sym_untaken(const void* callee, uint32_t /*any*/, uint32_t count, const heddle_place* place) {
  if (__heddle_shadows.callee != callee) return;
  __heddle_shadows.callee = nullptr;
  const heddle_shadows passed = __heddle_shadows;  // fixing is a step: other threads have their own, but signals do not
  for (uint32_t i = 0; i < count; ++i)
    runtime().symbolic.fix(passed.arguments[i], passed.values[i], "argument of a function that is not instrumented",
                           place);
}

void __heddle_sym_fix_memory(const void* address, uint64_t size, const char* reason, const heddle_place* place) {
  runtime().symbolic.fix_memory(number(address), size, reason, place);
}
}
