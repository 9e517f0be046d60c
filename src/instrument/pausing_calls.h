#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// How long a loop waits is often counted by a variable of a class of its own: `Backoff backoff; while (!try_lock())
// backoff.pause();`. Calls of functions that only pause, and otherwise access no more than their parameters point to,
// are replaced by their bodies if these are local variables that are passed to such functions only. Then the variables
// become registers, and what they are for can be seen (pauses.h).
class InlinePausesPass : public llvm::PassInfoMixin<InlinePausesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
