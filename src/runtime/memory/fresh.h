#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/painted.h"

namespace heddle::runtime {

// Memory of the heap that has not been written since malloc. It is full of kJunk, so that it is never what a program
// hopes for. Granules of which nothing, or the first bytes only, have been written are *fresh*; those that were written
// in another order count as written. What code without hooks has written is recognised by its content: only if all that
// counts as unwritten in a granule is still kJunk has nobody written it.
inline constexpr std::uint8_t kJunk = 0xe7;
// Larger blocks are zero, and not fresh: they take memory only where they are used.
inline constexpr std::size_t kMostJunk = std::size_t{1} << 20;

// A new block, whose granules are painted as whole.
void make_fresh(std::uintptr_t begin, std::size_t size);

// Does the range contain a granule that is fresh?
inline bool is_any_fresh(std::uintptr_t address, std::size_t size) {
  for (std::uintptr_t at = align_down(address, kWhole); at < address + size; at += kWhole) {
    if (is_fresh(byte_of(at))) return true;
  }
  return false;
}

// These bytes are written. Granules that are not fresh any more are painted as whole.
void write_fresh(std::uintptr_t address, std::size_t size);

// The first byte of the range that nobody has written since malloc; its end if that is not certain of any.
std::uintptr_t first_unwritten(std::uintptr_t address, std::size_t size);

}  // namespace heddle::runtime
