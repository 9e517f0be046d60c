#pragma once

#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace heddle::tests {

// A source that is compiled with `heddle cc` or `heddle c++` for a test.
class Instrumented {
 public:
  enum class Language { kC, kCxx, kLlvm };
  Instrumented(Language language, const std::string& source);

  // The instrumented code as LLVM text, not optimised by default.
  std::string code(const std::vector<std::string>& flags = {"-O0"}) const;
  // That of one function.
  std::string function(const std::string& name) const;

  // What the program announces when it runs, as lines printed by recorder.c.
  std::vector<std::string> announces(const std::vector<std::string>& flags) const;
  // Linked with a second copy of itself, of which the linker keeps only what the first does not have; without unused
  // sections. Linked after a copy that is compiled without Heddle.
  std::vector<std::string> announces_behind_plain_copy() const;
  std::vector<std::string> announces_twice(const std::vector<std::string>& flags) const;

 private:
  std::string compiled(const std::vector<std::string>& flags, const std::string& output) const;
  std::vector<std::string> linked_and_run(const std::vector<std::string>& objects) const;

  TemporaryFolder folder_;
  Language language_;
  std::string source_;
};

Instrumented c(const std::string& source);
Instrumented cxx(const std::string& source);
Instrumented llvm_text(const std::string& source);

// How often `part` occurs in `text`.
int count(const std::string& text, const std::string& part);
std::vector<std::string> lines_with(const std::vector<std::string>& lines, const std::string& beginning);

}  // namespace heddle::tests
