#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/painted.h"

namespace heddle::runtime {

// Memory of the heap and of stack variables that has not been written since malloc, or since the variable was declared.
// It is filled with kJunk or kNoValue, so that it is never what a program hopes for. Granules of which nothing has been
// written are *fresh*; for others it is known which bits have no value, including bits that were copied there. What
// code without hooks wrote is recognised by its content: if the content of the bytes in question has changed, the whole
// granule counts as written.
inline constexpr std::uint8_t kJunk = 0xe7;
inline constexpr std::uint8_t kNoValue = 0xaa;  // set by the compiler: -ftrivial-auto-var-init=pattern
// Larger blocks are zero and not fresh: they take memory only where they are used.
inline constexpr std::size_t kMostJunk = std::size_t{16} << 20;

bool map_values();

// A new block, whose granules are painted as open.
void make_fresh(std::uintptr_t begin, std::size_t size);

// Does the range contain a granule that has not been written completely?
inline bool is_any_fresh(std::uintptr_t address, std::size_t size) {
  for (std::uintptr_t at = align_down(address, kWhole); at < address + size; at += kWhole) {
    if (is_fresh(byte_of(at))) return true;
  }
  return false;
}

// These bytes are written. Granules that now have values are painted like others.
void write_fresh(std::uintptr_t address, std::size_t size);

// For at most 8 bytes: the bits that have no value.
std::uint64_t bits_without_value(std::uintptr_t address, std::size_t size);
// These bits have none from now on, if the memory is of the kind described above. Its content is already there.
void take_values(std::uintptr_t address, std::size_t size, std::uint64_t bits);
// The same for all bits of a range.
void take_all_values(std::uintptr_t address, std::size_t size);

}  // namespace heddle::runtime
