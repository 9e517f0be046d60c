#pragma once

#include <llvm/IR/PassManager.h>

#include "abi/symbolic_code.h"

namespace heddle::instrument {

// The pass over one translation unit, right after local variables have become registers and before any optimisation:
// what it inserts is described in docs/how-it-runs.md. The steps are in the other files of this directory; this one has
// their order, which functions they apply to, and what is done to the module as a whole.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
 public:
  explicit InstrumentPass(abi::SymbolicCode symbolic) : symbolic_(symbolic) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  // Also in functions marked optnone: an access without its hook would be a bug.
  static bool isRequired() { return true; }

 private:
  abi::SymbolicCode symbolic_;
};

}  // namespace heddle::instrument
