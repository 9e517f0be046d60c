#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <string>

// What the debug information says about files and names.

namespace heddle::instrument {

// Does it come from a header of the system or the compiler rather than from the user? Its operations are then reported
// at the place of the user's call.
bool is_system_file(const llvm::DIFile& file, const llvm::DICompileUnit* unit);
bool is_system_function(const llvm::Function& function);

// The file as the user named it: relative if it lies below the compilation directory and was given that way.
std::string file_name(const llvm::DIFile& file, const llvm::DICompileUnit* unit);

// "ns::Class::function", without parameters.
std::string function_name(const llvm::Function& function);

// "ns::Class::member", "function::local", from the scopes of the debug information.
std::string qualified_name(const llvm::DIGlobalVariable& variable);

// What the debug information says about a global variable; null if nothing.
const llvm::DIGlobalVariable* debug_information(const llvm::GlobalVariable& variable);
// Its name as the user writes it.
std::string name_of(const llvm::GlobalVariable& variable);

}  // namespace heddle::instrument
