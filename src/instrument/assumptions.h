#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Programs written for other tools bring their own assumption, which ends the program or loops for ever if it does not
// hold: by convention neither is an error. It becomes one of ours. Before the functions are instrumented.
void make_assumptions(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::instrument
