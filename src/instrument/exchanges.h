#pragma once

#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// A compare-exchange of std::atomic is a call of a library function that gets the expected value by reference, and
// leaves there what it found. If that is a local variable which is used for nothing but this, the call is replaced by
// the instruction, before local variables become registers, so that it can be seen what a loop waits for (awaits.h):
//
//   %got = call i1 @_ZNSt13__atomic_baseIiE21compare_exchange_weakERiiSt12memory_order(@x, %expected, %new, 5)
//
//   %old = load i32, ptr %expected
//   %pair = cmpxchg ptr @x, i32 %old, i32 %new seq_cst seq_cst
//   %found = extractvalue { i32, i1 } %pair, 0
//   %got = extractvalue { i32, i1 } %pair, 1
//   %next = select i1 %got, i32 %old, i32 %found
//   store i32 %next, ptr %expected
//
// A load of std::atomic whose result goes to that variable becomes an instruction as well (updates.h). These are the
// functions for integers, truth values and pointers, called with orders that are constants.
class ExpandExchangesPass : public llvm::PassInfoMixin<ExpandExchangesPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// The expected value may also be memory, as in a push: `node->next = top.load(); while (!top.compare_exchange_weak(
// node->next, node)) {}` (retries.h). After local variables have become registers.
class ExpandKeptPass : public llvm::PassInfoMixin<ExpandKeptPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
