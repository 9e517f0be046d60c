#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"

namespace heddle::runtime {

// What may be accessed: one byte for each 8 bytes of memory, a *granule*, in the table that instrumented code reads
// (abi/instrumented.h). 1 to 8: this many of them, starting with the first. With kTold added: accesses to them are
// always announced (quiet.h). With kFresh or kPartly added: none of them, or not all of their bits, have been written
// since the block was allocated or the variable declared, as far as the hooks know (fresh.h). 0x80 and above: none, and
// why. 0: none where everything is painted (the heap, stack variables); all elsewhere. kWrittenNow and kReadNow mean
// kWhole, and that the running thread has accessed all 8 bytes since its last step (observe/moment.h).
inline constexpr std::uint8_t kWhole = 8;
inline constexpr std::uint8_t kWrittenNow = 0x0a;
inline constexpr std::uint8_t kReadNow = 0x0b;
inline constexpr std::uint8_t kNow = 0x03;  // the bits in which they differ; no closed granule has the bit of kWhole
inline constexpr std::uint8_t kTold = 0x10;
inline constexpr std::uint8_t kFresh = 0x20;
inline constexpr std::uint8_t kPartly = 0x40;
inline constexpr std::uint8_t kFreed = 0x80;
inline constexpr std::uint8_t kBlockFollows = 0x81;  // the last 8 bytes of the header of a heap block
inline constexpr std::uint8_t kZone = 0x90;          // next to a variable
inline constexpr std::uint8_t kFrameBegins = 0x91;   // the header of a frame: frames.h
inline constexpr std::uint8_t kGone = 0x92;          // a variable whose function has been left
inline constexpr std::uint8_t kOutOfScope = 0x93;    // a variable before or after its block
inline constexpr std::uint8_t kThreadGone = 0x94;    // thread-local memory of a thread that has ended

inline std::uint8_t& byte_of(std::uintptr_t address) {
  constexpr std::uintptr_t kMask = (std::uintptr_t{1} << 47) - 1;
  return reinterpret_cast<std::uint8_t*>(kQuietTable)[(address & kMask) >> kQuietGranuleBits];
}

// Is it the heap, or the variables of a stack?
inline bool is_painted(std::uintptr_t address) {
  return address - kArenaBase < kArenasSize || address - kFramesBase < kStacksSize;
}

inline bool is_fresh(std::uint8_t state) { return (state & (kFresh | kPartly)) != 0; }

// How many bytes may be accessed according to the number; more than kWhole means none.
inline std::uint8_t open_bytes(std::uint8_t state) {
  const unsigned is_whole = (state & unsigned{kWhole}) / kWhole;
  return static_cast<std::uint8_t>(state & ~(unsigned{kTold | kFresh | kPartly} | is_whole * kNow));
}

// May the first `bytes` bytes of this granule be accessed?
inline bool is_open(std::uintptr_t granule, std::uint8_t state, std::size_t bytes) {
  const std::uint8_t open = open_bytes(state);
  return open <= kWhole && (bytes <= open || (open == 0 && !is_painted(granule)));
}

// Was there memory of the program that no longer exists?
inline bool is_gone(std::uint8_t state) {
  return state == kFreed || state == kGone || state == kOutOfScope || state == kThreadGone;
}

// The first byte of the range that must not be accessed; its end if there is none.
std::uintptr_t first_closed(std::uintptr_t address, std::size_t size);

inline bool may_access(std::uintptr_t address, std::size_t size) {
  const std::size_t last = (address & 7) + size;
  if (last <= 8) [[likely]]
    return is_open(address, byte_of(address), last) || size == 0;
  return first_closed(address, size) == address + size;
}

}  // namespace heddle::runtime
