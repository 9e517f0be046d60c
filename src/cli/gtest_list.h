#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The tests that a GoogleTest program lists ("--gtest_list_tests"), each by its full name, "Suite.Name". Disabled tests
// are left out unless `disabled_too`.
std::vector<std::string> listed_tests(std::string_view text, bool disabled_too);

}  // namespace heddle::cli
