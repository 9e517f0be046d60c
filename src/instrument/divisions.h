#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Without optimisation a division is made whether anybody uses its result or not, and it may be one by zero. When local
// variables become registers, nobody would be left who uses it; so the result is also stored where nobody looks:
//
//   %q = sdiv i32 %a, %b                      %q = sdiv i32 %a, %b
//                                             store volatile i32 %q, ptr %kept
//
// Before SROA.
class KeepDivisionsPass : public llvm::PassInfoMixin<KeepDivisionsPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
