#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::native {

// The names that the symbol table of an executable has for addresses, including those of static functions. The
// addresses are those in the file. Empty if the file has no table (it was stripped) or cannot be read.
class Symbols {
 public:
  static Symbols read(const std::string& path);

  // The mangled name of the function or variable that this address is part of; empty if there is none.
  std::string_view at(std::uint64_t address) const;
  bool empty() const { return symbols_.empty(); }

 private:
  struct Symbol {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::string name;
  };

  std::vector<Symbol> symbols_;  // by address
};

// What the pass has noted that the program compares its inputs with (src/instrument/words.h).
std::vector<std::string> read_words(const std::string& path);

}  // namespace heddle::native
