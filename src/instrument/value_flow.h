#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

#include "instrument/memory.h"

namespace heddle::instrument {

// Which values and variables of one function may have no value: what comes from uninitialised variables, or from memory
// that others can reach. Valid until something is inserted into the function.
class ValueFlow {
 public:
  ValueFlow(llvm::Function& function, MemoryOf& memory_of);

  bool empty() const { return values_.empty(); }
  // May bits of it have no value?
  bool may_lack(const llvm::Value* value) const { return values_.contains(value); }
  // The stack variable that the pointer points into, if nobody else has its address and it may hold such bits; null
  // otherwise.
  llvm::AllocaInst* variable_at(const llvm::Value* pointer) const {
    llvm::AllocaInst* variable = variables_.lookup(pointer);
    return held_.contains(variable) ? variable : nullptr;
  }
  const llvm::SetVector<llvm::AllocaInst*>& variables() const { return held_; }
  // Does the runtime know which of its bits have no value?
  bool asks_runtime(const llvm::LoadInst& load) const;
  // Is it memory that the runtime may know to have no value: the heap, or variables that others can reach?
  bool is_reachable(const llvm::Value* pointer) const;

 private:
  void add_variable(llvm::AllocaInst& variable);
  bool visit(llvm::Instruction& instruction);
  bool hold(const llvm::Value* pointer);

  MemoryOf& memory_of_;
  llvm::DenseSet<const llvm::Value*> values_;
  llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> variables_;  // by pointers into them
  llvm::SetVector<llvm::AllocaInst*> held_;
};

// An operand that a decision of the program depends on, and how.
struct Decision {
  llvm::Instruction* instruction = nullptr;
  llvm::Value* value = nullptr;
  std::string what;
};
std::vector<Decision> decisions_of(llvm::Function& function);

}  // namespace heddle::instrument
