#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>

namespace heddle::instrument {

// Variables that are set aside: the slice of the whole program says that what they hold influences no failure, and no
// step either (docs/slicing.md, "Variables that are set aside"). Accesses to them have no hooks and no shadows.

// How the slicer and the pass name a global variable: its linkage name, or where a static one is declared; empty if
// unknown.
std::string global_name(const llvm::GlobalVariable& variable);

// Marks the variables listed in the slicer's table, whose path is in the environment variable HEDDLE_SLICE.
void mark_aside(llvm::Module& module);
bool is_aside(const llvm::GlobalVariable& variable);
// Does the instruction load, store or change such a variable?
bool accesses_aside(const llvm::Instruction& instruction);

}  // namespace heddle::instrument
