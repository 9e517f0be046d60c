#include <fmt/format.h>

#include <array>

#include "model/body_compiler.h"

namespace heddle::model {

using trace::OpKind;

namespace {

std::string_view wanted_noun(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::kShared: return "a shared variable";
    case Declaration::Kind::kLock: return "a lock";
    case Declaration::Kind::kCond: return "a condition variable";
    case Declaration::Kind::kSemaphore: return "a semaphore";
    case Declaration::Kind::kBarrier: return "a barrier";
    case Declaration::Kind::kConst:
    case Declaration::Kind::kThread:
    case Declaration::Kind::kProc: break;
  }
  return {};
}

}  // namespace

void BodyCompiler::step(OpKind kind, Code code, const Expression& e, Register location) {
  assembler_.emit(code, place(e.offset), 0, location).kind = kind;
}

void BodyCompiler::report_undeclared(std::string_view name, std::uint32_t offset) {
  if (!reported_.insert(name).second) return;
  diagnostics_.error(offset, fmt::format("'{}' is not declared{}", name, symbols_.suggestion(name, local_names_)));
}

// The symbol that `e`, a name or an element, stands for, if it is of this kind and has an index exactly if it is an
// array. Null after a report.
const Symbol* BodyCompiler::symbol_of(const Expression& e, Declaration::Kind kind) {
  if (e.kind != Expression::Kind::kName && e.kind != Expression::Kind::kElement) {
    diagnostics_.error(e.offset, fmt::format("expected the name of {}, found an expression", wanted_noun(kind)));
    return nullptr;
  }
  if (locals_.contains(e.name)) {
    diagnostics_.error(e.offset,
                       fmt::format("expected {}, found '{}', which is a local variable", wanted_noun(kind), e.name));
    return nullptr;
  }
  const Symbol* s = symbols_.find(e.name);
  if (s == nullptr) {
    report_undeclared(e.name, e.offset);
    return nullptr;
  }
  if (s->broken) return nullptr;
  if (s->kind != kind) {
    diagnostics_.error(e.offset,
                       fmt::format("expected {}, found '{}', which is {}", wanted_noun(kind), e.name, describe(*s)));
    return nullptr;
  }
  const bool has_index = e.kind == Expression::Kind::kElement;
  if (s->array && !has_index) {
    diagnostics_.error(e.offset,
                       fmt::format("'{}' is {}: expected an index, as in {}[0]", e.name, describe(*s), e.name));
    return nullptr;
  }
  if (!s->array && has_index) {
    diagnostics_.error(e.offset, fmt::format("'{}' is {}, not an array: it takes no index", e.name, describe(*s)));
    return nullptr;
  }
  return s;
}

Register BodyCompiler::location(const Expression& e, Declaration::Kind kind) {
  const Symbol* s = symbol_of(e, kind);
  if (s == nullptr) return assembler_.constant(0);
  const Operand index = s->array ? expression(*e.operands[0]) : constant(0);
  return element_location(*s, index, e.offset);
}

Register BodyCompiler::element_location(const Symbol& s, const Operand& index, std::uint32_t offset) {
  if (index.is_constant && index.value >= 0 && static_cast<std::uint32_t>(index.value) < s.size) {
    return assembler_.constant(static_cast<Value>(s.first) + index.value);
  }
  const Register dst = assembler_.new_register();
  assembler_.emit(Code::kIndex, place(offset), dst, to_register(index),
                  assembler_.constant(static_cast<Value>(s.first)), assembler_.constant(static_cast<Value>(s.size)));
  return dst;
}

// The arguments of a call, locations and values, in textual order.
std::array<Register, 3> BodyCompiler::arguments(const Expression& e) {
  const std::string_view kinds = info(e.builtin).arguments;
  std::array<Register, 3> result{};
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const Expression& argument = *e.operands[i];
    switch (static_cast<Argument>(kinds[i])) {
      case Argument::kValue: result[i] = expression_register(argument); break;
      case Argument::kShared: result[i] = location(argument, Declaration::Kind::kShared); break;
      case Argument::kLock: result[i] = location(argument, Declaration::Kind::kLock); break;
      case Argument::kCond: result[i] = location(argument, Declaration::Kind::kCond); break;
      case Argument::kSemaphore: result[i] = location(argument, Declaration::Kind::kSemaphore); break;
      case Argument::kBarrier: result[i] = location(argument, Declaration::Kind::kBarrier); break;
      case Argument::kConstant: break;
    }
  }
  return result;
}

BodyCompiler::Operand BodyCompiler::call(const Expression& e, const Register* wanted) {
  if (e.builtin == Builtin::kInput) return input(e, wanted);
  if (e.operands.size() != info(e.builtin).arguments.size()) return constant(0);  // reported by the parser
  const std::array<Register, 3> argument = arguments(e);
  const Register a = argument[0];
  if (e.builtin == Builtin::kCas || e.builtin == Builtin::kExchange) note_compared(*e.operands[0]);
  const auto with_result = [&](OpKind kind, Code code) {
    const Register dst = destination(wanted);
    step(kind, code, e, a);
    Instruction& i = program_.code.back();
    i.dst = dst;
    i.b = argument[1];
    i.c = argument[2];
    return in(dst);
  };
  switch (e.builtin) {
    case Builtin::kLock: step(OpKind::kLock, Code::kAcquire, e, a); break;
    case Builtin::kUnlock: step(OpKind::kUnlock, Code::kUnlock, e, a); break;
    case Builtin::kTryLock: return with_result(OpKind::kTryLock, Code::kTry);
    case Builtin::kWait:
      assembler_.emit(Code::kRequireHeld, place(e.offset), 0, argument[1]);
      step(OpKind::kWait, Code::kPlain, e, a);
      step(OpKind::kUnlock, Code::kUnlock, e, argument[1]);
      step(OpKind::kWake, Code::kAwait, e, a);
      step(OpKind::kLock, Code::kAcquire, e, argument[1]);
      break;
    case Builtin::kTimedWait: {
      assembler_.emit(Code::kRequireHeld, place(e.offset), 0, argument[1]);
      step(OpKind::kWait, Code::kPlain, e, a);
      step(OpKind::kUnlock, Code::kUnlock, e, argument[1]);
      const Register dst = destination(wanted);
      step(OpKind::kTimedWake, Code::kTry, e, a);
      program_.code.back().dst = dst;
      step(OpKind::kLock, Code::kAcquire, e, argument[1]);
      return in(dst);
    }
    case Builtin::kSignal: step(OpKind::kSignal, Code::kPlain, e, a); break;
    case Builtin::kBroadcast: step(OpKind::kBroadcast, Code::kPlain, e, a); break;
    case Builtin::kAcquire: step(OpKind::kSemWait, Code::kAcquire, e, a); break;
    case Builtin::kTryAcquire: return with_result(OpKind::kSemTryWait, Code::kTry);
    case Builtin::kRelease: step(OpKind::kSemPost, Code::kPlain, e, a); break;
    case Builtin::kArrive: {
      const Symbol* s = symbols_.find(e.operands[0]->name);
      step(OpKind::kArrive, Code::kArrive, e, a);
      program_.code.back().b = assembler_.constant(s == nullptr ? 1 : s->value);
      step(OpKind::kLeave, Code::kAwait, e, a);
      break;
    }
    case Builtin::kJoin: step(OpKind::kJoin, Code::kJoin, e, a); break;
    case Builtin::kCas: return with_result(OpKind::kCas, Code::kCas);
    case Builtin::kFetchAdd: return with_result(OpKind::kRmw, Code::kFetchAdd);
    case Builtin::kExchange: return with_result(OpKind::kExchange, Code::kExchange);
    case Builtin::kInput: break;
    case Builtin::kAssert: assembler_.emit(Code::kAssert, place(e.offset), 0, a); break;
    case Builtin::kAssume: assembler_.emit(Code::kAssume, place(e.offset), 0, a); break;
  }
  return constant(0);
}

void BodyCompiler::drop_result() {
  if (program_.code.empty()) return;
  Instruction& i = program_.code.back();
  if (i.code != Code::kFetchAdd) return;
  i.adds = true;
  i.kind = OpKind::kAdd;
}

void BodyCompiler::note_compared(const Expression& target) {
  const Symbol* s = symbols_.find(target.name);
  if (s == nullptr || s->broken || s->kind != Declaration::Kind::kShared) return;  // reported already
  for (std::size_t i = s->first; i < s->first + s->size && i < program_.compared.size(); ++i) {
    program_.compared[i] = true;
  }
}

BodyCompiler::Operand BodyCompiler::input(const Expression& e, const Register* wanted) {
  const Register dst = destination(wanted);
  if (e.operands.empty()) {
    assembler_.emit(Code::kInput, place(e.offset), dst, 0);
    program_.takes_inputs = true;
    return in(dst);
  }
  if (e.operands.size() != 2) return constant(0);  // reported by the parser
  const std::optional<Value> low = symbols_.evaluate(*e.operands[0]);
  const std::optional<Value> high = symbols_.evaluate(*e.operands[1]);
  if (!low || !high) return constant(0);
  const std::int64_t values = static_cast<std::int64_t>(*high) - *low + 1;
  if (values < 1) {
    diagnostics_.error(e.offset, fmt::format("the domain of input({}, {}) is empty", *low, *high));
  } else if (values > kMaxDomain) {
    diagnostics_.error(e.offset, fmt::format("the domain of input({}, {}) has {} values, more than {}; use input "
                                             "without a domain",
                                             *low, *high, values, kMaxDomain));
  }
  step(OpKind::kChoose, Code::kChoose, e, assembler_.constant(*low));
  program_.code.back().b = assembler_.constant(*high);
  program_.code.back().dst = dst;
  return in(dst);
}

BodyCompiler::Operand BodyCompiler::spawn(const Expression& e, const Register* wanted) {
  const Symbol* s = symbols_.find(e.name);
  if (s == nullptr) {
    report_undeclared(e.name, e.name_offset);
  } else if (s->kind != Declaration::Kind::kProc) {
    diagnostics_.error(e.name_offset, fmt::format("expected a proc, found '{}', which is {}", e.name, describe(*s)));
  } else if (!s->broken && s->declaration->parameters.size() != e.operands.size()) {
    const std::size_t count = s->declaration->parameters.size();
    diagnostics_.error(e.name_offset, fmt::format("'{}' takes {} argument{}, found {}", e.name, count,
                                                  count == 1 ? "" : "s", e.operands.size()));
  }
  // The arguments are in adjacent registers; they are moved there once all of them are known.
  std::vector<Register> values;
  values.reserve(e.operands.size());
  for (const ExpressionPtr& argument : e.operands) values.push_back(expression_register(*argument));
  Register first = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Register r = assembler_.new_register();
    if (i == 0) first = r;
    assembler_.emit(Code::kMove, trace::PlaceId::none(), r, values[i]);
  }
  const Register dst = destination(wanted);
  step(OpKind::kCreate, Code::kCreate, e, first);
  Instruction& i = program_.code.back();
  i.dst = dst;
  i.target = s == nullptr ? 0 : s->body;
  return in(dst);
}

}  // namespace heddle::model
