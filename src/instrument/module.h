#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// The pass over one translation unit, right after local variables have become registers and before any optimisation:
// what it inserts is described in docs/how-it-runs.md. The steps are in the other files of this folder; here are their
// order, which functions they are for, and what is done to the module as a whole.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
 public:
  // Are values that may depend on inputs computed with their expressions?
  enum class SymbolicCode {
    kIfInputs,  // in translation units that take inputs
    kAlways,
    kNever,
    kLocals,  // always, and local variables can become symbolic by themselves
  };
  explicit InstrumentPass(SymbolicCode symbolic) : symbolic_(symbolic) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  // Also in functions marked optnone: an access without its hook would be a bug.
  static bool isRequired() { return true; }

 private:
  SymbolicCode symbolic_;
};

}  // namespace heddle::instrument
