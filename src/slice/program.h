#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace heddle::slice {

// The bitcode of a whole program as one module, in the form in which the pass of src/instrument finds it: not
// optimised, but with local variables in registers.
struct Program {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;  // null if it cannot be read
  std::string error;
};

Program read_program(const std::vector<std::string>& files);
// For tests: the text of one module.
Program parse_program(const std::string& text);

}  // namespace heddle::slice
