#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// A destructor begins by making the object one of its class, which it nearly always is already: according to the
// language there is no write, and others may call virtual functions of the object until the destructor has waited for
// them. So the pointer is written only if it changes. Must be called before the functions are instrumented.
void write_changed_vtable_pointers(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::instrument
