#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::native {

// The names that the symbol table of an executable has for addresses, including those of static functions. The
// addresses are those in the file. None if the file has no table (it was stripped) or cannot be read.
class Symbols {
 public:
  explicit Symbols(std::string path) : path_(std::move(path)) {}

  // The mangled name of the function or variable that this address is part of; empty if there is none.
  std::string_view at(std::uint64_t address);

 private:
  std::string path_;
  std::map<std::uint64_t, std::string> known_;

  std::string look_up(std::uint64_t address) const;
};

// What the pass has noted that the program compares its inputs with (src/instrument/words.h).
std::vector<std::string> read_words(const std::string& path);

}  // namespace heddle::native
