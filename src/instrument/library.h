#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Code with shadows calls C library functions in a version that has them, too (src/runtime/strings):
//
//   %n = call i64 @strlen(ptr %s)           %n = call i64 @heddle_lib_strlen(ptr %s)
void redirect_library(llvm::Module& module);
// Does the module define these versions? They have shadows, but no inputs.
bool is_library_version(const llvm::Module& module);
// Is it one of src/runtime/cxx, which programs with and without inputs share?
bool is_part_of_runtime(const llvm::Module& module);

}  // namespace heddle::instrument
