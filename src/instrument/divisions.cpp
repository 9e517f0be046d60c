#include "instrument/divisions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::instrument {

namespace {

// Is it one that may be by zero, and is only stored in a variable that may go away?
bool may_go_away(const llvm::Instruction& instruction) {
  if (!instruction.isIntDivRem() || instruction.getType()->isVectorTy()) return false;
  if (llvm::isa<llvm::Constant>(instruction.getOperand(1))) return false;
  if (instruction.use_empty()) return true;
  const auto* store = instruction.hasOneUse() ? llvm::dyn_cast<llvm::StoreInst>(instruction.user_back()) : nullptr;
  return store != nullptr && store->getValueOperand() == &instruction &&
         llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
}

}  // namespace

llvm::PreservedAnalyses KeepDivisionsPass::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (may_go_away(instruction)) divisions.push_back(&instruction);
  }
  if (divisions.empty()) return llvm::PreservedAnalyses::all();
  llvm::DenseMap<llvm::Type*, llvm::AllocaInst*> kept;
  for (llvm::Instruction* division : divisions) {
    llvm::AllocaInst*& variable = kept[division->getType()];
    if (variable == nullptr) {
      llvm::BasicBlock& entry = function.getEntryBlock();
      variable = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(division->getType());
    }
    llvm::IRBuilder<> builder(division->getNextNode());
    builder.CreateStore(division, variable, true);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace heddle::instrument
