#include "instrument/faults.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace heddle::instrument {

namespace {

// By the numbers that clang gives its checks (runtime/failures/sanitizer_traps.h).
constexpr std::uint64_t kUnreachable = 1;

bool may_divide_by_zero(const llvm::Instruction& instruction) {
  if (!instruction.isIntDivRem()) return false;
  const auto* divisor = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(1));
  return divisor == nullptr || divisor->isNullValue();
}

bool is_trap(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr &&
         (call->getIntrinsicID() == llvm::Intrinsic::trap || call->getIntrinsicID() == llvm::Intrinsic::ubsantrap);
}

// The point after a call that does not return is never reached.
bool is_missing_end(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::UnreachableInst>(instruction)) return false;
  const auto* before = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.getPrevNonDebugInstruction());
  return before == nullptr || !before->doesNotReturn();
}

llvm::Value* is_wrong(llvm::IRBuilder<>& builder, const llvm::Instruction& division) {
  llvm::Value* divisor = division.getOperand(1);
  llvm::Type* type = divisor->getType();
  llvm::Value* wrong = builder.CreateICmpEQ(divisor, llvm::ConstantInt::get(type, 0));
  const unsigned opcode = division.getOpcode();
  if (opcode != llvm::Instruction::SDiv && opcode != llvm::Instruction::SRem) return wrong;
  llvm::Constant* smallest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
  llvm::Value* overflows = builder.CreateAnd(builder.CreateICmpEQ(division.getOperand(0), smallest),
                                             builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
  return builder.CreateOr(wrong, overflows);
}

void divide_by_zero(llvm::IRBuilder<>& builder) {
  llvm::FunctionType* type = llvm::FunctionType::get(builder.getVoidTy(), false);
  builder.CreateCall(llvm::InlineAsm::get(type, "xorl %ecx, %ecx\n\tdivl %ecx",
                                          "~{eax},~{ecx},~{edx},~{dirflag},~{fpsr},~{flags}", true));
}

}  // namespace

std::vector<llvm::Instruction*> find_faults(llvm::Function& function) {
  std::vector<llvm::Instruction*> faults;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    // The ends of a coroutine are found by the pass that splits it into functions.
    const bool ends = is_missing_end(instruction) && !function.isPresplitCoroutine();
    if (ends || may_divide_by_zero(instruction) || is_trap(instruction)) faults.push_back(&instruction);
  }
  return faults;
}

void keep_fault(llvm::Instruction& fault) {
  llvm::IRBuilder<> builder(&fault);
  if (is_missing_end(fault)) {
    builder.CreateIntrinsic(llvm::Intrinsic::ubsantrap, {}, {builder.getInt8(kUnreachable)})->setDoesNotReturn();
  } else if (may_divide_by_zero(fault) && fault.getType()->isIntegerTy()) {
    llvm::MDNode* unlikely = llvm::MDBuilder(fault.getContext()).createUnlikelyBranchWeights();
    llvm::IRBuilder<> wrong(llvm::SplitBlockAndInsertIfThen(is_wrong(builder, fault), &fault, true, unlikely));
    divide_by_zero(wrong);
  }
}

}  // namespace heddle::instrument
