#pragma once

#include <cstdint>

namespace heddle::runtime {

inline std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

}  // namespace heddle::runtime
