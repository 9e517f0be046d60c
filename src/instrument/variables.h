#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

#include "instrument/places.h"

namespace heddle::instrument {

// What findings say about variables, as constants: heddle_variable and heddle_frame of src/abi/instrumented.h. Owned by
// the pass over one module.
class Variables {
 public:
  Variables(llvm::Module& module, Places& places);

  struct InFrame {
    llvm::AllocaInst* variable = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    bool has_scope = false;
  };

  llvm::Constant* of(llvm::AllocaInst& variable);
  llvm::Constant* of(llvm::GlobalVariable& variable);
  llvm::Constant* frame(std::uint64_t size, const std::vector<InFrame>& variables);

 private:
  llvm::Constant* describe(const InFrame& variable);
  llvm::Constant* constant(llvm::Constant* content, const char* name);

  llvm::Module& module_;
  Places& places_;
  llvm::PointerType* pointer_;
  llvm::Type* word_;
  llvm::StructType* type_;
};

}  // namespace heddle::instrument
