#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Clang lets the ways out of a loop, and the one back to its head, meet in a block, and tells them apart again by a
// number that it has put there: `while (old && !compare_exchange(…))`, or `break` and `return` out of the scope of
// variables of the body. In loops around an exchange or a compare-exchange such a block is copied for each block before
// it that decides where it leads, so that it can be seen what a turn does (awaits.h, updates.h, retries.h):
//
//   failed:  br %joined                                  failed:  br %head
//   done:    br %joined                                  done:    br %exit
//   joined:  %way = phi [ 0, %failed ], [ 1, %done ]
//            switch %way [ 0, %head ], [ 1, %exit ]
//
// These blocks only compute, so what the program does remains the same, access for access.
class SeparateWaysPass : public llvm::PassInfoMixin<SeparateWaysPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
