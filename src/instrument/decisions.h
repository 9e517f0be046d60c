#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

// Does the function decide by the value that is loaded: does a branch, or the address of an access, depend on it? What
// is only copied, such as the bytes between the members of a structure, may never have been written.
bool decides(const llvm::LoadInst& load);

}  // namespace heddle::instrument
