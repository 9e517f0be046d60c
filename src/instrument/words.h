#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace heddle::instrument {

// What a program may compare its inputs with: its short texts, and the numbers in comparisons and switches, as bytes in
// both orders. They are good guesses for inputs. Before anything is inserted.
std::vector<std::string> find_words(const llvm::Module& module);

// Puts them into the section "heddle_words", each after a byte with its length, for the explorer to read.
void list_words(llvm::Module& module, const std::vector<std::string>& words);

}  // namespace heddle::instrument
