#pragma once

#include <string>
#include <vector>

#include "base/result.h"

// The compiler as a process.

namespace heddle::cli {

struct Compiled {
  int code = 0;                // of the compiler
  bool lacks_main = false;     // was there no main function to link?
  bool lacks_atomics = false;  // atomic operations that are calls of libatomic, which is not linked?
};

// Runs a command that creates the file `output`, which the command does not mention yet. Its messages go to our
// standard error, its temporary files to `folder`.
base::Result<Compiled> compile_to(std::vector<std::string> command, const std::string& folder,
                                  const std::string& output);

// The same for the program of one source: reuses what the command created before, if that is still valid
// (build_cache.h).
base::Result<Compiled> compile_once(const std::vector<std::string>& command, const std::string& folder,
                                    const std::string& output);

// Does the flag affect nothing but the program: are no other files written, and none read that the compiler would not
// report?
bool makes_only_program(const std::string& flag);

}  // namespace heddle::cli
