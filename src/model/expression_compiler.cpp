#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "model/body_compiler.h"
#include "model/constants.h"

namespace heddle::model {

namespace {

bool is_comparison(BinaryOp op) { return op >= BinaryOp::kEqual && op <= BinaryOp::kGreaterEqual; }
bool is_logical(BinaryOp op) { return op == BinaryOp::kAndAlso || op == BinaryOp::kOrElse; }

// a > b is b < a: the operands are in registers by then, so their order of evaluation does not change.
struct BinaryCode {
  Code code;
  bool swapped = false;
};

BinaryCode code_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd: return {Code::kAdd};
    case BinaryOp::kSubtract: return {Code::kSubtract};
    case BinaryOp::kMultiply: return {Code::kMultiply};
    case BinaryOp::kDivide: return {Code::kDivide};
    case BinaryOp::kModulo: return {Code::kModulo};
    case BinaryOp::kAnd: return {Code::kAnd};
    case BinaryOp::kOr: return {Code::kOr};
    case BinaryOp::kXor: return {Code::kXor};
    case BinaryOp::kShiftLeft: return {Code::kShiftLeft};
    case BinaryOp::kShiftRight: return {Code::kShiftRight};
    case BinaryOp::kEqual: return {Code::kEqual};
    case BinaryOp::kNotEqual: return {Code::kNotEqual};
    case BinaryOp::kLess: return {Code::kLess};
    case BinaryOp::kLessEqual: return {Code::kLessEqual};
    case BinaryOp::kGreater: return {Code::kLess, true};
    case BinaryOp::kGreaterEqual: return {Code::kLessEqual, true};
    case BinaryOp::kAndAlso:
    case BinaryOp::kOrElse: break;
  }
  CHECK(false);
  return {Code::kAdd};
}

BinaryOp negated(BinaryOp op) {
  switch (op) {
    case BinaryOp::kEqual: return BinaryOp::kNotEqual;
    case BinaryOp::kNotEqual: return BinaryOp::kEqual;
    case BinaryOp::kLess: return BinaryOp::kGreaterEqual;
    case BinaryOp::kLessEqual: return BinaryOp::kGreater;
    case BinaryOp::kGreater: return BinaryOp::kLessEqual;
    case BinaryOp::kGreaterEqual: return BinaryOp::kLess;
    default: CHECK(false); return op;
  }
}

Code jump_of(Code comparison) {
  switch (comparison) {
    case Code::kEqual: return Code::kJumpEqual;
    case Code::kNotEqual: return Code::kJumpNotEqual;
    case Code::kLess: return Code::kJumpLess;
    default: return Code::kJumpLessEqual;
  }
}

}  // namespace

BodyCompiler::Operand BodyCompiler::expression(const Expression& e, const Register* wanted) {
  switch (e.kind) {
    case Expression::Kind::kNumber: return constant(e.number);
    case Expression::Kind::kName: return name(e, wanted);
    case Expression::Kind::kElement: return element(e, wanted);
    case Expression::Kind::kUnary: return unary(e, wanted);
    case Expression::Kind::kBinary: return is_logical(e.binary) ? truth_value(e, wanted) : binary(e, wanted);
    case Expression::Kind::kConditional: return conditional(e, wanted);
    case Expression::Kind::kCall:
      if (!info(e.builtin).has_value) {
        diagnostics_.error(e.offset, fmt::format("'{}' has no value: it is a statement", e.name));
      }
      return call(e, wanted);
    case Expression::Kind::kSpawn: return spawn(e, wanted);
  }
  return constant(0);
}

void BodyCompiler::expression_into(const Expression& e, Register dst) {
  const Operand value = expression(e, &dst);
  if (value.is_constant || value.reg != dst) {
    assembler_.emit(Code::kMove, trace::PlaceId::none(), dst, to_register(value));
  }
}

Register BodyCompiler::expression_register(const Expression& e) { return to_register(expression(e)); }

BodyCompiler::Operand BodyCompiler::name(const Expression& e, const Register* wanted) {
  if (const auto local = locals_.find(e.name); local != locals_.end()) return in(local->second.reg);
  const Symbol* s = symbols_.find(e.name);
  if (s == nullptr) {
    report_undeclared(e.name, e.offset);
    return constant(0);
  }
  if (s->broken) return constant(0);
  if (s->kind == Declaration::Kind::kConst) return constant(s->value);
  if (s->kind == Declaration::Kind::kThread && !s->array) return constant(static_cast<Value>(s->first));
  if (s->kind == Declaration::Kind::kShared && !s->array) {
    const Register dst = destination(wanted);
    step(trace::OpKind::kRead, Code::kRead, e, assembler_.constant(static_cast<Value>(s->first)));
    program_.code.back().dst = dst;
    return in(dst);
  }
  const std::string_view hint = s->array ? "; name one of its elements" : "";
  diagnostics_.error(e.offset, fmt::format("'{}' is {} and has no value{}", e.name, describe(*s), hint));
  return constant(0);
}

BodyCompiler::Operand BodyCompiler::element(const Expression& e, const Register* wanted) {
  const Symbol* threads = symbols_.find(e.name);
  const bool is_thread = threads != nullptr && threads->kind == Declaration::Kind::kThread && threads->array;
  const Symbol* s = is_thread ? threads : symbol_of(e, Declaration::Kind::kShared);
  const Operand index = expression(*e.operands[0]);
  if (s == nullptr || s->broken) return constant(0);
  const Register location = element_location(*s, index, e.offset);
  if (is_thread) return in(location);
  const Register dst = destination(wanted);
  step(trace::OpKind::kRead, Code::kRead, e, location);
  program_.code.back().dst = dst;
  return in(dst);
}

BodyCompiler::Operand BodyCompiler::unary(const Expression& e, const Register* wanted) {
  const Operand a = expression(*e.operands[0]);
  if (a.is_constant) return constant(apply(e.unary, a.value));
  const Register dst = destination(wanted);
  const Code code = e.unary == UnaryOp::kNegate ? Code::kNegate
                    : e.unary == UnaryOp::kNot  ? Code::kNot
                                                : Code::kComplement;
  assembler_.emit(code, trace::PlaceId::none(), dst, a.reg);
  return in(dst);
}

BodyCompiler::Operand BodyCompiler::binary(const Expression& e, const Register* wanted) {
  const Operand a = expression(*e.operands[0]);
  const Operand b = expression(*e.operands[1]);
  if (a.is_constant && b.is_constant) {
    if (const std::optional<Value> value = apply(e.binary, a.value, b.value)) return constant(*value);
  }
  const BinaryCode code = code_of(e.binary);
  Register left = to_register(a);
  Register right = to_register(b);
  if (code.swapped) std::swap(left, right);
  const bool can_fail = e.binary == BinaryOp::kDivide || e.binary == BinaryOp::kModulo;
  const Register dst = destination(wanted);
  assembler_.emit(code.code, can_fail ? place(e.offset) : trace::PlaceId::none(), dst, left, right);
  return in(dst);
}

// && and || as a number. The destination is written last: the operands may read it.
BodyCompiler::Operand BodyCompiler::truth_value(const Expression& e, const Register* wanted) {
  Label no;
  Label end;
  const Register dst = destination(wanted);
  jump_if(e, false, no);
  assembler_.emit(Code::kMove, trace::PlaceId::none(), dst, assembler_.constant(1));
  assembler_.jump(Code::kJump, end);
  assembler_.bind(no);
  assembler_.emit(Code::kMove, trace::PlaceId::none(), dst, assembler_.constant(0));
  assembler_.bind(end);
  return in(dst);
}

BodyCompiler::Operand BodyCompiler::conditional(const Expression& e, const Register* wanted) {
  Label no;
  Label end;
  const Register dst = destination(wanted);
  jump_if(*e.operands[0], false, no);
  expression_into(*e.operands[1], dst);
  assembler_.jump(Code::kJump, end);
  assembler_.bind(no);
  expression_into(*e.operands[2], dst);
  assembler_.bind(end);
  return in(dst);
}

void BodyCompiler::jump_if(const Expression& e, bool when, Label& label) {
  if (e.kind == Expression::Kind::kUnary && e.unary == UnaryOp::kNot) {
    return jump_if(*e.operands[0], !when, label);
  }
  if (e.kind == Expression::Kind::kBinary && is_logical(e.binary)) {
    // a && b is false as soon as a is; a || b is true as soon as a is.
    const bool decided_by_first = e.binary == BinaryOp::kOrElse;
    if (when == decided_by_first) {
      jump_if(*e.operands[0], when, label);
      return jump_if(*e.operands[1], when, label);
    }
    Label over;
    jump_if(*e.operands[0], decided_by_first, over);
    jump_if(*e.operands[1], when, label);
    assembler_.bind(over);
    return;
  }
  if (e.kind == Expression::Kind::kBinary && is_comparison(e.binary)) return jump_if_compared(e, when, label);
  const Operand value = expression(e);
  if (value.is_constant) {
    if ((value.value != 0) == when) assembler_.jump(Code::kJump, label);
    return;
  }
  assembler_.jump(when ? Code::kJumpIf : Code::kJumpUnless, label, value.reg);
  name_condition(e, when);
}

void BodyCompiler::jump_if_compared(const Expression& e, bool when, Label& label) {
  const Operand a = expression(*e.operands[0]);
  const Operand b = expression(*e.operands[1]);
  const BinaryOp op = when ? e.binary : negated(e.binary);
  if (a.is_constant && b.is_constant) {
    if (apply(op, a.value, b.value).value_or(0) != 0) assembler_.jump(Code::kJump, label);
    return;
  }
  const BinaryCode code = code_of(op);
  Register left = to_register(a);
  Register right = to_register(b);
  if (code.swapped) std::swap(left, right);
  assembler_.jump(jump_of(code.code), label, left, right);
  name_condition(e, when);
}

// Of the jump that was emitted last.
void BodyCompiler::name_condition(const Expression& e, bool when) {
  program_.code.back().place = place(e.offset);
  program_.code.back().negated = !when;
}

}  // namespace heddle::model
