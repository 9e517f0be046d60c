#pragma once

#include <string>
#include <vector>

#include "base/result.h"

// The compiler as a process.

namespace heddle::cli {

// The exit code of a command that makes the file `output`, which it does not name yet. Its messages go to our standard
// error, its temporary files to `folder`.
base::Result<int> compile_to(std::vector<std::string> command, const std::string& folder, const std::string& output);

// The same for the program of one source: takes what the command has made before, if that is still right
// (build_cache.h).
base::Result<int> compile_once(const std::vector<std::string>& command, const std::string& folder,
                               const std::string& output);

// Has the flag no effect but on the program: no other files are written, none is read that the compiler would not name?
bool makes_only_program(const std::string& flag);

}  // namespace heddle::cli
