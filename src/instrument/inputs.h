#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "instrument/places.h"

namespace heddle::instrument {

// Does the module call a function that takes inputs?
bool takes_inputs(const llvm::Module& module);
// A function of the program itself that has the name of one of those, but other types, is not treated as such.
void check_helpers(llvm::Module& module);

// An object whose type is known becomes one input for each of its parts, not for each of its bytes:
//
//   call void @heddle_input(ptr @x, i64 12, ptr @name)   call void @__heddle_sym_input(ptr @x, i64 12, ptr @name,
//                                                                                      ptr @"1---4", ptr @place)
void split_inputs(llvm::Module& module, Places& places);

// Is it the result of the above?
bool is_input(const llvm::CallBase& call);

}  // namespace heddle::instrument
