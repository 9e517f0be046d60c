#include "instrument/late.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <vector>

namespace heddle::instrument {

namespace {

constexpr const char* kLate = "heddle-late";
constexpr const char* kIfFew = "heddle-late-if-few";
// Code for expressions is mostly these; beyond this, a function takes the compiler longer than it is worth.
constexpr std::size_t kFew = 30;

// From now on they are inlined.
class MarkLatePass : public llvm::PassInfoMixin<MarkLatePass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(kLate)) continue;
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    for (llvm::Function& function : module) keep_calls(function);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

 private:
  static void keep_calls(llvm::Function& function) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->hasFnAttribute(kIfFew)) calls.push_back(call);
    }
    if (calls.size() <= kFew) return;
    for (llvm::CallBase* call : calls) call->addFnAttr(llvm::Attribute::NoInline);
  }
};

// A call at the end of a function returns to it, not to its caller: stacks show who took a lock. Recursion that has
// become a loop stays one.
class KeepCallersPass : public llvm::PassInfoMixin<KeepCallersPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) function.addFnAttr("disable-tail-calls", "true");
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

}  // namespace

void inline_late(llvm::Function& helper) {
  helper.addFnAttr(llvm::Attribute::NoInline);
  helper.addFnAttr(kLate);
  helper.setDoesNotThrow();
}

void inline_late_if_few(llvm::Function& helper) {
  inline_late(helper);
  helper.addFnAttr(kIfFew);
}

void add_late_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
  passes.addPass(MarkLatePass());
  passes.addPass(llvm::AlwaysInlinerPass(false));
  if (level == llvm::OptimizationLevel::O0) return;
  llvm::FunctionPassManager tidy;
  tidy.addPass(llvm::EarlyCSEPass());
  tidy.addPass(llvm::JumpThreadingPass());
  tidy.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(tidy)));
  passes.addPass(KeepCallersPass());
}

}  // namespace heddle::instrument
