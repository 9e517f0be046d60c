#pragma once

#include <llvm/Analysis/StackSafetyAnalysis.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>
#include <vector>

#include "instrument/hooks.h"
#include "instrument/memory.h"
#include "instrument/variables.h"

namespace heddle::instrument {

// Stack variables that may be accessed outside their bounds or lifetimes, by whoever has their address. They live in
// memory in which each byte is known (src/abi/instrumented.h), all those of a function in one block:
//
//   %a = alloca [5 x i32]                       %block = alloca [56 x i8]
//                                               %frame = call ptr @__heddle_enter(%block, @frame)
//   call @f(%a)                                 %a = getelementptr i8, %frame, 16
//   ret void                                    call @f(%a)
//                                               call @__heddle_leave(%frame, @frame)
//                                               ret void
//
// Those with a scope of their own begin and end with it. An exception or a longjmp that ends up here has left the
// functions below without __heddle_leave. Owned by the pass over one module.
class StackVariables {
 public:
  StackVariables(llvm::Module& module, const Hooks& hooks, Variables& variables)
      : module_(module), hooks_(hooks), variables_(variables) {}

  // Must be called before anything is inserted into the module. What only this function uses, but perhaps out of its
  // scope, counts as shared from now on, so that its accesses have hooks. Without the analysis no variable is known to
  // be safe.
  static std::vector<llvm::AllocaInst*> find(llvm::Function& function, MemoryOf& memory_of,
                                             const llvm::StackSafetyGlobalInfo* safety);
  // Called after all hooks.
  void move(llvm::Function& function, const std::vector<llvm::AllocaInst*>& variables);

 private:
  void move_fixed(llvm::Function& function, const std::vector<llvm::AllocaInst*>& variables);
  void move_array(llvm::AllocaInst& variable);
  void release_arrays(llvm::Function& function);
  void note_unwinding(llvm::Function& function);
  void replace_scope(llvm::AllocaInst& variable, llvm::Value& moved, std::uint64_t size);
  llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::FunctionCallee hook, llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Module& module_;
  const Hooks& hooks_;
  Variables& variables_;
};

}  // namespace heddle::instrument
