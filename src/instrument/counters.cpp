#include "instrument/counters.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

#include "instrument/known_calls.h"
#include "instrument/source.h"

namespace heddle::instrument {

namespace {

constexpr std::size_t kMostInstructions = 100;  // an operator of std::atomic, with a case for each memory order
constexpr int kDeepest = 3;                     // an operator calls fetch_add

bool adds(const llvm::AtomicRMWInst& update) {
  return update.getOperation() == llvm::AtomicRMWInst::Add || update.getOperation() == llvm::AtomicRMWInst::Sub;
}

// Does it have no effect, so that it matters only if its own result does?
bool only_hands_on(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::CastInst, llvm::SelectInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem());
}

// Does the function do nothing but add to a counter, by itself or through another one that does?
bool only_counts(const llvm::Function& function, int depth = 0) {
  if (function.isDeclaration() || depth == kDeepest || function.getInstructionCount() > kMostInstructions) return false;
  if (!is_system_function(function)) return false;
  bool found = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (!adds(*update)) return false;
      found = true;
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const llvm::Function* called = called_function(*call);
      // Conversions of a memory order are calls, too.
      if (called == nullptr || !only_counts(*called, depth + 1)) return false;
      found = true;
    }
  }
  return found;
}

llvm::CallInst* unused_count(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || !call->use_empty() || call->getType()->isVoidTy()) return nullptr;
  const llvm::Function* called = called_function(*call);
  return called != nullptr && call->getCalledFunction() == called && only_counts(*called) ? call : nullptr;
}

// The inlined code has the place of the call, which is the user's.
void put_in_place(llvm::CallInst& call) {
  const llvm::DebugLoc place = call.getDebugLoc();
  llvm::Function& caller = *call.getFunction();
  llvm::SmallPtrSet<const llvm::Instruction*, 32> old;
  for (const llvm::Instruction& instruction : llvm::instructions(caller)) old.insert(&instruction);
  llvm::InlineFunctionInfo info;
  if (!llvm::InlineFunction(call, info).isSuccess()) return;
  for (llvm::Instruction& instruction : llvm::instructions(caller)) {
    if (!old.contains(&instruction) && !llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) instruction.setDebugLoc(place);
  }
}

// Calls inside other calls come to light once these have been inlined.
bool inline_counts(llvm::Function& function) {
  bool changed = false;
  for (int depth = 0; depth < kDeepest; ++depth) {
    std::vector<llvm::CallInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::CallInst* call = unused_count(instruction)) found.push_back(call);
    }
    for (llvm::CallInst* call : found) put_in_place(*call);
    changed = changed || !found.empty();
    if (found.empty()) break;
  }
  return changed;
}

}  // namespace

bool is_unused_addition(const llvm::AtomicRMWInst& update) {
  if (!adds(update)) return false;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> seen;
  llvm::SmallVector<const llvm::Instruction*, 8> left = {&update};
  while (!left.empty()) {
    for (const llvm::User* user : left.pop_back_val()->users()) {
      const auto* next = llvm::dyn_cast<llvm::Instruction>(user);
      if (next == nullptr || !only_hands_on(*next)) return false;
      if (seen.insert(next).second) left.push_back(next);
    }
  }
  return true;
}

llvm::PreservedAnalyses InlineCountersPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module) changed = inline_counts(function) || changed;
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::instrument
