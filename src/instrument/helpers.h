#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Loops often wait through a small function: `while (!try_lock()) {}`. Such calls in loops are replaced by the body of
// the function, before local variables become registers, so that it can be seen what the loop waits for (awaits.h):
//
//   head:                                      head:
//     %got = call i1 @try_lock()                 %pair = cmpxchg ptr @taken, i32 0, i32 1 …
//     br i1 %got, label %exit, label %head       %got = extractvalue { i32, i1 } %pair, 1
//                                                br i1 %got, label %exit, label %head
//
// These are functions of the program without loops that look at shared memory and write nothing except variables of
// their own.
class InlineHelpersPass : public llvm::PassInfoMixin<InlineHelpersPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
