#include "instrument/late.h"

#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace heddle::instrument {

namespace {

constexpr const char* kLate = "heddle-late";

// From now on they are inlined.
class MarkLatePass : public llvm::PassInfoMixin<MarkLatePass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(kLate)) continue;
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
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
