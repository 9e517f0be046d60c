#include <llvm/IR/Instructions.h>
#include <llvm/Support/ErrorHandling.h>

#include <optional>

#include "abi/symbolic.h"
#include "instrument/shadows.h"

// Shadows of integers and addresses that are computed: arithmetic, comparisons, casts, selections.

namespace heddle::instrument {

using symbolic::Kind;

namespace {

std::optional<Kind> kind_of(llvm::Instruction::BinaryOps operation) {
  switch (operation) {
    case llvm::Instruction::Add: return Kind::kAdd;
    case llvm::Instruction::Sub: return Kind::kSub;
    case llvm::Instruction::Mul: return Kind::kMul;
    case llvm::Instruction::UDiv: return Kind::kUDiv;
    case llvm::Instruction::SDiv: return Kind::kSDiv;
    case llvm::Instruction::URem: return Kind::kURem;
    case llvm::Instruction::SRem: return Kind::kSRem;
    case llvm::Instruction::And: return Kind::kAnd;
    case llvm::Instruction::Or: return Kind::kOr;
    case llvm::Instruction::Xor: return Kind::kXor;
    case llvm::Instruction::Shl: return Kind::kShl;
    case llvm::Instruction::LShr: return Kind::kLShr;
    case llvm::Instruction::AShr: return Kind::kAShr;
    default: return {};
  }
}

std::uint32_t how(Kind kind, unsigned width, unsigned low = 0) { return HEDDLE_HOW(kind, width, low); }

}  // namespace

llvm::Value* Shadows::binary(Builder& builder, Kind kind, unsigned width, llvm::Value* a_shadow, llvm::Value* a,
                             llvm::Value* b_shadow, llvm::Value* b) {
  if (width > kWordBits) {
    return builder.CreateCall(helpers_.wide(),
                              {builder.getInt32(how(kind, width)), a_shadow, word(builder, a), upper_word(builder, a),
                               b_shadow, word(builder, b), upper_word(builder, b)});
  }
  return builder.CreateCall(
      helpers_.binary(), {builder.getInt32(how(kind, width)), a_shadow, word(builder, a), b_shadow, word(builder, b)});
}

llvm::Value* Shadows::binary(Builder& builder, Kind kind, unsigned width, llvm::Value* a, llvm::Value* b) {
  return binary(builder, kind, width, one(a), a, one(b), b);
}

llvm::Value* Shadows::unary(Builder& builder, Kind kind, unsigned width, unsigned low, llvm::Value* shadow) {
  return builder.CreateCall(helpers_.unary(), {builder.getInt32(how(kind, width, low)), shadow});
}

void Shadows::visit_binary(llvm::BinaryOperator& operation) {
  // What the optimiser may conclude from overflows is not what an expression says.
  operation.dropPoisonGeneratingFlags();
  const std::optional<Kind> known = kind_of(operation.getOpcode());
  if (!known) llvm::report_fatal_error("an operation on integers that has no expression");
  const Kind kind = *known;
  const unsigned width = width_of(*operation.getType());
  if (operation.isIntDivRem() && width > kWordBits) {
    visit_wide_division(operation);
  } else if (operation.isIntDivRem()) {
    visit_division(operation, kind);
  }
  llvm::Value* amount = operation.getOperand(1);
  Builder builder(behind(operation));
  set(operation, {binary(builder, kind, width, operation.getOperand(0), amount)});
  if (!operation.isShift() || llvm::isa<llvm::ConstantInt>(amount)) return;
  // Shifting by too much has a value, the same as in expressions.
  Builder before(&operation);
  llvm::Value* most = llvm::ConstantInt::get(amount->getType(), width - 1);
  llvm::Value* fits = before.CreateICmpULE(amount, most);
  operation.setOperand(1, before.CreateSelect(fits, amount, most));
  if (kind == Kind::kAShr) return;
  llvm::Value* value = builder.CreateSelect(fits, &operation, llvm::Constant::getNullValue(operation.getType()));
  operation.replaceUsesWithIf(value, [&](const llvm::Use& use) { return use.getUser() != value; });
  set(*value, of(&operation));
}

void Shadows::visit_division(llvm::BinaryOperator& operation, Kind kind) {
  Builder builder(&operation);
  llvm::Value* a = operation.getOperand(0);
  llvm::Value* b = operation.getOperand(1);
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(b);
  const bool is_signed =
      operation.getOpcode() == llvm::Instruction::SDiv || operation.getOpcode() == llvm::Instruction::SRem;
  if (divisor != nullptr && !divisor->isZero() && !(is_signed && divisor->isMinusOne())) return;
  builder.CreateCall(helpers_.division(), {builder.getInt32(how(kind, width_of(*operation.getType()))), one(a),
                                           word(builder, a), one(b), word(builder, b), context_.places.at(operation)});
}

// By zero or not: results that are too large are truncated.
void Shadows::visit_wide_division(llvm::BinaryOperator& operation) {
  llvm::Value* divisor = operation.getOperand(1);
  if (!taints(divisor)) return;
  Builder builder(&operation);
  llvm::Value* none = llvm::Constant::getNullValue(divisor->getType());
  llvm::Value* shadow = comparison(builder, llvm::CmpInst::ICMP_EQ, divisor, none);
  builder.CreateCall(helpers_.decide(),
                     {shadow, word(builder, builder.CreateICmpEQ(divisor, none)), context_.places.at(operation)});
}

Shadows::Comparison Shadows::operation_of(llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b) {
  using Predicate = llvm::CmpInst::Predicate;
  switch (predicate) {
    case Predicate::ICMP_EQ: return {Kind::kEqual, a, b};
    case Predicate::ICMP_NE: return {Kind::kEqual, a, b, true};
    case Predicate::ICMP_ULT: return {Kind::kUnsignedLess, a, b};
    case Predicate::ICMP_ULE: return {Kind::kUnsignedLessEqual, a, b};
    case Predicate::ICMP_UGT: return {Kind::kUnsignedLess, b, a};
    case Predicate::ICMP_UGE: return {Kind::kUnsignedLessEqual, b, a};
    case Predicate::ICMP_SLT: return {Kind::kSignedLess, a, b};
    case Predicate::ICMP_SLE: return {Kind::kSignedLessEqual, a, b};
    case Predicate::ICMP_SGT: return {Kind::kSignedLess, b, a};
    case Predicate::ICMP_SGE: return {Kind::kSignedLessEqual, b, a};
    default: llvm_unreachable("no comparison of integers");
  }
}

llvm::Value* Shadows::comparison(Builder& builder, llvm::CmpInst::Predicate predicate, llvm::Value* a, llvm::Value* b) {
  const Comparison known = operation_of(predicate, a, b);
  llvm::Value* shadow = binary(builder, known.kind, width_of(*a->getType()), known.a, known.b);
  return known.negated ? builder.CreateCall(helpers_.negation(), {shadow}) : shadow;
}

void Shadows::visit_cast(llvm::CastInst& cast) {
  cast.dropPoisonGeneratingFlags();
  Builder builder(behind(cast));
  llvm::Value* from = one(cast.getOperand(0));
  const unsigned before = width_of(*cast.getOperand(0)->getType());
  const unsigned after = width_of(*cast.getType());
  if (before == after) {
    set(cast, {from});
  } else if (before > after) {
    set(cast, {unary(builder, Kind::kExtract, after, 0, from)});
  } else {
    const bool is_signed = cast.getOpcode() == llvm::Instruction::SExt;
    set(cast, {unary(builder, is_signed ? Kind::kSignExtend : Kind::kZeroExtend, after, 0, from)});
  }
}

void Shadows::visit_select(llvm::SelectInst& select) {
  llvm::Value* condition = select.getCondition();
  Builder builder(behind(select));
  if (select.getType()->isIntegerTy(1)) {
    llvm::Value* a = select.getTrueValue();
    llvm::Value* b = select.getFalseValue();
    set(select, {builder.CreateCall(helpers_.select(), {builder.getInt32(1), one(condition), word(builder, condition),
                                                        one(a), word(builder, a), one(b), word(builder, b)})});
    return;
  }
  if (condition->getType()->isIntegerTy(1)) decide(select, condition);
  Parts parts;
  const Parts a = of(select.getTrueValue());
  const Parts b = of(select.getFalseValue());
  for (std::size_t i = 0; i < a.size(); ++i) parts.push_back(builder.CreateSelect(condition, a[i], b[i]));
  set(select, parts);
}

// base + offset + index * size + …, in 64 bits.
void Shadows::visit_address_of(llvm::GetElementPtrInst& element) {
  Builder builder(behind(element));
  const llvm::DataLayout& layout = context_.module.getDataLayout();
  llvm::MapVector<llvm::Value*, llvm::APInt> scaled;
  llvm::APInt constant(kWordBits, 0);
  if (!element.collectOffset(layout, kWordBits, scaled, constant)) return;
  element.setNoWrapFlags(llvm::GEPNoWrapFlags::none());
  llvm::Value* value = word(builder, element.getPointerOperand());
  llvm::Value* shadow = one(element.getPointerOperand());
  for (const auto& [index, scale] : scaled) {
    const unsigned width = width_of(*index->getType());
    llvm::Value* wide = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
    llvm::Value* wide_shadow = one(index);
    if (width < kWordBits) wide_shadow = unary(builder, Kind::kSignExtend, kWordBits, 0, wide_shadow);
    llvm::Value* factor = builder.getInt64(scale.getZExtValue());
    if (!scale.isOne()) {
      wide_shadow = binary(builder, Kind::kMul, kWordBits, wide_shadow, wide, one(factor), factor);
      wide = builder.CreateMul(wide, factor);
    }
    shadow = binary(builder, Kind::kAdd, kWordBits, shadow, value, wide_shadow, wide);
    value = builder.CreateAdd(value, wide);
  }
  if (!constant.isZero()) {
    llvm::Value* offset = builder.getInt64(constant.getZExtValue());
    shadow = binary(builder, Kind::kAdd, kWordBits, shadow, value, one(offset), offset);
  }
  set(element, {shadow});
}

}  // namespace heddle::instrument
