#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Programs written for other tools bring their own assume function, which ends the program or loops for ever if its
// condition does not hold: by convention neither is an error. It is turned into ours. Must be called before the
// functions are instrumented.
void make_assumptions(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

// What a call of an assume function assumes; null for other instructions.
llvm::Value* assumed_by(const llvm::Instruction& instruction);

}  // namespace heddle::instrument
