#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "abi/symbolic.h"
#include "instrument/shadows.h"

// Shadows of floating point, where lower_floats has not turned it into operations on bits.

namespace heddle::instrument {

using symbolic::FloatRounding;
using symbolic::Kind;

namespace {

bool is_float(const llvm::Value* value) { return value->getType()->isFloatTy() || value->getType()->isDoubleTy(); }

std::optional<Kind> kind_of(unsigned operation) {
  switch (operation) {
    case llvm::Instruction::FAdd: return Kind::kFloatAdd;
    case llvm::Instruction::FSub: return Kind::kFloatSub;
    case llvm::Instruction::FMul: return Kind::kFloatMul;
    case llvm::Instruction::FDiv: return Kind::kFloatDiv;
    default: return {};
  }
}

std::optional<FloatRounding> rounding_of(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::roundeven: return FloatRounding::kNearestEven;
    case llvm::Intrinsic::round: return FloatRounding::kNearestAway;
    case llvm::Intrinsic::floor: return FloatRounding::kDown;
    case llvm::Intrinsic::ceil: return FloatRounding::kUp;
    case llvm::Intrinsic::trunc: return FloatRounding::kTowardsZero;
    default: return {};
  }
}

}  // namespace

bool Shadows::is_float_operation(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::FCmpInst>(instruction)) return true;
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return instruction.getType()->isFloatingPointTy();
  const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
  return cast != nullptr && cast->getOpcode() != llvm::Instruction::BitCast &&
         (is_float(cast) || is_float(cast->getOperand(0)));
}

void Shadows::visit_float(llvm::Instruction& operation) {
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&operation)) return visit_float_cast(*cast);
  Builder builder(behind(operation));
  if (auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&operation))
    return set(operation, {float_comparison(builder, *compare)});
  const std::optional<Kind> kind = kind_of(operation.getOpcode());
  if (!kind) return fix_operands(operation, "a remainder of floating point");
  set(operation,
      {binary(builder, *kind, width_of(*operation.getType()), operation.getOperand(0), operation.getOperand(1))});
}

void Shadows::visit_float_cast(llvm::CastInst& cast) {
  llvm::Value* from = cast.getOperand(0);
  const unsigned before = width_of(*from->getType());
  const unsigned after = width_of(*cast.getType());
  Builder builder(behind(cast));
  llvm::Value* shadow = one(from);
  switch (cast.getOpcode()) {
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc: return set(cast, {unary(builder, Kind::kFloatConvert, after, 0, shadow)});
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP: {
      if (before > kWordBits) break;
      const bool is_signed = cast.getOpcode() == llvm::Instruction::SIToFP;
      const Kind extend = is_signed ? Kind::kSignExtend : Kind::kZeroExtend;
      if (before < kWordBits) shadow = unary(builder, extend, kWordBits, 0, shadow);
      // With more bits than it needs, it is a signed number.
      const Kind kind = is_signed || before < kWordBits ? Kind::kSignedToFloat : Kind::kUnsignedToFloat;
      return set(cast, {unary(builder, kind, after, 0, shadow)});
    }
    case llvm::Instruction::FPToSI:
      if (after != kWordBits && after != kWordBits / 2) break;
      return set(cast, {unary(builder, Kind::kFloatToSigned, after, 0, shadow)});
    default: break;
  }
  fix_operands(cast, "a conversion of floating point");
}

llvm::Value* Shadows::float_comparison(Builder& builder, llvm::FCmpInst& compare) {
  using Predicate = llvm::CmpInst::Predicate;
  llvm::Value* a = compare.getOperand(0);
  llvm::Value* b = compare.getOperand(1);
  const unsigned width = width_of(*a->getType());
  const auto is = [&](Kind kind, llvm::Value* x, llvm::Value* y) { return binary(builder, kind, width, x, y); };
  const auto is_not = [&](Kind kind, llvm::Value* x, llvm::Value* y) {
    return builder.CreateCall(helpers_.negation(), {is(kind, x, y)});
  };
  // Of two comparisons and their values.
  const auto both = [&](Kind kind, llvm::Value* first, llvm::Value* first_value, llvm::Value* second,
                        llvm::Value* second_value) {
    return binary(builder, kind, 1, first, first_value, second, second_value);
  };
  const auto differ = [&] {
    return both(Kind::kOr, is(Kind::kFloatLess, a, b), builder.CreateFCmpOLT(a, b), is(Kind::kFloatLess, b, a),
                builder.CreateFCmpOLT(b, a));
  };
  const auto ordered = [&] {
    return both(Kind::kAnd, is(Kind::kFloatEqual, a, a), builder.CreateFCmpOEQ(a, a), is(Kind::kFloatEqual, b, b),
                builder.CreateFCmpOEQ(b, b));
  };
  switch (compare.getPredicate()) {
    case Predicate::FCMP_OEQ: return is(Kind::kFloatEqual, a, b);
    case Predicate::FCMP_OLT: return is(Kind::kFloatLess, a, b);
    case Predicate::FCMP_OLE: return is(Kind::kFloatLessEqual, a, b);
    case Predicate::FCMP_OGT: return is(Kind::kFloatLess, b, a);
    case Predicate::FCMP_OGE: return is(Kind::kFloatLessEqual, b, a);
    case Predicate::FCMP_UNE: return is_not(Kind::kFloatEqual, a, b);
    case Predicate::FCMP_UGE: return is_not(Kind::kFloatLess, a, b);
    case Predicate::FCMP_UGT: return is_not(Kind::kFloatLessEqual, a, b);
    case Predicate::FCMP_ULE: return is_not(Kind::kFloatLess, b, a);
    case Predicate::FCMP_ULT: return is_not(Kind::kFloatLessEqual, b, a);
    case Predicate::FCMP_ONE: return differ();
    case Predicate::FCMP_UEQ: return builder.CreateCall(helpers_.negation(), {differ()});
    case Predicate::FCMP_ORD: return ordered();
    case Predicate::FCMP_UNO: return builder.CreateCall(helpers_.negation(), {ordered()});
    default: return builder.getInt32(0);  // always or never
  }
}

bool Shadows::visit_float_intrinsic(llvm::IntrinsicInst& call) {
  if (!is_float(&call) || call.arg_size() != 1) return false;
  const std::optional<FloatRounding> rounding = rounding_of(call.getIntrinsicID());
  if (!rounding && call.getIntrinsicID() != llvm::Intrinsic::sqrt) return false;
  Builder builder(behind(call));
  const unsigned width = width_of(*call.getType());
  llvm::Value* shadow = one(call.getArgOperand(0));
  set(call, {rounding ? unary(builder, Kind::kFloatRound, width, static_cast<unsigned>(*rounding), shadow)
                      : unary(builder, Kind::kFloatSqrt, width, 0, shadow)});
  return true;
}

}  // namespace heddle::instrument
