#pragma once

#include <cstdint>

namespace heddle::runtime {

// Where something lies in memory; empty if unknown.
struct Extent {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool empty() const { return begin == end; }
  bool contains(std::uintptr_t address, std::uint64_t size) const {
    return address >= begin && address <= end && size <= end - address;
  }
};

// The heap block, stack variable or global variable that contains this address.
Extent object_at(std::uintptr_t address);

}  // namespace heddle::runtime
