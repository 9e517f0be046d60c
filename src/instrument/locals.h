#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

#include "instrument/shadow_helpers.h"

namespace heddle::instrument {

// Gives the local variables of one function new names after everything that may be a visible operation, so that what a
// thread does between two of them is a function of the names that begin it (SymbolicValues::kInputsReadsAndLocals):
//
//                                    %e = call i32 @__heddle_sym_epoch()
//   store i32 %a, ptr @shared        store i32 %a, ptr @shared
//                                    %i.s2 = call i32 @__heddle_sym_local(%e, number of i, 32, %i.s1, %i)
//   … uses %i                        … uses %i, whose shadow is %i.s2
//
// The variables are the numbers whose shadows are used later. Before calls they get names if they have none, and keep
// them until the call returns. Those in stack memory are registered with the runtime. Owned by the shadows of the
// function, and used after them.
class Locals {
 public:
  Locals(llvm::Function& function, ShadowHelpers& helpers);

  // Before a call.
  void at_call(llvm::CallBase& call);
  // Around an instruction that may be a visible operation.
  llvm::Instruction* before(llvm::Instruction& instruction);
  void behind(llvm::Instruction& position, llvm::Instruction* epoch);

  // The value has this shadow, which is an instruction of its own. Called in the order of the function.
  void variable(llvm::Value& value, llvm::Instruction& shadow);
  // A stack variable, unless it belongs to the thread library.
  void variable(llvm::AllocaInst& memory);

  void add();

 private:
  struct Point {
    llvm::Instruction* anchor;  // marks the position, and is removed at the end
    llvm::Value* epoch;
    llvm::Instruction* operation;   // or before it
    std::vector<std::size_t> live;  // of variables_
  };
  struct Variable {
    llvm::Value* value;
    llvm::Instruction* shadow;
  };
  // A number in memory.
  struct Part {
    llvm::AllocaInst* memory;
    std::uint64_t offset;
    std::uint32_t size;
  };

  void add_parts(llvm::AllocaInst& memory, llvm::Type* type, std::uint64_t offset);
  void find_live(std::size_t variable);
  void rename(std::size_t variable, llvm::AllocaInst& slot);
  void add_memory();
  llvm::Constant* number(std::size_t local) const;

  llvm::Function& function_;
  ShadowHelpers& helpers_;
  std::vector<Point> points_;
  std::vector<Variable> variables_;
  std::vector<Part> parts_;
};

}  // namespace heddle::instrument
