#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace heddle::native {

// Turns the stacks of a program into text, by llvm-symbolizer. What it has looked up once it knows.
class Symbolizer {
 public:
  explicit Symbolizer(std::string program) : program_(std::move(program)) {}

  // Looks up these addresses, as they are in the file of the program: at once, since each call starts a process.
  void look_up(std::span<const std::uint64_t> addresses);

  // "increment (counter.c:12) <- worker (counter.c:20)", from the innermost call; without functions of libraries and of
  // the runtime. Empty if nothing is left.
  std::string stack(std::span<const std::uint64_t> addresses) const;

  // Is llvm-symbolizer there?
  bool available() const { return available_; }

 private:
  std::string program_;
  std::map<std::uint64_t, std::string> frames_;  // by address; with what is inlined there
  bool available_ = true;
};

}  // namespace heddle::native
