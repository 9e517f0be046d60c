#pragma once

#include <string>
#include <string_view>

namespace heddle::native {

// The name of a function as its source has it: "std::terminate()" of "_ZSt9terminatev". Names of C are as they are.
std::string function_text(std::string_view name);

}  // namespace heddle::native
