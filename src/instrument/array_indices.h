#pragma once

#include <llvm/IR/Module.h>

#include "instrument/places.h"

namespace heddle::instrument {

// Clang compares each index of an array whose length is given in the source with that length (-fsanitize=array-bounds),
// even within a structure. What is called if it is too large becomes a hook:
//
//   call @__ubsan_handle_out_of_bounds_abort(@data, %i)     call @__heddle_index_beyond("'int[4]'", %i, 1, @place)
//
// Must be called before calls are looked for.
void take_index_checks(llvm::Module& module, Places& places);

}  // namespace heddle::instrument
