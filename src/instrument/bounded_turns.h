#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Loops that wait for a while, and then do something else: `for (int i = 0; i < 1000; ++i) { if (try_lock()) return; }`
// before a thread goes to sleep. If a turn that is in vain leaves nothing behind, only the last one matters
// (docs/how-it-runs.md, "Loops that wait for a while"). So the counter goes to its bound after the first:
//
//   head:  %i = phi [ 0, %entry ], [ %next, %again ]         head:  %i = phi [ 0, %entry ], [ 1000, %again ]
//          br (%i < 1000), %turn, %exit                             br (%i < 1000), %turn, %exit
//   turn:  %done = cmpxchg …; br %done, %exit, %again        turn:  %done = cmpxchg …; br %done, %exit, %again
//   again: %next = add %i, 1; br %head                       again: br %head
//
// Where the bound is tested at the end of a turn, the loop is left there.
class BoundedTurnsPass : public llvm::PassInfoMixin<BoundedTurnsPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
