#include "instrument/pausing_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>

#include "instrument/known_calls.h"
#include "instrument/looks.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostInstructions = 100;
constexpr int kDeepest = 3;  // of such functions that call others

// A parameter or a local variable that the address is in; null if it is something else. Before variables become
// registers, a parameter is a variable that is written once.
const llvm::Value* owner_of(const llvm::Value& address) {
  const llvm::Value* const base = address.stripInBoundsOffsets();
  if (llvm::isa<llvm::AllocaInst, llvm::Argument>(base)) return base;
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(base);
  const auto* variable = load != nullptr ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  if (variable == nullptr || !load->isSimple()) return nullptr;
  const llvm::Value* stored = nullptr;
  for (const llvm::User* user : variable->users()) {
    if (llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic>(user)) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != variable || stored != nullptr) return nullptr;
    stored = store->getValueOperand();
  }
  return stored != nullptr && llvm::isa<llvm::Argument>(stored) ? stored : nullptr;
}

// The function that is called, if its body is known and will not be replaced.
const llvm::Function* known_function(const llvm::Instruction& i) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function* const function = call != nullptr ? call->getCalledFunction() : nullptr;
  if (function == nullptr || function->isDeclaration() || function->isVarArg() || function->isInterposable() ||
      function->isPresplitCoroutine() || function->hasPersonalityFn() || call->isMustTailCall() ||
      function == i.getFunction() || function->getInstructionCount() > kMostInstructions)
    return nullptr;
  return function;
}

// Does it do nothing but pause, and access its own variables and what its parameters point to? Then whether it pauses.
std::optional<bool> only_pauses(const llvm::Function& function, int depth);

std::optional<bool> only_pauses(const llvm::Instruction& i, int depth) {
  if (only_waits(i)) return !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(i);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return load->isSimple() && owner_of(*load->getPointerOperand()) != nullptr ? std::optional(false) : std::nullopt;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    const bool passes_on =
        store->getValueOperand()->getType()->isPointerTy() && !llvm::isa<llvm::Argument>(store->getValueOperand());
    return store->isSimple() && !passes_on && owner_of(*store->getPointerOperand()) != nullptr ? std::optional(false)
                                                                                               : std::nullopt;
  }
  if (llvm::isa<llvm::LifetimeIntrinsic>(i)) return false;
  if (const llvm::Function* const called = known_function(i); called != nullptr && depth < kDeepest) {
    const auto& call = llvm::cast<llvm::CallInst>(i);
    const auto is_known = [](const llvm::Use& use) {
      return !use->getType()->isPointerTy() || owner_of(*use.get()) != nullptr;
    };
    return llvm::all_of(call.args(), is_known) ? only_pauses(*called, depth + 1) : std::nullopt;
  }
  const bool computes = !i.mayReadOrWriteMemory() && !i.mayHaveSideEffects() && !i.isEHPad();
  return computes ? std::optional(false) : std::nullopt;
}

std::optional<bool> only_pauses(const llvm::Function& function, int depth) {
  bool pauses = false;
  for (const llvm::Instruction& i : llvm::instructions(function)) {
    const std::optional<bool> found = only_pauses(i, depth);
    if (!found) return std::nullopt;
    pauses = pauses || *found;
  }
  return pauses;
}

using Calls = llvm::SmallVector<llvm::CallInst*, 4>;

// The calls that get the address of the variable, if they only pause; none if somebody else may know it, or none of
// them pauses in a loop.
Calls calls_with(const llvm::AllocaInst& variable, const llvm::LoopInfo& loops) {
  Calls calls;
  bool pauses = false;
  llvm::SmallVector<const llvm::Value*, 8> left = {&variable};
  while (!left.empty()) {
    const llvm::Value* const address = left.pop_back_val();
    for (const llvm::User* user : address->users()) {
      const auto& i = *llvm::cast<llvm::Instruction>(user);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      const bool is_stored = store != nullptr && store->getValueOperand() == address;
      if (llvm::isa<llvm::GetElementPtrInst>(i)) {
        left.push_back(&i);
      } else if (const llvm::Function* const called = known_function(i); called != nullptr) {
        const std::optional<bool> found = only_pauses(*called, 0);
        if (!found) return {};
        pauses = pauses || (*found && loops.getLoopFor(i.getParent()) != nullptr);
        calls.push_back(const_cast<llvm::CallInst*>(llvm::cast<llvm::CallInst>(&i)));
      } else if (is_stored ||
                 !llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::LifetimeIntrinsic, llvm::MemSetInst>(i)) {
        return {};
      }
    }
  }
  return pauses ? calls : Calls();
}

// With everything that it calls.
void inline_all(llvm::CallInst& call, int depth) {
  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(call, info).isSuccess() || depth == kDeepest) return;
  for (llvm::CallBase* inner : info.InlinedCallSites) {
    if (known_function(*inner) != nullptr && !only_waits(*inner))
      inline_all(llvm::cast<llvm::CallInst>(*inner), depth + 1);
  }
}

bool inline_pauses(llvm::Function& function) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  if (loops.empty()) return false;
  llvm::SetVector<llvm::CallInst*> found;
  for (const llvm::Instruction& i : function.getEntryBlock()) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
      const Calls calls = calls_with(*variable, loops);
      found.insert(calls.begin(), calls.end());
    }
  }
  for (llvm::CallInst* call : found) inline_all(*call, 0);
  return !found.empty();
}

}  // namespace

llvm::PreservedAnalyses InlinePausesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.isPresplitCoroutine()) changed = inline_pauses(function) || changed;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
