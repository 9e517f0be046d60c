#pragma once

#include <string>

#include "trace/text.h"

namespace heddle::tests {

// The trace tests/golden/columns/NAME.trace; fails the test if it cannot be read.
trace::NamedTrace read_golden_trace(const std::string& name);

}  // namespace heddle::tests
