#include "runtime/memory/fresh.h"

#include <algorithm>
#include <cstring>

namespace heddle::runtime {

namespace {

// So many of its bytes, from the first, have been written.
std::size_t written_of(std::uint8_t state) { return state - kFresh; }

bool is_junk(std::uintptr_t begin, std::uintptr_t end) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(begin);
  return std::all_of(bytes, bytes + (end - begin), [](std::uint8_t byte) { return byte == kJunk; });
}

}  // namespace

void make_fresh(std::uintptr_t begin, std::size_t size) {
  if (size > kMostJunk) return;
  std::memset(reinterpret_cast<void*>(begin), kJunk, size);
  std::memset(&byte_of(begin), kFresh, size / kWhole);
}

void write_fresh(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    std::uint8_t& state = byte_of(granule);
    if (!is_fresh(state)) continue;
    const std::uintptr_t from = std::max(address, granule) - granule;
    const std::uintptr_t to = std::min(end, granule + kWhole) - granule;
    const std::size_t written = from <= written_of(state) ? std::max<std::size_t>(written_of(state), to) : kWhole;
    state = written >= kWhole ? kWhole : static_cast<std::uint8_t>(kFresh + written);
  }
}

std::uintptr_t first_unwritten(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    const std::uint8_t state = byte_of(granule);
    if (!is_fresh(state)) continue;
    const std::uintptr_t unwritten = granule + written_of(state);
    // Few bytes may have that value by chance.
    constexpr std::uintptr_t kEnough = 4;
    if (std::min(end, granule + kWhole) <= unwritten || granule + kWhole - unwritten < kEnough) continue;
    if (is_junk(unwritten, granule + kWhole)) return std::max(address, unwritten);
  }
  return end;
}

}  // namespace heddle::runtime
