#pragma once

#include <functional>

#include "tests/differential/program.h"

namespace heddle::differential {

// The smallest program that it finds by removing threads, statements, declarations and the heads of compound
// statements, such that `fails` still holds. `fails` must be false for a program that does not compile.
Program shrink(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace heddle::differential
