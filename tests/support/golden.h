#pragma once

#include <string>

namespace heddle::tests {

// The content of a file, given by its path from the top of the source tree; fails the test if it cannot be read.
std::string read_source_file(const std::string& path);

// Expects `text` to be the content of tests/golden/NAME. With HEDDLE_REGENERATE_GOLDEN in the environment
// (scripts/regenerate_golden) writes it there instead.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace heddle::tests
