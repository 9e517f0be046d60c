#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace heddle::instrument {

// The functions and variables of src/abi/instrumented.h as declarations of one module. They may do anything to memory
// but do not throw, so that the optimiser keeps each next to the access that it announces. Owned by the pass over that
// module.
struct Hooks {
  explicit Hooks(llvm::Module& module);

  llvm::FunctionCallee module_loaded;
  llvm::FunctionCallee read;
  llvm::FunctionCallee read_bits;
  llvm::FunctionCallee sym_read;
  llvm::FunctionCallee sym_write;
  llvm::FunctionCallee keep_bits;
  llvm::FunctionCallee copy_bits;
  llvm::FunctionCallee give_bits;
  llvm::FunctionCallee take_bits;
  llvm::FunctionCallee no_value;
  llvm::FunctionCallee write;
  llvm::FunctionCallee atomic_load;
  llvm::FunctionCallee atomic_store;
  llvm::FunctionCallee atomic_rmw;
  llvm::FunctionCallee atomic_add;
  llvm::FunctionCallee atomic_count;
  llvm::FunctionCallee atomic_exchange;
  llvm::FunctionCallee atomic_cas;
  llvm::FunctionCallee await_next;
  llvm::FunctionCallee await_set;
  llvm::FunctionCallee await_begins;
  llvm::FunctionCallee await_turn;
  llvm::FunctionCallee retry_next;
  llvm::FunctionCallee fence;
  llvm::FunctionCallee loop;
  llvm::FunctionCallee lock_all;
  llvm::FunctionCallee locked_all;
  llvm::FunctionCallee effect;
  llvm::FunctionCallee beyond;
  llvm::FunctionCallee indeterminate;
  llvm::FunctionCallee enter;
  llvm::FunctionCallee leave;
  llvm::FunctionCallee enter_array;
  llvm::FunctionCallee release;
  llvm::FunctionCallee unwound;
  llvm::FunctionCallee scope_begins;
  llvm::FunctionCallee scope_ends;
  llvm::FunctionCallee external;
  llvm::FunctionCallee unseen;
  llvm::GlobalVariable* place;
  llvm::GlobalVariable* type;
};

// Is this one of the functions above?
bool is_hook(llvm::StringRef name);

}  // namespace heddle::instrument
