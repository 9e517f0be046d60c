#include "runtime/memory/fresh.h"

#include <algorithm>
#include <cstring>

#include "runtime/memory/frames.h"
#include "runtime/memory/pages.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

// What is known about a granule that is kPartly.
struct Values {
  std::uint64_t bits;     // those that have no value
  std::uint64_t content;  // of the granule, at that time
};

Values& values_of(std::uintptr_t granule) {
  return reinterpret_cast<Values*>(kValuesBase)[(granule - kArenaBase) / kWhole];
}

std::uint64_t content_of(std::uintptr_t granule) {
  std::uint64_t content = 0;
  std::memcpy(&content, reinterpret_cast<const void*>(granule), sizeof content);
  return content;
}

// The bits of a range of bytes.
std::uint64_t bits_of_bytes(std::uint64_t from, std::uint64_t to) {
  const std::uint64_t below = to >= kWhole ? kAllBits : (std::uint64_t{1} << to * 8) - 1;
  return from >= kWhole ? 0 : below >> from * 8 << from * 8;
}

// All bits of each byte that contains one of them.
std::uint64_t whole_bytes(std::uint64_t bits) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < kWhole; ++i) {
    if ((bits & bits_of_bytes(i, i + 1)) != 0) bytes |= bits_of_bytes(i, i + 1);
  }
  return bytes;
}

std::uint64_t junk_at(std::uintptr_t granule) {
  return kAllBits / 0xff * (Frames::contains(granule) ? kNoValue : kJunk);
}

// The bits of a granule that have no value.
std::uint64_t lacking(std::uintptr_t granule) {
  const std::uint8_t state = byte_of(granule);
  if (!is_fresh(state)) return 0;
  const bool partly = (state & kPartly) != 0;
  const std::uint64_t bits = partly ? values_of(granule).bits : bits_of_bytes(0, open_bytes(state));
  const std::uint64_t content = partly ? values_of(granule).content : junk_at(granule);
  return ((content_of(granule) ^ content) & whole_bytes(bits)) == 0 ? bits : 0;
}

void set_lacking(std::uintptr_t granule, std::uint64_t bits) {
  std::uint8_t& state = byte_of(granule);
  if (bits == 0) {
    state = open_bytes(state);
    return;
  }
  values_of(granule) = {bits, content_of(granule)};
  state = open_bytes(state) | kPartly;
}

// The part of a range that is in a granule, as bits.
std::uint64_t part(std::uintptr_t granule, std::uintptr_t begin, std::uintptr_t end) {
  return bits_of_bytes(std::max(begin, granule) - granule, std::min(end, granule + kWhole) - granule);
}

bool can_lack(std::uintptr_t granule) {
  const std::uint8_t open = open_bytes(byte_of(granule));
  return is_painted(granule) && open != 0 && open <= kWhole;
}

}  // namespace

bool map_values() { return map_pages(kValuesBase, kValuesSize) != nullptr; }

void make_fresh(std::uintptr_t begin, std::size_t size) {
  if (size > kMostJunk || size == 0) return;
  std::memset(reinterpret_cast<void*>(begin), kJunk, size);
  std::memset(&byte_of(begin), kFresh | kWhole, size / kWhole);
  if (size % kWhole != 0) byte_of(begin + size) = static_cast<std::uint8_t>(kFresh | size % kWhole);
}

void write_fresh(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    if (is_fresh(byte_of(granule))) set_lacking(granule, lacking(granule) & ~part(granule, address, end));
  }
}

std::uint64_t bits_without_value(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  std::uint64_t bits = 0;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    const std::uint64_t here = lacking(granule) & part(granule, address, end);
    if (here == 0) continue;
    bits |= granule < address ? here >> (address - granule) * 8 : here << (granule - address) * 8;
  }
  return bits;
}

void take_values(std::uintptr_t address, std::size_t size, std::uint64_t bits) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    if (!can_lack(granule)) continue;
    const std::uint64_t here = granule < address ? bits << (address - granule) * 8 : bits >> (granule - address) * 8;
    const std::uint64_t all = part(granule, address, end);
    set_lacking(granule, (lacking(granule) & ~all) | (here & all));
  }
}

void take_all_values(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = align_down(address, kWhole); granule < end; granule += kWhole) {
    if (!can_lack(granule)) continue;
    const std::uint64_t here = part(granule, address, end);
    if (here == kAllBits && content_of(granule) == junk_at(granule)) {
      byte_of(granule) = open_bytes(byte_of(granule)) | kFresh;
    } else {
      set_lacking(granule, lacking(granule) | here);
    }
  }
}

}  // namespace heddle::runtime
