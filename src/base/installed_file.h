#pragma once

#include <string>

#include "base/result.h"

namespace heddle::base {

// A file that is installed with the program heddle.
Result<std::string> installed_file(const char* name);

}  // namespace heddle::base
