#include "instrument/helpers.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "instrument/known_calls.h"
#include "instrument/looks.h"
#include "instrument/source.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostInstructions = 100;
constexpr int kDeepest = 4;  // of such functions that call others

enum class Finds : std::uint8_t { kNothing, kLook, kOther };

Finds finds(const llvm::Function& function, int depth);

bool is_own_variable(const llvm::Value& pointer) { return llvm::isa<llvm::AllocaInst>(pointer.stripInBoundsOffsets()); }

Finds finds(const llvm::Instruction& i, int depth) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) return load->isAtomic() ? Finds::kLook : Finds::kNothing;
  if (llvm::isa<llvm::AtomicCmpXchgInst>(i)) return Finds::kLook;
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
    return rmw->getOperation() == llvm::AtomicRMWInst::Xchg ? Finds::kLook : Finds::kOther;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
    return !store->isAtomic() && is_own_variable(*store->getPointerOperand()) ? Finds::kNothing : Finds::kOther;
  if (llvm::isa<llvm::InvokeInst, llvm::LandingPadInst, llvm::IndirectBrInst, llvm::FenceInst>(i)) return Finds::kOther;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
  if (call == nullptr || only_waits(i) || llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic>(i))
    return Finds::kNothing;
  const llvm::Function* const called = called_function(*call);
  if (called == nullptr || call->getCalledFunction() != called) return Finds::kOther;
  return finds(*called, depth + 1);
}

bool has_loop(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 4> back;
  llvm::FindFunctionBackedges(function, back);
  return !back.empty();
}

Finds finds(const llvm::Function& function, int depth) {
  if (function.isDeclaration() || function.isVarArg() || function.isPresplitCoroutine() || depth == kDeepest ||
      function.hasPersonalityFn() || function.isInterposable() || is_system_function(function) ||
      function.getInstructionCount() > kMostInstructions || has_loop(function))
    return Finds::kOther;
  Finds result = Finds::kNothing;
  for (const llvm::Instruction& i : llvm::instructions(function)) {
    const Finds found = finds(i, depth);
    if (found == Finds::kOther) return found;
    if (found == Finds::kLook) result = found;
  }
  return result;
}

bool is_helper_call(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
  if (call == nullptr || call->isMustTailCall()) return false;
  const llvm::Function* const called = called_function(*call);
  if (called == nullptr || call->getCalledFunction() != called || called == i.getFunction()) return false;
  return finds(*called, 0) == Finds::kLook;
}

// With everything that it calls.
void inline_all(llvm::CallInst& call, int depth) {
  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(call, info).isSuccess() || depth == kDeepest) return;
  for (llvm::CallBase* inner : info.InlinedCallSites) {
    auto* next = llvm::dyn_cast<llvm::CallInst>(inner);
    const llvm::Function* const called = next != nullptr ? next->getCalledFunction() : nullptr;
    if (called != nullptr && !called->isDeclaration() && !only_waits(*next)) inline_all(*next, depth + 1);
  }
}

bool inline_helpers(llvm::Function& function) {
  if (!has_loop(function)) return false;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& i : llvm::instructions(function)) {
    if (loops.getLoopFor(i.getParent()) != nullptr && is_helper_call(i))
      found.push_back(&llvm::cast<llvm::CallInst>(i));
  }
  for (llvm::CallInst* call : found) inline_all(*call, 0);
  return !found.empty();
}

}  // namespace

llvm::PreservedAnalyses InlineHelpersPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !is_system_function(function)) changed = inline_helpers(function) || changed;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
