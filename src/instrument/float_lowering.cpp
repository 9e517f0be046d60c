#include "instrument/float_lowering.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cerrno>
#include <vector>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

using Builder = llvm::IRBuilder<>;

bool is_float(const llvm::Type& type) { return type.isFloatTy() || type.isDoubleTy(); }

llvm::Type* integer_like(Builder& builder, const llvm::Type& type) {
  return builder.getIntNTy(type.isFloatTy() ? 32 : 64);
}

llvm::Value* bits(Builder& builder, llvm::Value* value) {
  return builder.CreateBitCast(value, integer_like(builder, *value->getType()));
}

llvm::APInt sign_mask(const llvm::Type& type) { return llvm::APInt::getSignMask(type.isFloatTy() ? 32 : 64); }

llvm::Value* negated(Builder& builder, llvm::Value* value) {
  llvm::Value* turned = builder.CreateXor(bits(builder, value), builder.getInt(sign_mask(*value->getType())));
  return builder.CreateBitCast(turned, value->getType());
}

llvm::Value* without_sign(Builder& builder, llvm::Value* value) {
  return builder.CreateAnd(bits(builder, value), builder.getInt(~sign_mask(*value->getType())));
}

llvm::Value* with_sign_of(Builder& builder, llvm::Value* value, llvm::Value* other) {
  llvm::Value* sign = builder.CreateAnd(bits(builder, other), builder.getInt(sign_mask(*value->getType())));
  return builder.CreateBitCast(builder.CreateOr(without_sign(builder, value), sign), value->getType());
}

// One of the two, or the other one if that is not a number.
llvm::Value* chosen(Builder& builder, llvm::Value* a, llvm::Value* b, bool larger) {
  llvm::Value* is_first = larger ? builder.CreateFCmpOGT(a, b) : builder.CreateFCmpOLT(a, b);
  return builder.CreateSelect(builder.CreateOr(is_first, builder.CreateFCmpUNO(b, b)), a, b);
}

// Is it in one of the classes that `test` names?
llvm::Value* is_of_class(Builder& builder, llvm::Value* value, llvm::FPClassTest test) {
  const llvm::fltSemantics& semantics = value->getType()->getFltSemantics();
  llvm::Value* number = bits(builder, value);
  llvm::Value* absolute = without_sign(builder, value);
  const auto constant = [&](const llvm::APInt& bits_of) { return builder.getInt(bits_of); };
  const llvm::APInt infinity = llvm::APFloat::getInf(semantics).bitcastToAPInt();
  const llvm::APInt least = llvm::APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
  const llvm::APInt one(infinity.getBitWidth(), 1);
  const llvm::APInt quiet = llvm::APFloat::getQNaN(semantics).bitcastToAPInt();
  llvm::Value* negative = builder.CreateICmpSLT(number, llvm::Constant::getNullValue(number->getType()));
  llvm::Value* positive = builder.CreateNot(negative);
  llvm::Value* result = builder.getFalse();
  const auto add = [&](unsigned flags, llvm::Value* is_one) {
    if ((test & flags) != 0) result = builder.CreateOr(result, is_one);
  };
  const auto add_both = [&](unsigned below, unsigned above, llvm::Value* is_one) {
    add(below, builder.CreateAnd(is_one, negative));
    add(above, builder.CreateAnd(is_one, positive));
  };
  llvm::Value* from_least = builder.CreateSub(absolute, constant(least));
  llvm::Value* from_one = builder.CreateSub(absolute, constant(one));
  add(llvm::fcQNan, builder.CreateICmpUGE(absolute, constant(quiet)));
  add(llvm::fcSNan, builder.CreateAnd(builder.CreateICmpUGT(absolute, constant(infinity)),
                                      builder.CreateICmpULT(absolute, constant(quiet))));
  add_both(llvm::fcNegInf, llvm::fcPosInf, builder.CreateICmpEQ(absolute, constant(infinity)));
  add_both(llvm::fcNegNormal, llvm::fcPosNormal, builder.CreateICmpULT(from_least, constant(infinity - least)));
  add_both(llvm::fcNegSubnormal, llvm::fcPosSubnormal, builder.CreateICmpULT(from_one, constant(least - one)));
  add_both(llvm::fcNegZero, llvm::fcPosZero,
           builder.CreateICmpEQ(absolute, llvm::Constant::getNullValue(absolute->getType())));
  return result;
}

llvm::Value* to_signed(Builder& builder, llvm::Value* value, unsigned width) {
  return builder.CreateFreeze(builder.CreateFPToSI(value, builder.getIntNTy(width)));
}

// A number that does not fit into 64 signed bits is reduced by half of the range.
llvm::Value* to_unsigned_word(Builder& builder, llvm::Value* value) {
  llvm::Value* half = llvm::ConstantFP::get(value->getType(), 0x1p63);
  llvm::Value* upper =
      builder.CreateXor(to_signed(builder, builder.CreateFSub(value, half), 64), builder.getInt64(1ULL << 63));
  return builder.CreateSelect(builder.CreateFCmpOLT(value, half), to_signed(builder, value, 64), upper);
}

llvm::Value* to_integer(Builder& builder, const llvm::CastInst& cast) {
  llvm::Value* value = cast.getOperand(0);
  const bool is_signed = cast.getOpcode() == llvm::Instruction::FPToSI;
  const unsigned width = cast.getType()->getIntegerBitWidth();
  if (width > 64 || width == 1) return nullptr;
  if (width == 64 && !is_signed) return to_unsigned_word(builder, value);
  const unsigned converted = width < 32 || (width == 32 && is_signed) ? 32 : 64;
  return builder.CreateTrunc(to_signed(builder, value, converted), cast.getType());
}

llvm::Value* lowered(Builder& builder, llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::fmuladd: return builder.CreateFAdd(builder.CreateFMul(argument(0), argument(1)), argument(2));
    case llvm::Intrinsic::minnum: return chosen(builder, argument(0), argument(1), false);
    case llvm::Intrinsic::maxnum: return chosen(builder, argument(0), argument(1), true);
    case llvm::Intrinsic::fabs: return builder.CreateBitCast(without_sign(builder, argument(0)), call.getType());
    case llvm::Intrinsic::copysign: return with_sign_of(builder, argument(0), argument(1));
    case llvm::Intrinsic::is_fpclass:
      return is_of_class(builder, argument(0),
                         static_cast<llvm::FPClassTest>(llvm::cast<llvm::ConstantInt>(argument(1))->getZExtValue()));
    default: return nullptr;
  }
}

llvm::Value* lowered_sqrt(Builder& builder, llvm::CallInst& call) {
  const llvm::Function* callee = called_function(call);
  const bool is_sqrt = callee != nullptr && callee->isDeclaration() && call.arg_size() == 1 &&
                       (callee->getName() == "sqrt" || callee->getName() == "sqrtf") && is_float(*call.getType()) &&
                       call.getType() == call.getArgOperand(0)->getType();
  if (!is_sqrt) return nullptr;
  llvm::Value* argument = call.getArgOperand(0);
  llvm::Value* root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, argument);
  llvm::Value* fails = builder.CreateFCmpOLT(argument, llvm::ConstantFP::getZero(call.getType()));
  Builder in_error(llvm::SplitBlockAndInsertIfThen(fails, call.getIterator(), false));
  in_error.SetCurrentDebugLocation(call.getDebugLoc());
  const llvm::FunctionCallee place =
      call.getModule()->getOrInsertFunction("__errno_location", llvm::FunctionType::get(builder.getPtrTy(), false));
  in_error.CreateStore(in_error.getInt32(EDOM), in_error.CreateCall(place));
  return root;
}

llvm::Value* lowered(llvm::Instruction& instruction) {
  Builder builder(&instruction);
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->arg_size() > 0 && is_float(*call->getArgOperand(0)->getType()) ? lowered(builder, *call) : nullptr;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return lowered_sqrt(builder, *call);
  if (instruction.getOpcode() == llvm::Instruction::FNeg && is_float(*instruction.getType()))
    return negated(builder, instruction.getOperand(0));
  const bool converts =
      instruction.getOpcode() == llvm::Instruction::FPToSI || instruction.getOpcode() == llvm::Instruction::FPToUI;
  if (converts && is_float(*instruction.getOperand(0)->getType()))
    return to_integer(builder, llvm::cast<llvm::CastInst>(instruction));
  return nullptr;
}

}  // namespace

void lower_floats(llvm::Function& function) {
  std::vector<llvm::Instruction*> all;
  for (llvm::Instruction& instruction : llvm::instructions(function)) all.push_back(&instruction);
  for (llvm::Instruction* instruction : all) {
    // What may be assumed about special values is not what an expression says.
    if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction->copyFastMathFlags(llvm::FastMathFlags());
    llvm::Value* value = lowered(*instruction);
    if (value == nullptr) continue;
    instruction->replaceAllUsesWith(value);
    instruction->eraseFromParent();
  }
}

}  // namespace heddle::instrument
