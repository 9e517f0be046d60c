#pragma once

#include <string_view>

#include "abi/library_functions.h"

namespace heddle::runtime {

using abi::Control;

// By the table that is shared with the pass, and by families of names.
Control control_of(std::string_view name);
// Is it a function that touches no memory which threads of the program share, although it gets pointers? It belongs to
// a family that is known by the beginning of its names.
bool shares_nothing(std::string_view name);
// Do names like this belong to what the runtime replaces? One that is found in a library nevertheless is not replaced.
bool is_replaced_family(std::string_view name);

}  // namespace heddle::runtime
