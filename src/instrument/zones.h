#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace heddle::instrument {

// Bytes after a global variable that nobody may access, so that an access past its end is found:
//
//   @table = global [5 x i32] …       @table = global { [5 x i32], [28 x i8] } …, align 16
//
// How many, counted from the end of the variable; 0 for variables whose neighbours may matter to the program (in named
// sections) and those that the linker may take from elsewhere.
std::uint64_t zone_of(const llvm::GlobalVariable& variable);

// Gives each variable its zone. This is the last change to the module: afterwards the types of variables no longer say
// anything.
void add_zones(llvm::Module& module);

}  // namespace heddle::instrument
