#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <tuple>

namespace heddle::instrument {

// The places of one module, as constants in the section "heddle_places":
//
//   @place = private constant %heddle_place { ptr @"queue.c", ptr @"push", i32 41, i32 7 }, section "heddle_places"
//
// Invariants: each has exactly the size and alignment of heddle_place, so that the section is an array; no two of them
// are equal; none is in a comdat, so that the linker may drop an inline function but never what it refers to.
// Owned by the pass over that module.
class Places {
 public:
  explicit Places(llvm::Module& module);

  // The place of an instruction, or null in code of system headers: then the place of the user's call is used.
  llvm::Constant* at(const llvm::Instruction& instruction);
  llvm::Constant* at(const llvm::Function& function, const llvm::DebugLoc& location);

  // Is it a function of the user, and not of a system header?
  bool is_users(const llvm::Function& function);

  // A text in memory, shared by all its uses.
  llvm::Constant* text(const std::string& content);

 private:
  struct Names {
    bool users = false;
    std::string function;
    std::string file;
  };
  using Key = std::tuple<std::string, std::string, unsigned, unsigned>;  // file, function, line, column

  const Names& names_of(const llvm::Function& function);
  llvm::Constant* place(const Key& key);

  llvm::Module& module_;
  llvm::StructType* type_;
  std::map<Key, llvm::Constant*> places_;
  std::map<const llvm::Function*, Names> names_;
  llvm::StringMap<llvm::Constant*> texts_;
};

}  // namespace heddle::instrument
