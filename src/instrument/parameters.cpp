#include "instrument/parameters.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace heddle::instrument {

namespace {

bool stays_within(const llvm::Value& address);

// Is it an access to a known place in the structure, or a copy of it?
bool is_plain_use(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (llvm::isa<llvm::LoadInst>(user)) return true;
  if (llvm::isa<llvm::StoreInst>(user)) return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  if (const auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
    return part->hasAllConstantIndices() && stays_within(*part);
  const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(user);
  if (copy != nullptr) return llvm::isa<llvm::ConstantInt>(copy->getLength());
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  return call != nullptr && call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
}

bool stays_within(const llvm::Value& address) {
  return std::all_of(address.use_begin(), address.use_end(), is_plain_use);
}

// A tail call that takes the place of its caller gets the caller's parameters unchanged.
bool ends_in_the_place_of_a_call(const llvm::Function& function) {
  return std::any_of(function.begin(), function.end(),
                     [](const llvm::BasicBlock& block) { return block.getTerminatingMustTailCall() != nullptr; });
}

void own(llvm::Argument& parameter) {
  llvm::Function& function = *parameter.getParent();
  llvm::Type* type = parameter.getParamByValType();
  const llvm::DataLayout& layout = function.getDataLayout();
  const llvm::Align given = parameter.getParamAlign().value_or(llvm::Align(1));
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst* variable = builder.CreateAlloca(type);
  variable->setAlignment(std::max(given, layout.getABITypeAlign(type)));
  parameter.replaceAllUsesWith(variable);
  builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  builder.CreateMemCpy(variable, variable->getAlign(), &parameter, given, layout.getTypeAllocSize(type));
}

}  // namespace

void own_parameters(const std::vector<llvm::Function*>& functions, llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Function* function : functions) {
    if (function->isPresplitCoroutine() || ends_in_the_place_of_a_call(*function)) continue;
    bool changed = false;
    for (llvm::Argument& parameter : function->args()) {
      if (!parameter.hasByValAttr() || stays_within(parameter)) continue;
      own(parameter);
      changed = true;
    }
    if (changed) analyses.invalidate(*function, llvm::PreservedAnalyses::none());
  }
}

}  // namespace heddle::instrument
