#pragma once

namespace heddle::runtime {

// Is this address in a shared library that is not instrumented?
bool is_in_library(const void* address);

}  // namespace heddle::runtime
