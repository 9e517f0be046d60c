#include "instrument/coroutines.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace heddle::instrument {

namespace {

// Where a coroutine is used, and how.
struct Use {
  llvm::Instruction* place;
  llvm::Value* handle;
  bool only_asks;
};

llvm::Intrinsic::ID intrinsic_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee == nullptr ? llvm::Intrinsic::not_intrinsic : callee->getIntrinsicID();
}

// They return the coroutine that is to continue.
llvm::SmallPtrSet<const llvm::Function*, 4> functions_that_hand_over(const std::vector<llvm::Function*>& functions) {
  constexpr unsigned kWrapper = 2;
  llvm::SmallPtrSet<const llvm::Function*, 4> found;
  for (llvm::Function* function : functions) {
    if (!function->isPresplitCoroutine()) continue;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || intrinsic_of(*call) != llvm::Intrinsic::coro_await_suspend_handle) continue;
      if (const auto* wrapper = llvm::dyn_cast<llvm::Function>(call->getArgOperand(kWrapper))) found.insert(wrapper);
    }
  }
  return found;
}

std::vector<Use> uses_in(llvm::Function& function, bool hands_over) {
  std::vector<Use> uses;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction); end != nullptr && hands_over)
      uses.push_back({end, end->getReturnValue(), false});
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) continue;
    const llvm::Intrinsic::ID id = intrinsic_of(*call);
    const bool runs = id == llvm::Intrinsic::coro_resume || id == llvm::Intrinsic::coro_destroy;
    if (runs || id == llvm::Intrinsic::coro_done) uses.push_back({call, call->getArgOperand(0), !runs});
  }
  return uses;
}

void access(const Use& use) {
  llvm::IRBuilder<> builder(use.place);
  llvm::Value* resume = builder.CreateLoad(builder.getPtrTy(), use.handle);
  if (use.only_asks) return;
  llvm::Value* second = builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), use.handle, 1);
  llvm::Value* destroy = builder.CreateLoad(builder.getPtrTy(), second);
  llvm::Value* differ = builder.CreateICmpNE(resume, destroy);
  llvm::IRBuilder<>(llvm::SplitBlockAndInsertIfThen(differ, use.place, false)).CreateStore(resume, use.handle);
}

}  // namespace

void access_coroutines(const std::vector<llvm::Function*>& functions, llvm::FunctionAnalysisManager& analyses) {
  const llvm::SmallPtrSet<const llvm::Function*, 4> handing_over = functions_that_hand_over(functions);
  for (llvm::Function* function : functions) {
    const std::vector<Use> uses = uses_in(*function, handing_over.contains(function));
    if (uses.empty()) continue;
    for (const Use& use : uses) access(use);
    analyses.invalidate(*function, llvm::PreservedAnalyses::none());
  }
}

}  // namespace heddle::instrument
