#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "instrument/places.h"

namespace heddle::instrument {

// Lists the variables that this module defines in the section "heddle_globals", for their names and layouts:
//
//   @queue = global %Queue …      @entry = private constant %heddle_global { ptr @queue, i64 40, ptr @"queue",
//                                          ptr @"{…}", i64 16 }, section "heddle_globals"
//
// Not constants and thread-local variables. The entry of a variable in a comdat is in the same comdat: it is dropped
// when the linker keeps another copy. Must be called before other variables are added.
void list_globals(llvm::Module& module, Places& places);
bool is_listed(const llvm::GlobalVariable& variable);

}  // namespace heddle::instrument
