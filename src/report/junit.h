#pragma once

#include <string>

#include "report/exploration.h"

namespace heddle::report {

// The exploration as one JUnit test case: a bug is a failure; any other exploration that is not complete is an error.
std::string junit(const Exploration& exploration);

}  // namespace heddle::report
