#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Inline functions and templates are in every file that uses them, and the linker keeps one copy. A copy without hooks,
// from a library that was compiled without Heddle, must not take the place of ours, and ours must not take the place of
// the one that the runtime itself calls. So ours have names of their own:
//
//   define linkonce_odr void @push() comdat       define linkonce_odr void @push.heddle() comdat
//
// Variables of such functions keep their names: there is one for all.
void rename_copies(llvm::Module& module);

}  // namespace heddle::instrument
