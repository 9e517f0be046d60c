#include "instrument/late.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
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
constexpr const char* kExpressions = "heddle-late-expressions";
constexpr const char* kChecks = "heddle-late-checks";
// A function with more calls that compute expressions than this keeps them, except in small inner loops, where what
// takes the time of a program mostly is.
constexpr std::size_t kFew = 30;
constexpr std::size_t kFewChecks = 12;  // the same for checks, in such a function
constexpr std::size_t kFewInLoop = 6;

bool keeps_registers(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || call->doesNotReturn() || call->getCallingConv() == llvm::CallingConv::PreserveMost;
}

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
    for (llvm::Function& function : module) {
      if (function.hasFnAttribute(kLate)) preserve_registers(function);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  static void keep_calls(llvm::Function& function) {
    const std::vector<llvm::CallBase*> expressions = calls_of(function, kExpressions);
    if (expressions.size() <= kFew) return;
    keep_outside_loops(function, expressions);
    const std::vector<llvm::CallBase*> checks = calls_of(function, kChecks);
    if (checks.size() > kFewChecks) keep_outside_loops(function, checks);
  }

  static std::vector<llvm::CallBase*> calls_of(llvm::Function& function, const char* kind) {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->hasFnAttribute(kind)) calls.push_back(call);
    }
    return calls;
  }

  static void keep_outside_loops(llvm::Function& function, const std::vector<llvm::CallBase*>& calls) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    llvm::DenseMap<const llvm::Loop*, std::size_t> counts;
    for (const llvm::CallBase* call : calls) ++counts[loops.getLoopFor(call->getParent())];
    for (llvm::CallBase* call : calls) {
      const llvm::Loop* loop = loops.getLoopFor(call->getParent());
      if (loop == nullptr || !loop->isInnermost() || counts[loop] > kFewInLoop)
        call->addFnAttr(llvm::Attribute::NoInline);
    }
  }

  // For those that stay calls: what they rarely need to change stays in registers.
  static void preserve_registers(llvm::Function& helper) {
    if (!llvm::all_of(llvm::instructions(helper), keeps_registers)) return;
    helper.setCallingConv(llvm::CallingConv::PreserveMost);
    for (llvm::User* user : helper.users())
      llvm::cast<llvm::CallBase>(user)->setCallingConv(llvm::CallingConv::PreserveMost);
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

void inline_late_if_few(llvm::Function& helper, Late kind) {
  inline_late(helper);
  helper.addFnAttr(kind == Late::kExpressions ? kExpressions : kChecks);
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
