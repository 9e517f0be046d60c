#include "slice/halting.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/Triple.h>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

bool may_halt(const llvm::CallBase& call, const PointsTo& points_to) {
  if (points_to.may_call_unknown(call)) return true;
  const llvm::Function* callee = callee_of(call);
  if (callee == nullptr || !callee->isDeclaration()) return false;
  switch (effect_of(call)) {
    case Effect::kBlocks:
    case Effect::kJoins:
    case Effect::kAssumes:
    case Effect::kAsserts:
    case Effect::kFails:
    case Effect::kExits:
    case Effect::kEndsThread:
    case Effect::kUnknown: return true;
    case Effect::kNothing:
    case Effect::kReads:
    case Effect::kWrites:
    case Effect::kAllocates:
    case Effect::kFrees:
    case Effect::kSynchronises:
    case Effect::kCreates:
    case Effect::kInput: return false;
  }
  return true;
}

}  // namespace

Halting::Halting(llvm::Module& module, const PointsTo& points_to, const CallGraph& calls) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    add_calls(function, points_to);
    add_loops(function);
  }
  add_recursion(module, calls);
}

void Halting::add_calls(const llvm::Function& function, const PointsTo& points_to) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const bool ends = llvm::isa<llvm::UnreachableInst, llvm::ResumeInst>(instruction);
    if (ends || (call != nullptr && may_halt(*call, points_to))) instructions_.insert(&instruction);
  }
}

void Halting::add_loops(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::AssumptionCache assumptions(function);
  llvm::TargetLibraryInfoImpl library_names{llvm::Triple(function.getParent()->getTargetTriple())};
  llvm::TargetLibraryInfo library(library_names);
  llvm::LoopInfo loops(dominators);
  llvm::ScalarEvolution evolution(function, library, assumptions, dominators, loops);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(loop))) continue;
    llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
    loop->getExitingBlocks(exiting);
    for (const llvm::BasicBlock* block : exiting) instructions_.insert(block->getTerminator());
  }
  // To LLVM, a cycle with several entries is not a loop.
  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) return;
  for (auto cycle = llvm::scc_begin(&function); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle()) continue;
    for (const llvm::BasicBlock* block : *cycle) instructions_.insert(block->getTerminator());
  }
}

void Halting::add_recursion(const llvm::Module& module, const CallGraph& calls) {
  for (const llvm::Function& function : module) {
    const CallGraph::Functions& below = calls.below(function);
    if (!below.contains(&function)) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || calls.creates_thread(*call)) continue;
      for (const llvm::Function* callee : calls.callees(*call)) {
        if (callee != &function && !calls.below(*callee).contains(&function)) continue;
        recursive_.insert(call);
        instructions_.insert(call);
      }
    }
  }
}

}  // namespace heddle::slice
