#pragma once

#include <string>
#include <string_view>

namespace heddle::native {

// The name of a function as in its source: "std::terminate()" for "_ZSt9terminatev". C names are unchanged.
std::string function_text(std::string_view name);

}  // namespace heddle::native
