#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

// What is known about functions by their names.

namespace heddle::instrument {

// The function that is called, if it is known; also if the call disagrees with it about types, as C allows.
llvm::Function* called_function(const llvm::CallBase& call);

// Neither an intrinsic nor inline assembly: control goes somewhere else.
bool is_real_call(const llvm::CallBase& call);

// Only computes: neither reads nor writes memory, but errno.
bool only_computes(const llvm::CallBase& call);

// Functions of the compiler that give the address of a thread-local variable.
bool is_thread_local_wrapper(llvm::StringRef name);

// Is this the name of a function of the C or C++ library? Other functions without a body are the user's.
bool is_library_function(llvm::StringRef name);

// Does it only say that others may go on?
bool only_yields(llvm::StringRef name);

// May a loop with a call of this function, which is not defined here, be one that waits for other threads? Functions of
// the user in other files tell what they do by their hooks, and synchronisation and allocation are seen by the runtime.
// The rest of the libraries has effects of which nobody hears: output, clocks.
bool may_wait(llvm::StringRef name);

}  // namespace heddle::instrument
