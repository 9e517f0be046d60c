#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <string>
#include <vector>

#include "instrument/hooks.h"
#include "instrument/memory.h"
#include "instrument/places.h"

namespace heddle::instrument {

// Checks that the program makes no decision based on a value that was never set:
//
//   %x = phi i32 [ 1, %a ], [ 0xaaaaaaaa, %b ]   %x = phi i32 [ 1, %a ], [ 0xaaaaaaaa, %b ]
//                                                %x.bits = phi i32 [ 0, %a ], [ -1, %b ]
//   %c = icmp eq i32 %x, 1                       …
//                                                call @heddle.defined(%c.bits, "a branch", @place)
//   br i1 %c, …                                  br i1 %c, …
//
// A bit without a value may be copied, computed with and combined; what depends on it has none either (shadow_bits.h).
// It must not determine a branch, an address or a divisor, and must not be passed to a function or returned where the
// compiler may assume that it has a value (noundef: numbers and pointers, not structures). Variables that are still in
// memory, and whose address nobody else has, get a second variable for the bits. Those of the heap and of other
// variables are known to the runtime (runtime/memory/fresh.h): the hooks of loads return them, and what is stored and
// copied there is announced afterwards, if it has such bits.
//
// Only what may have no value gets bits, so code in which everything has one is unchanged. Owned by the pass over one
// module.
class Indeterminate {
 public:
  Indeterminate(llvm::Module& module, const Hooks& hooks, Places& places)
      : module_(module), hooks_(hooks), places_(places) {}

  struct Bits {
    // The placeholders for the bits of those loads that the runtime knows about; their hooks return them.
    llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> loads;
    // The variables that have a second one for their bits, and that one.
    llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*> variables;
  };
  Bits instrument(llvm::Function& function, MemoryOf& memory_of);

 private:
  llvm::Function* checker();
  llvm::Function* keeper();
  void check(llvm::Instruction& before, llvm::Value& bits, const std::string& what);

  llvm::Module& module_;
  const Hooks& hooks_;
  Places& places_;
  llvm::Function* checker_ = nullptr;
  llvm::Function* keeper_ = nullptr;
};

}  // namespace heddle::instrument
