#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// Clang gives variables without a value some value (-ftrivial-auto-var-init). Once local variables have become
// registers, that value looks like any other; so it is made to come from a variable that represents it:
//
//   store i32 0xaaaaaaaa, ptr %x              %none = load i32, ptr @heddle.no_value
//                                             store i32 %none, ptr %x
//   call @llvm.memset(%s, 0xaa, 16)           call @llvm.memcpy(%s, @heddle.no_value, 16)
//
// This is done before SROA; after it, `bring_back` turns such a load into the freeze of a constant, by which it is
// recognised, and the copy into what it was, marked as before (gives_any_value).
class MarkNoValuePass : public llvm::PassInfoMixin<MarkNoValuePass> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

void bring_back(llvm::Module& module);

// Is it the value of a variable that has none? Valid until forget_no_values.
bool is_no_value(const llvm::Value& value);
// Only their constants stay.
void forget_no_values(llvm::Function& function);

}  // namespace heddle::instrument
