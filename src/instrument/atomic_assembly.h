#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Inline assembly of one instruction on one variable in memory, as libraries for locks and queues have it: a move, an
// exchange, or one with "lock". Each becomes the atomic operation of LLVM that it is, so that everything that is known
// of these holds for it as well.
void make_atomic_assembly(llvm::Module& module);

}  // namespace heddle::instrument
