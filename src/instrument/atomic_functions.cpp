#include "instrument/atomic_functions.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::instrument {

namespace {

constexpr const char* kPrefix = "__VERIFIER_atomic_";
constexpr const char* kBegin = "__VERIFIER_atomic_begin";
constexpr const char* kEnd = "__VERIFIER_atomic_end";

void make_atomic(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::Type* nothing = llvm::Type::getVoidTy(module.getContext());
  const llvm::FunctionCallee begin = module.getOrInsertFunction(kBegin, nothing);
  const llvm::FunctionCallee end = module.getOrInsertFunction(kEnd, nothing);
  const auto call = [&](const llvm::FunctionCallee& callee, llvm::Instruction& before) {
    llvm::IRBuilder<> builder(&before);
    // A call in a function with debug information must have a place.
    if (llvm::DISubprogram* source = function.getSubprogram())
      builder.SetCurrentDebugLocation(llvm::DILocation::get(module.getContext(), source->getLine(), 0, source));
    builder.CreateCall(callee);
  };
  std::vector<llvm::Instruction*> exits;
  for (llvm::BasicBlock& block : function) {
    if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(block.getTerminator())) exits.push_back(block.getTerminator());
  }
  call(begin, *function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Instruction* exit : exits) call(end, *exit);
}

}  // namespace

void make_atomic_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const llvm::StringRef name = function.getName();
    if (!function.isDeclaration() && name.starts_with(kPrefix) && name != kBegin && name != kEnd) make_atomic(function);
  }
}

}  // namespace heddle::instrument
