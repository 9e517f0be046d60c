#pragma once

#include <string>
#include <vector>

#include "base/result.h"

// The compiler as a process.

namespace heddle::cli {

// The exit code of a command that makes the file `output`, which it does not name yet. Its messages go to our standard
// error, its temporary files to `folder`.
base::Result<int> compile_to(std::vector<std::string> command, const std::string& folder, const std::string& output);

}  // namespace heddle::cli
