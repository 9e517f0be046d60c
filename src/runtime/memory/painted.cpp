#include "runtime/memory/painted.h"

#include <cstring>

#include "runtime/memory/mappings.h"

namespace heddle::runtime {

namespace {

// 64 bytes at a time, since most accesses are allowed.
bool are_open(std::uintptr_t address) {
  constexpr std::uint64_t kEight = 0x0808080808080808;
  std::uint64_t states = 0;
  std::memcpy(&states, &byte_of(address), sizeof states);
  states &= ~((states & kEight) / kWhole * kNow);
  return states == kEight || ((states & ~kEight) == 0 && !is_painted(address));
}

}  // namespace

std::uintptr_t first_closed(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  const std::uintptr_t mapped = address + mapped_size(address, size);
  std::uintptr_t at = address;
  while (at < mapped) {
    if (at % 64 == 0 && end - at >= 64 && are_open(at)) {
      at += 64;
      continue;
    }
    const std::uintptr_t granule = align_down(at, 8);
    const std::uint8_t state = open_bytes(byte_of(at));
    const bool whole = state == 0 && !is_painted(at);
    const std::uintptr_t open = whole ? granule + 8 : state <= kWhole ? granule + state : granule;
    if (at >= open) return at;
    if (open < granule + 8) return open < end ? open : end;
    at = open;
  }
  return end;
}

}  // namespace heddle::runtime
