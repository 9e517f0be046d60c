#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Counters of which nobody uses what they were: two additions to one leave the same, in whichever order they come
// (trace::OpKind::kAdd).

// Does it add or subtract, and does nothing that has an effect use the result?
bool is_unused_addition(const llvm::AtomicRMWInst& update);

// In C++ such an addition is a call of a function of the library, `counter++` or `counter.fetch_add(1)`, which returns
// what was there. Where nobody takes it, the body of the function is put in place of the call, before local variables
// become registers:
//
//   %_ = call i32 @_ZNSt13__atomic_baseIiE9fetch_addEiSt12memory_order(%counter, 1, 5)     switch i32 5 ...
//                                                                                          atomicrmw add ...
class InlineCountersPass : public llvm::PassInfoMixin<InlineCountersPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
