#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <cstdint>

namespace heddle::instrument {

// Most of what is inserted are calls of small functions of the module itself, which check whether there is anything to
// do and only then call the runtime. Each becomes several blocks where it is called. So that every pass of the
// optimiser need not go through all of them, they are inlined when it is done.

// The function does not throw, and is inlined late.
void inline_late(llvm::Function& helper);
// The same, but where a function has many of a kind, they stay calls, except in small inner loops: code grows by
// several times otherwise, and most of the compiler's time goes to its registers.
enum class Late : std::uint8_t {
  kExpressions,  // computes expressions
  kChecks,       // whether there is anything to tell the runtime
};
void inline_late_if_few(llvm::Function& helper, Late kind);

// Inlines them, removes what is then checked twice, and keeps functions on the stack that end with a call. For the end
// of the pipeline.
void add_late_passes(llvm::ModulePassManager& passes, llvm::OptimizationLevel level);

}  // namespace heddle::instrument
