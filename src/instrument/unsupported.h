#pragma once

#include <llvm/IR/Module.h>

#include "instrument/places.h"

namespace heddle::instrument {

// Runtimes of parallel programs whose threads Heddle cannot control (OpenMP, TBB and with it std::execution::par): the
// compilation fails and names them.
void refuse_runtimes(llvm::Module& module);

// Instructions whose results differ from run to run (time stamps, random numbers): each is named when it is executed.
void name_instructions(llvm::Module& module, Places& places);

}  // namespace heddle::instrument
