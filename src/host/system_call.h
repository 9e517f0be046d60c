#pragma once

#include <unistd.h>

namespace heddle::host {

// For abi::Turns.
inline constexpr auto kSystem = [](long number, auto... arguments) { return ::syscall(number, arguments...); };

}  // namespace heddle::host
