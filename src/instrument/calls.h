#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "instrument/allocated_types.h"
#include "instrument/hooks.h"
#include "instrument/places.h"

namespace heddle::instrument {

// What is put before calls. In the user's functions the place of the call is kept for the operations of the library
// below it; and a call of a function that is only declared here, or through a pointer, is announced unless the runtime
// has found that it has no effect:
//
//   call void @send(ptr %message)         %quiet = load ptr, ptr @site
//                                         br (%quiet != @send), %tell, %go        ; unlikely
//                                       tell:
//                                         store ptr %message, ptr %arguments
//                                         call void @__heddle_external(ptr @site, ptr @send, ptr @"send",
//                                                                      ptr %arguments, ptr @place)
//                                         br %go
//                                       go:
//                                         store ptr @place, ptr @__heddle_place
//                                         call void @send(ptr %message)
//
// Before a call that allocates memory, the allocated type is kept as well. Behind a call of the user's code in a
// function of a system header (a comparison, a constructor) the place is again what it was before.
//
// Owned by the pass over one module.
class Calls {
 public:
  Calls(llvm::Module& module, const Hooks& hooks, Places& places)
      : module_(module), hooks_(hooks), places_(places), allocated_(module, places) {}

  // Must be called before anything is inserted into the function.
  static std::vector<llvm::CallBase*> find(llvm::Function& function);
  void instrument(llvm::CallBase& call);

  // Stores the place of the instruction before it.
  void keep_place(llvm::Instruction& instruction);

 private:
  void announce(llvm::CallBase& call, const llvm::Function* callee);
  void restore_place(llvm::CallBase& call);
  // The arguments in memory, as the hook expects them; null if none of them can lead to memory.
  llvm::Value* arguments_of(llvm::IRBuilder<>& builder, llvm::CallBase& call);
  // Room for this many words on the stack of the function.
  llvm::AllocaInst* room(llvm::Function& function, std::uint64_t words);

  llvm::Module& module_;
  const Hooks& hooks_;
  Places& places_;
  AllocatedTypes allocated_;
  llvm::DenseMap<const llvm::Function*, llvm::AllocaInst*> rooms_;
};

// Marks the functions of the module as instrumented, for callers outside it.
void mark_functions(llvm::Module& module);

// std::atomic::wait, std::counting_semaphore and the like spin sixteen times before they ask the operating system to
// wait. That is only an optimisation, but every iteration is an operation that would have to be explored, so only one
// remains. One must remain: the waiting itself relies on the condition having been checked.
void shorten_spinning(llvm::Function& function);

}  // namespace heddle::instrument
