#pragma once

#include <cstdint>

namespace heddle::runtime {

// Where something lies in memory; empty if that is not known.
struct Extent {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  bool empty() const { return begin == end; }
  bool contains(std::uintptr_t address, std::uint64_t size) const {
    return address >= begin && address <= end && size <= end - address;
  }
};

// The block of the heap, the variable of the stack or the global variable that contains this address.
Extent object_at(std::uintptr_t address);

}  // namespace heddle::runtime
