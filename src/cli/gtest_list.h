#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The tests that a program of GoogleTest lists ("--gtest_list_tests"), each by its whole name, "Suite.Name". Those that
// are disabled are left out unless `disabled_too`.
std::vector<std::string> listed_tests(std::string_view text, bool disabled_too);

}  // namespace heddle::cli
