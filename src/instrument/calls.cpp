#include "instrument/calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

// std::__detail::__atomic_spin and the number of its turns, in <bits/atomic_wait.h>.
constexpr const char* kSpinFunction = "_ZNSt8__detail13__atomic_spin";
constexpr std::uint64_t kSpinTurns = 16;

}  // namespace

std::vector<llvm::CallBase*> Calls::find(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && is_real_call(*call)) calls.push_back(call);
  }
  return calls;
}

void Calls::instrument(llvm::CallBase& call) {
  llvm::Function* callee = called_function(call);
  const bool is_known = callee == nullptr || !callee->isDeclaration() || is_thread_local_wrapper(callee->getName());
  if (!is_known && !only_computes(call)) announce(call, *callee);
  keep_place(call);
}

void Calls::announce(llvm::CallBase& call, llvm::Function& callee) {
  llvm::IRBuilder<> builder(&call);
  llvm::Type* byte = builder.getInt8Ty();
  auto* site = new llvm::GlobalVariable(module_, byte, false, llvm::GlobalValue::PrivateLinkage,
                                        llvm::ConstantInt::get(byte, 0), "heddle_site");
  site->setSection("heddle_sites");
  site->setAlignment(llvm::Align(1));
  llvm::Value* is_new = builder.CreateICmpEQ(builder.CreateLoad(byte, site), builder.getInt8(0));
  llvm::MDNode* unlikely = llvm::MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_new, call.getIterator(), false, unlikely);
  llvm::IRBuilder<> ask(then);
  ask.SetCurrentDebugLocation(call.getDebugLoc());
  ask.CreateCall(hooks_.external, {site, &callee, places_.text(callee.getName().str()), places_.at(call)});
}

// They may end a program as a call may, so their places are kept, too.
std::vector<llvm::Instruction*> Calls::find_faults(llvm::Function& function) {
  std::vector<llvm::Instruction*> faults;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const bool divides = instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1));
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool traps = call != nullptr && (call->getIntrinsicID() == llvm::Intrinsic::trap ||
                                           call->getIntrinsicID() == llvm::Intrinsic::ubsantrap);
    if (divides || traps) faults.push_back(&instruction);
  }
  return faults;
}

void Calls::keep_place(llvm::Instruction& instruction) {
  llvm::Constant* place = places_.at(instruction);
  if (!place->isNullValue()) llvm::IRBuilder<>(&instruction).CreateStore(place, hooks_.place);
}

void shorten_spinning(llvm::Function& function) {
  if (!function.getName().starts_with(kSpinFunction)) return;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (comparison == nullptr) continue;
    const auto* bound = llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
    if (bound == nullptr || !bound->equalsInt(kSpinTurns)) continue;
    comparison->setOperand(1, llvm::ConstantInt::get(bound->getType(), 1));
  }
}

}  // namespace heddle::instrument
