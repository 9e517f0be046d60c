#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <vector>

namespace heddle::instrument {

// A structure that is passed by value is a variable of the function that receives it. If its address escapes, it
// becomes one for the compiler, too, so that its bounds and its end are known like those of all others
// (stack_variables.h):
//
//   define void @f(ptr byval(%S) %s) {          define void @f(ptr byval(%S) %s) {
//                                                 %own = alloca %S
//                                                 call @llvm.memcpy(%own, %s, the size of %S)
//     call @g(%s)                                 call @g(%own)
//
// Must be called before the functions are examined.
void own_parameters(const std::vector<llvm::Function*>& functions, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::instrument
