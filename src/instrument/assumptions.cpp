#include "instrument/assumptions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "instrument/known_calls.h"

namespace heddle::instrument {

namespace {

constexpr const char* kNames[] = {"assume_abort_if_not", "__VERIFIER_assume"};
constexpr const char* kAssume = "heddle_assume";
constexpr const char* kOfRuntime[] = {kAssume, "klee_assume", "__VERIFIER_assume"};

bool takes_a_condition(const llvm::Function& function) {
  return !function.isDeclaration() && function.getReturnType()->isVoidTy() && function.arg_size() == 1 &&
         function.getArg(0)->getType()->isIntegerTy();
}

void forget_body(llvm::Function& function) {
  const llvm::GlobalValue::LinkageTypes linkage = function.getLinkage();
  llvm::DISubprogram* const source = function.getSubprogram();
  function.deleteBody();
  function.setLinkage(linkage);
  function.setSubprogram(source);
  function.removeFnAttr(llvm::Attribute::NoReturn);
}

void assume_instead(llvm::Function& function) {
  forget_body(function);
  llvm::LLVMContext& context = function.getContext();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &function));
  if (llvm::DISubprogram* source = function.getSubprogram())
    builder.SetCurrentDebugLocation(llvm::DILocation::get(context, source->getLine(), 0, source));
  const llvm::FunctionCallee assume =
      function.getParent()->getOrInsertFunction(kAssume, builder.getVoidTy(), builder.getInt32Ty());
  builder.CreateCall(assume, builder.CreateZExt(builder.CreateIsNotNull(function.getArg(0)), builder.getInt32Ty()));
  builder.CreateRetVoid();
}

}  // namespace

void make_assumptions(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
  for (const char* name : kNames) {
    llvm::Function* const function = module.getFunction(name);
    if (function == nullptr || !takes_a_condition(*function)) continue;
    analyses.clear(*function, function->getName());
    assume_instead(*function);
  }
}

llvm::Value* assumed_by(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr || call->arg_size() != 1 ? nullptr : called_function(*call);
  if (callee == nullptr || !call->getArgOperand(0)->getType()->isIntegerTy()) return nullptr;
  const bool is_ours = callee->isDeclaration()
                           ? llvm::is_contained(kOfRuntime, callee->getName())
                           : llvm::is_contained(kNames, callee->getName()) && takes_a_condition(*callee);
  return is_ours ? call->getArgOperand(0) : nullptr;
}

}  // namespace heddle::instrument
