#pragma once

#include <string_view>

#include "abi/library_functions.h"

namespace heddle::runtime {

using abi::Control;

// According to the table shared with the pass, and to families of names.
Control control_of(std::string_view name);
// Does the function touch no memory shared by threads of the program, although it gets pointers? It belongs to a family
// that is recognised by a prefix.
bool shares_nothing(std::string_view name);
// Do names like this belong to what the runtime replaces? One that is found in a library nevertheless is not replaced.
bool is_replaced_family(std::string_view name);

}  // namespace heddle::runtime
