#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

namespace heddle::slice {

// What is known about a function without a body, by name. Everything else is kUnknown.
enum class Effect {
  kNothing,  // computes: neither memory nor control
  kReads,    // reads what its arguments point to
  kWrites,   // reads and writes what its arguments point to; returns one of them or a number
  kAllocates,
  kFrees,
  kSynchronises,  // an operation on what its arguments point to, after which the thread continues: unlock, signal
  kBlocks,        // … or may wait: lock, wait
  kCreates,       // a thread
  kJoins,
  kInput,    // a number chosen by the environment
  kAssumes,  // the thread continues only if the argument is not 0
  kAsserts,  // fails if the argument is 0
  kFails,
  kExits,  // the program
  kEndsThread,
  kUnknown,
};

Effect effect_of(llvm::StringRef name);

// Does the function belong to a library, which does not know the names of the program's functions?
bool is_library_function(llvm::StringRef name);

// The called function, if the call says which.
const llvm::Function* callee_of(const llvm::CallBase& call);
// For a call of one function without a body, inline assembly or an intrinsic.
Effect effect_of(const llvm::CallBase& call);

// For kCreates: the positions of the function and of its argument.
struct Creation {
  unsigned function = 0;
  unsigned argument = 0;
};
Creation creation_by(llvm::StringRef name);

}  // namespace heddle::slice
