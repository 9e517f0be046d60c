#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

namespace heddle::instrument {

// A destructor begins by making the object one of its class, which it nearly always is: the language knows no write
// there, and others may call virtual functions of the object until the destructor has waited for them. So it is written
// only if it changes. Before the functions are instrumented.
void write_changed_vtable_pointers(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::instrument
