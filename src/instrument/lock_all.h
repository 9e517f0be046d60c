#pragma once

#include <llvm/IR/Function.h>

#include "instrument/hooks.h"

namespace heddle::instrument {

// Tells the runtime when std::lock begins and when it ends, in whatever way. See runtime/schedule/lock_all.h.
void mark_lock_all(llvm::Function& function, const Hooks& hooks);

}  // namespace heddle::instrument
