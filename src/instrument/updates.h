#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <optional>

namespace heddle::instrument {

// A loop that updates an atomic variable: it computes a new value from what was found there, and nothing else, until a
// compare-exchange finds it unchanged.
//
//   int old = atomic_load(&x);
//   while (!atomic_compare_exchange_weak(&x, &old, f(old))) {}
//
// This is one step, like fetch-and-add, and docs/how-it-runs.md ("Loops that update") has the proof. The load is
// marked: its hook announces a step that reads and writes, and since a thread runs on to its next step, the
// compare-exchange, which has no hook, finds what was loaded. Where f adds something, the loop becomes an addition:
//
//   %old = load atomic i32, ptr @x seq_cst         %old = atomicrmw add ptr @x, i32 1 seq_cst
//   head:                                          head:
//     %o = phi i32 [ %old, … ], [ %found, … ]        %o = phi i32 [ %old, … ], [ %o, … ]
//     %new = add i32 %o, 1
//     %pair = cmpxchg ptr @x, i32 %o, i32 %new …
//     %found = extractvalue { i32, i1 } %pair, 0
//     %got = extractvalue { i32, i1 } %pair, 1
//     br i1 %got, label %exit, label %head           br i1 true, label %exit, label %head
//
// Comes after local variables have become registers.
class UpdatesPass : public llvm::PassInfoMixin<UpdatesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// The order of the step if the load begins such an update.
std::optional<llvm::AtomicOrdering> updates(const llvm::LoadInst& load);
// Is it part of an update?
bool completes_update(const llvm::AtomicCmpXchgInst& exchange);
// Where memory may have expressions, every access is a step of its own.
void forget_updates(llvm::Function& function);

}  // namespace heddle::instrument
