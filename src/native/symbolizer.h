#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "native/answering_process.h"
#include "trace/explanation.h"

namespace heddle::native {

// Turns the addresses on a stack into calls of the program, using another process. Remembers what it has looked up.
class Symbolizer {
 public:
  explicit Symbolizer(const std::string& program);

  // Looks up these addresses, as they are in the program's file.
  void look_up(std::span<const std::uint64_t> addresses);

  // Without functions of libraries and of the runtime; empty if nothing is left.
  trace::Stack stack(std::span<const std::uint64_t> addresses) const;

  // Is there a program that knows them?
  bool available() const { return available_; }

 private:
  AnsweringProcess process_;
  std::map<std::uint64_t, std::vector<trace::Frame>> frames_;  // by address; including what is inlined there
  bool available_ = true;
};

}  // namespace heddle::native
