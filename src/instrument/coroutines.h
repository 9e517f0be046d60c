#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <vector>

namespace heddle::instrument {

// What a coroutine keeps while it is suspended is accessed by code that is generated later and has no hooks. Only a
// thread that resumes, destroys or queries it gets there, so these are the accesses, to its first word, which stands
// for the whole:
//
//                                     %resume = load ptr, %handle
//                                     %destroy = load ptr, %handle + 8
//                                     br (%resume != %destroy), %runs, %go    ; equal: std::noop_coroutine()
//                                   runs:
//                                     store %resume, %handle
//                                   go:
//   call @llvm.coro.resume(%handle)   call @llvm.coro.resume(%handle)
//
// The same where one coroutine hands over to another. Must be called before the functions are examined.
void access_coroutines(const std::vector<llvm::Function*>& functions, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::instrument
