#pragma once

#include <string_view>

namespace heddle::base {

// "0.1.0", from CMakeLists.txt.
std::string_view version();

}  // namespace heddle::base
