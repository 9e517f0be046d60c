#pragma once

#include <cstdint>
#include <cstdlib>

namespace heddle::differential {

// A number that the caller of the tests may set.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

}  // namespace heddle::differential
