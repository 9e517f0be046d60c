#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "instrument/hooks.h"
#include "instrument/memory.h"
#include "instrument/places.h"
#include "instrument/quiet_hooks.h"

namespace heddle::instrument {

// An access to memory that other threads may see, or a fence. The instruction says what it is; a plain one may be half
// of an instruction: a copy reads and writes.
struct Access {
  enum class Kind {
    kRead,
    kWrite,
    kAtomic,
    kFence,
    kAtomicAssembly,  // inline assembly that changes an operand atomically
    kUnseen,          // something unknown may be accessed
  };
  Kind kind;
  llvm::Instruction* instruction;
  llvm::Value* address = nullptr;  // of a plain access
  llvm::Value* size = nullptr;     // of a plain access, in bytes
  std::uint64_t align = 1;         // of the address of a plain access, as far as known
  // For one element of a vector: whether it is accessed at all (negative numbers count as true), and where: at an
  // offset from the address, or at one of a vector of addresses.
  llvm::Value* mask = nullptr;
  std::uint64_t lane = 0;
};

// Puts the hooks of memory accesses right before them, those of small plain ones after a check whether they are needed
// (quiet_hooks.h):
//
//                                               call void @__heddle_read(ptr %p, i64 4, ptr @place)
//   %v = load i32, ptr %p                       %v = load i32, ptr %p
//                                               call void @__heddle_atomic_cas(ptr %p, i32 4, i32 5, i32 5,
//                                                                              i64 %expected, i64 0, ptr @place)
//   cmpxchg ptr %p, i32 %e, i32 %n seq_cst …    cmpxchg ptr %p, i32 %e, i32 %n seq_cst …
//                                               call void @__heddle_read(ptr %from, i64 %n, ptr @place)
//                                               call void @__heddle_write(ptr %to, i64 %n, ptr @place)
//   call void @llvm.memcpy(ptr %to, ptr %from)  call void @llvm.memcpy(ptr %to, ptr %from, i64 %n)
//
// Operands of inline assembly and the elements of masked and gathered vectors are such accesses, too. Whatever else
// assembly and machine instructions may do is unseen, and named. Accesses to private, thread-local or constant memory
// have no hooks. Owned by the pass over one module.
class Accesses {
 public:
  Accesses(llvm::Module& module, const Hooks& hooks, Places& places)
      : hooks_(hooks), quiet_hooks_(module, hooks), places_(places) {}

  // Must be called before anything is inserted into the function.
  static std::vector<Access> find(llvm::Function& function, MemoryOf& memory_of);
  // Returns a truth value: whether the hook was not called because the access does not matter; null if it is always
  // called, or returns something else. `bits`, if it is not null, is a placeholder for the bits of a load that have no
  // value (indeterminate.h), and is replaced by them.
  llvm::Value* instrument(const Access& access, llvm::Instruction* bits);
  // For a load or store of at most 8 bytes. `look` is a call that asks for the shadow of what was loaded, or keeps that
  // of what was stored (ShadowHelpers::load, store): the hook does that as well, and the call is removed.
  void instrument_with_shadow(const Access& access, llvm::Instruction* bits, llvm::CallInst& look);

 private:
  llvm::CallInst* instrument_plain(llvm::IRBuilder<>& builder, const Access& access, QuietHooks::Kind kind,
                                   llvm::ArrayRef<llvm::Value*> more = {});
  static void replace(llvm::Instruction* placeholder, llvm::Value* value);
  void instrument_atomic(llvm::Instruction& instruction);
  void instrument_lane(llvm::IRBuilder<>& builder, const Access& access, llvm::Constant* place);

  const Hooks& hooks_;
  QuietHooks quiet_hooks_;
  Places& places_;
};

}  // namespace heddle::instrument
