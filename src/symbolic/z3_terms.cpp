#include "symbolic/z3_terms.h"

#include <string>

#include "base/check.h"

namespace heddle::symbolic {
namespace {

z3::expr constant(z3::context& context, Word value, unsigned width) {
  const auto low = static_cast<std::uint64_t>(value);
  if (width <= 64) return context.bv_val(low, width);
  return z3::concat(context.bv_val(static_cast<std::uint64_t>(value >> 64), width - 64), context.bv_val(low, 64))
      .simplify();
}

}  // namespace

z3::expr Z3Terms::term(ExprId e) {
  if (place_.size() < in_.size()) place_.resize(in_.size());
  if (has_term(e)) return known(e);
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId top = stack_.back();
    const Node& node = in_[top];
    const std::size_t before = stack_.size();
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (operand.valid() && !has_term(operand)) stack_.push_back(operand);
    }
    if (stack_.size() != before) continue;
    stack_.pop_back();
    if (has_term(top)) continue;
    terms_.push_back(make(top));
    place_[top.index()] = terms_.size();
  }
  return known(e);
}

z3::expr Z3Terms::as_bits(ExprId e) {
  if (in_.width(e) != 1) return known(e);
  return z3::ite(known(e), context_.bv_val(1, 1), context_.bv_val(0, 1));
}

z3::expr Z3Terms::make(ExprId e) {
  const Node& node = in_[e];
  if (is_float_comparison(node.kind)) return make_float_formula(node);
  if (is_float_operation(node.kind)) return make_float(e);
  if (node.kind == Kind::kVariable) return make_variable(node);
  if (node.kind == Kind::kSelect) return z3::ite(known(node.a), known(node.b), known(node.c));
  if (node.width == 1) return make_formula(node);
  if (node.kind == Kind::kConstant) return constant(context_, node.value, node.width);
  return make_operation(node);
}

z3::expr Z3Terms::make_variable(const Node& node) {
  const auto v = static_cast<unsigned>(node.value);
  const z3::sort sort = node.width == 1 ? context_.bool_sort() : context_.bv_sort(node.width);
  return context_.constant(context_.int_symbol(static_cast<int>(v)), sort);
}

z3::expr Z3Terms::make_formula(const Node& node) {
  switch (node.kind) {
    case Kind::kConstant: return context_.bool_val(node.value != 0);
    case Kind::kEqual: return known(node.a) == known(node.b);
    case Kind::kUnsignedLess: return z3::ult(as_bits(node.a), as_bits(node.b));
    case Kind::kUnsignedLessEqual: return z3::ule(as_bits(node.a), as_bits(node.b));
    case Kind::kSignedLess: return z3::slt(as_bits(node.a), as_bits(node.b));
    case Kind::kSignedLessEqual: return z3::sle(as_bits(node.a), as_bits(node.b));
    case Kind::kAnd: return known(node.a) && known(node.b);
    case Kind::kOr: return known(node.a) || known(node.b);
    case Kind::kXor:
      if (in_.is_constant(node.b, 1)) return !known(node.a);
      return known(node.a) != known(node.b);
    default: return make_operation(node) == context_.bv_val(1, 1);
  }
}

z3::expr Z3Terms::make_operation(const Node& node) {
  const z3::expr a = as_bits(node.a);
  const auto b = [&] { return as_bits(node.b); };
  switch (node.kind) {
    case Kind::kAdd: return a + b();
    case Kind::kSub: return a - b();
    case Kind::kMul: return a * b();
    case Kind::kUDiv: return z3::udiv(a, b());
    case Kind::kSDiv: return a / b();
    case Kind::kURem: return z3::urem(a, b());
    case Kind::kSRem: return z3::srem(a, b());
    case Kind::kAnd: return a & b();
    case Kind::kOr: return a | b();
    case Kind::kXor: return a ^ b();
    case Kind::kShl: return z3::shl(a, b());
    case Kind::kLShr: return z3::lshr(a, b());
    case Kind::kAShr: return z3::ashr(a, b());
    case Kind::kZeroExtend: return z3::zext(a, node.width - in_.width(node.a));
    case Kind::kSignExtend: return z3::sext(a, node.width - in_.width(node.a));
    case Kind::kExtract: return a.extract(unsigned{node.low} + node.width - 1, node.low);
    case Kind::kConcat: return z3::concat(a, b());
    case Kind::kConstant:
    case Kind::kVariable:
    case Kind::kEqual:
    case Kind::kUnsignedLess:
    case Kind::kUnsignedLessEqual:
    case Kind::kSignedLess:
    case Kind::kSignedLessEqual:
    case Kind::kSelect:
    case Kind::kFloatAdd:
    case Kind::kFloatSub:
    case Kind::kFloatMul:
    case Kind::kFloatDiv:
    case Kind::kFloatEqual:
    case Kind::kFloatLess:
    case Kind::kFloatLessEqual:
    case Kind::kFloatSqrt:
    case Kind::kFloatRound:
    case Kind::kFloatConvert:
    case Kind::kSignedToFloat:
    case Kind::kUnsignedToFloat:
    case Kind::kFloatToSigned: break;
  }
  CHECK_MSG(false, "kind {} is no operation on bit-vectors", static_cast<int>(node.kind));
}

std::uint64_t Z3Terms::value(const z3::model& model, VariableId v) {
  const z3::expr variable = term(in_.variable(v));
  Z3_ast found = Z3_model_get_const_interp(context_, model, variable.decl());
  if (found == nullptr) return 0;
  const z3::expr value(context_, found);
  if (value.is_bool()) return value.is_true() ? 1 : 0;
  std::uint64_t number = 0;
  CHECK(value.is_numeral_u64(number));
  return number;
}

}  // namespace heddle::symbolic
