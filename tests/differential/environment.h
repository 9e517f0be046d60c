#pragma once

#include <cstdint>
#include <cstdlib>

namespace heddle::differential {

// A number that the caller of the tests may set.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

// HEDDLE_TWINS_EVERY: one in this many comparisons with a slow twin is made (default: all).
inline std::uint64_t twins_every() {
  const std::uint64_t every = from_environment("HEDDLE_TWINS_EVERY", 1);
  return every == 0 ? 1 : every;
}

}  // namespace heddle::differential
