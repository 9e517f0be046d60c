#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>

namespace heddle::instrument {

// Counters whose previous values nobody uses: two additions leave the same result, in whichever order they come
// (trace::OpKind::kAdd).

// Does it add or subtract, and is the result not used by anything that has an effect?
bool is_unused_addition(const llvm::AtomicRMWInst& update);

// What it adds, if that is a constant; otherwise 0.
std::int64_t added_amount(const llvm::AtomicRMWInst& update);

// The only sum that the program looks for, if it adds a constant and its result is used for nothing else
// (trace::Count): 0 for `if (fetch_sub(&users, 1) == 1)`.
std::optional<std::int64_t> sum_looked_for(const llvm::AtomicRMWInst& update);

// In C++ such an addition is a call of a library function, `counter++` or `counter.fetch_add(1)`, which returns what
// was there. Where that is not used, or only compared, the call is replaced by the body of the function, before local
// variables become registers:
//
//   %_ = call i32 @_ZNSt13__atomic_baseIiE9fetch_addEiSt12memory_order(%counter, 1, 5)     switch i32 5 ...
//                                                                                          atomicrmw add ...
class InlineCountersPass : public llvm::PassInfoMixin<InlineCountersPass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace heddle::instrument
