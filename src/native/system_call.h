#pragma once

#include <unistd.h>

namespace heddle::native {

// For abi::Turns.
inline constexpr auto kSystem = [](long number, auto... arguments) { return ::syscall(number, arguments...); };

}  // namespace heddle::native
