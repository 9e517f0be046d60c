#pragma once

#include <cstdint>

namespace heddle::runtime {

// Is this address in a shared library that is not instrumented?
bool is_in_library(const void* address);

// What was added to the addresses in the file of the executable when it was loaded.
std::uintptr_t load_address();

}  // namespace heddle::runtime
