#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Inline functions and templates are in every file that uses them, and the linker keeps one copy. A copy without hooks,
// from a library that was compiled without Heddle, must not replace ours, and ours must not replace the one that the
// runtime itself calls. So ours have names of their own:
//
//   define linkonce_odr void @push() comdat       define linkonce_odr void @push.heddle() comdat
//
// Variables of such functions keep their names: all copies share one.
void rename_copies(llvm::Module& module);

}  // namespace heddle::instrument
