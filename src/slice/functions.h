#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

namespace heddle::slice {

// What is known of a function without a body, by its name. All that is not known is kUnknown.
enum class Effect {
  kNothing,  // computes: neither memory nor control
  kReads,    // reads what its arguments point to
  kWrites,   // reads and writes what its arguments point to; returns one of them or a number
  kAllocates,
  kFrees,
  kSynchronises,  // an operation on what its arguments point to, after which the thread goes on: unlock, signal
  kBlocks,        // … or waits: lock, wait
  kCreates,       // a thread
  kJoins,
  kInput,    // a number of the environment's choice
  kAssumes,  // the thread goes on only if the argument is not 0
  kAsserts,  // fails if the argument is 0
  kFails,
  kExits,  // the program
  kEndsThread,
  kUnknown,
};

Effect effect_of(llvm::StringRef name);

// Does the function belong to a library, which does not know the names of the program's?
bool is_library_function(llvm::StringRef name);

// The function that is called, if the call says which.
const llvm::Function* callee_of(const llvm::CallBase& call);
// Of a call of one function without a body, inline assembly or intrinsic.
Effect effect_of(const llvm::CallBase& call);

// Of kCreates: the positions of the function and of what it is given.
struct Creation {
  unsigned function = 0;
  unsigned argument = 0;
};
Creation creation_by(llvm::StringRef name);

}  // namespace heddle::slice
