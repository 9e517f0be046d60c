#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Functions called __VERIFIER_atomic_… are atomic by convention: the whole body becomes one section, between
// __VERIFIER_atomic_begin and __VERIFIER_atomic_end. Must be called before the functions are instrumented.
void make_atomic_functions(llvm::Module& module);

}  // namespace heddle::instrument
