#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace heddle::instrument {

// Counts how often each edge of the control flow is taken, in the table of abi/instrumented.h:
//
//   br i1 %e, label %yes, label %no           yes:
//                                               %n = load i8, <the byte of yes>
//                                               store i8 %n + 1, <the byte of yes>
//
// An edge is counted in the block that it leads to; those that lead to a block with several ways in, from one with
// several ways out, get a block of their own before anything else is looked at.
void split_edges(llvm::Function& function);

// The blocks of the function as they are now, before anything is inserted.
std::vector<llvm::BasicBlock*> find_edges(llvm::Function& function);
// At last: hooks and shadows need not know.
void count_edges(llvm::Function& function, const std::vector<llvm::BasicBlock*>& blocks);

}  // namespace heddle::instrument
