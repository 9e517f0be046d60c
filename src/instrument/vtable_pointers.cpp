#include "instrument/vtable_pointers.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>
#include <vector>

namespace heddle::instrument {

namespace {

bool is_destructor(const llvm::Function& function) {
  const std::string name = function.getName().str();
  llvm::ItaniumPartialDemangler demangler;
  if (function.isDeclaration() || demangler.partialDemangle(name.c_str()) || !demangler.isCtorOrDtor()) return false;
  return llvm::demangle(name).find("::~") != std::string::npos;
}

bool is_vtable(const llvm::Value& value) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value.stripInBoundsConstantOffsets());
  return global != nullptr && global->getName().starts_with("_ZTV");
}

std::vector<llvm::StoreInst*> vtable_pointers(llvm::Function& function) {
  std::vector<llvm::StoreInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store != nullptr && is_vtable(*store->getValueOperand())) found.push_back(store);
  }
  return found;
}

void write_if_changed(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* vtable = store.getValueOperand();
  llvm::Value* now = builder.CreateAlignedLoad(vtable->getType(), store.getPointerOperand(), store.getAlign());
  llvm::Instruction* changed = llvm::SplitBlockAndInsertIfThen(builder.CreateICmpNE(now, vtable), &store, false);
  store.moveBefore(changed);
}

}  // namespace

void write_changed_vtable_pointers(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Function& function : module) {
    if (!is_destructor(function)) continue;
    const std::vector<llvm::StoreInst*> stores = vtable_pointers(function);
    if (stores.empty()) continue;
    analyses.clear(function, function.getName());
    for (llvm::StoreInst* store : stores) write_if_changed(*store);
  }
}

}  // namespace heddle::instrument
