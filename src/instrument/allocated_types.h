#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "instrument/places.h"

namespace heddle::instrument {

// What calls of malloc, operator new and the like allocate, as constants: heddle_type of src/abi/instrumented.h. Known
// for `new Node`, for what the allocators of libstdc++ allocate, and where the result immediately goes to a variable:
// `node* n = malloc(sizeof *n)`. Owned by the pass over one module.
class AllocatedTypes {
 public:
  AllocatedTypes(llvm::Module& module, Places& places) : module_(module), places_(places) {}

  // Null if the call allocates nothing, or it is unknown what.
  llvm::Constant* type_of(llvm::CallBase& call);

 private:
  llvm::Constant* constant(const llvm::DIType& type);

  llvm::Module& module_;
  Places& places_;
  llvm::DenseMap<const llvm::DIType*, llvm::Constant*> types_;
};

}  // namespace heddle::instrument
