#pragma once

#include <llvm/Analysis/StackSafetyAnalysis.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "instrument/hooks.h"
#include "instrument/places.h"
#include "instrument/variables.h"

namespace heddle::instrument {

// An access to a known variable, on the stack or global, at an unknown offset in it.
struct BoundedAccess {
  llvm::Instruction* instruction = nullptr;
  llvm::Value* address = nullptr;
  llvm::Value* size = nullptr;    // in bytes
  llvm::Value* object = nullptr;  // an AllocaInst or a GlobalVariable
  bool is_write = false;
};

// Checks such accesses: an access is found however far outside it is, since the bounds are known. Private variables,
// which have no hooks, are checked as well.
//
//                                        %offset = %p - %array
//                                        br (%offset > 36), %beyond, %go                           ; unlikely
//                                      beyond:
//                                        call @__heddle_beyond(%p, 4, %array, @variable, 0, @place)
//                                      go:
//   %v = load i32, %p                    %v = load i32, %p
//
// Owned by the pass over one module.
class Bounds {
 public:
  Bounds(llvm::Module& module, const Hooks& hooks, Places& places, Variables& variables)
      : module_(module), hooks_(hooks), places_(places), variables_(variables) {}

  // Must be called before anything is inserted into the module.
  static std::vector<BoundedAccess> find(llvm::Function& function, const llvm::StackSafetyGlobalInfo& safety);
  void instrument(const BoundedAccess& access);

 private:
  void check(llvm::IRBuilder<>& builder, const BoundedAccess& access, llvm::Value* address, llvm::Value* last);
  llvm::Function* checker();
  llvm::Constant* describe(llvm::Value& object);

  llvm::Module& module_;
  const Hooks& hooks_;
  Places& places_;
  Variables& variables_;
  llvm::Function* checker_ = nullptr;
  llvm::DenseMap<llvm::Value*, llvm::Constant*> described_;
};

}  // namespace heddle::instrument
