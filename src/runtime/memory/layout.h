#pragma once

#include <cstddef>
#include <cstdint>

#include "trace/ids.h"

// Where things are in the address space of a tested program. Address space randomisation is off, so that an address
// means the same thing in every run.
//
//   0x000000400000  the executable, if it is not position-independent
//   0x201000000000  heap arenas          252 GiB       memory/heap.h
//   0x205800000000  mappings             95 GiB        memory/mappings.h: what the program gets from mmap
//   0x207000000000  heap index           an eighth     where the n-th block of a thread begins
//   0x209000000000  thread-local memory  1024 x 64 MiB  fiber.h: the thread pointer is 1 MiB below its end
//   0x20a000000000  fiber stacks         1024 x 128 MiB  8 MiB used at the top unless more is requested, else a guard
//   0x20c000000000  their variables      1024 x 128 MiB  memory/frames.h: those whose address others have
//   0x210000000000  symbolic table       256 GiB       symbolic/shadow_memory.h: one pointer per page of memory
//   0x220000000000  values               1.6 TiB       memory/fresh.h: 16 bytes per 8 bytes of heap and variables
//   0x300000000000  race shadow          4 TiB         race/shadow.h: 32 bytes per 8 bytes of memory
//   0x400000000000  quiet table          16 TiB        quiet.h: one byte per 8 bytes of memory, of the heap by heap.h
//   0x555555554000  the executable, if it is position-independent
//   0x7ff.........  libraries, the stack of the operating-system thread, whatever else the kernel places
//
// Everything the program itself uses is distinct in the low 40 bits of its address: that is how the race shadow is
// indexed. All mappings are without reservation: what is not touched costs nothing.

namespace heddle::runtime {

inline constexpr std::size_t kPageSize = 4096;

// The bound on what one thread may allocate in one run, reported by Heap::exhausted: the first threads of a program may
// have much, the many others less.
inline constexpr std::size_t kArenaSize = std::size_t{4} << 30;
inline constexpr std::size_t kSmallArenaSize = std::size_t{128} << 20;
inline constexpr std::size_t kBigArenas = 32;
inline constexpr std::uintptr_t kArenaBase = 0x201000000000;
inline constexpr std::uintptr_t kSmallArenaBase = kArenaBase + kBigArenas * kArenaSize;
inline constexpr std::size_t kArenasSize =
    kBigArenas * kArenaSize + (trace::kMaxThreads - kBigArenas) * kSmallArenaSize;

constexpr std::size_t arena_size(std::size_t thread) { return thread < kBigArenas ? kArenaSize : kSmallArenaSize; }
constexpr std::uintptr_t arena_begin(std::size_t thread) {
  return thread < kBigArenas ? kArenaBase + thread * kArenaSize
                             : kSmallArenaBase + (thread - kBigArenas) * kSmallArenaSize;
}
// The thread whose arena contains this address.
constexpr std::size_t arena_of(std::uintptr_t address) {
  return address < kSmallArenaBase ? (address - kArenaBase) / kArenaSize
                                   : kBigArenas + (address - kSmallArenaBase) / kSmallArenaSize;
}

// What one thread may map in one run, likewise.
inline constexpr std::uintptr_t kMappingsBase = 0x205800000000;
inline constexpr std::size_t kMappingsSize = std::size_t{2} << 30;
inline constexpr std::size_t kSmallMappingsSize = std::size_t{32} << 20;
inline constexpr std::size_t kBigMappings = 32;
constexpr std::size_t mappings_size(std::size_t thread) {
  return thread < kBigMappings ? kMappingsSize : kSmallMappingsSize;
}
constexpr std::uintptr_t mappings_begin(std::size_t thread) {
  return thread < kBigMappings
             ? kMappingsBase + thread * kMappingsSize
             : kMappingsBase + kBigMappings * kMappingsSize + (thread - kBigMappings) * kSmallMappingsSize;
}

// The shadow of the heap is part of the table that instrumented code reads (abi/instrumented.h).
inline constexpr std::uintptr_t kQuietTable = 0x400000000000;
inline constexpr int kQuietGranuleBits = 3;
inline constexpr std::size_t kQuietTableSize = std::size_t{1} << (47 - kQuietGranuleBits);
inline constexpr std::uintptr_t kHeapShadowBase = kQuietTable + (kArenaBase >> kQuietGranuleBits);
inline constexpr std::size_t kHeapShadowSize = kArenasSize / 8;

inline constexpr std::uintptr_t kHeapIndexBase = 0x207000000000;
inline constexpr std::size_t kHeapIndexSize = kArenasSize / 8;

inline constexpr std::uintptr_t kStackBase = 0x20a000000000;
inline constexpr std::size_t kStackStride = std::size_t{128} << 20;
inline constexpr std::size_t kStackSize = std::size_t{8} << 20;
inline constexpr std::size_t kStacksSize = trace::kMaxThreads * kStackStride;
constexpr std::uintptr_t stack_top(std::size_t thread) { return kStackBase + (thread + 1) * kStackStride; }

// The stack variables that do not live on the stack, each at this distance from where it would be.
inline constexpr std::uintptr_t kFramesBase = 0x20c000000000;
inline constexpr std::uintptr_t kFramesDistance = kFramesBase - kStackBase;

inline constexpr std::uintptr_t kTlsBase = 0x209000000000;
inline constexpr std::size_t kTlsStride = std::size_t{64} << 20;
// Is it thread-local memory of a thread other than this one? That of the first thread never ends, and is not here.
constexpr bool is_lent(std::uintptr_t address, std::size_t thread) {
  const std::uintptr_t offset = address - kTlsBase;
  return offset < trace::kMaxThreads * kTlsStride && offset / kTlsStride != thread;
}

inline constexpr int kShadowAddressBits = 40;
inline constexpr std::uintptr_t kRaceShadowBase = 0x300000000000;
inline constexpr std::size_t kGranuleBytes = 8;
inline constexpr std::size_t kGranules = (std::size_t{1} << kShadowAddressBits) / kGranuleBytes;

static_assert(kArenaBase + kArenasSize <= kMappingsBase);
static_assert(mappings_begin(trace::kMaxThreads) <= kHeapIndexBase);
static_assert(kHeapIndexBase + kHeapIndexSize <= kTlsBase);
static_assert(kTlsBase + trace::kMaxThreads * kTlsStride <= kStackBase);
static_assert(kStackBase + kStacksSize <= kFramesBase);

inline constexpr std::uintptr_t kSymbolicTableBase = 0x210000000000;
inline constexpr std::size_t kSymbolicTableSize = (std::size_t{1} << 47) / kPageSize * sizeof(void*);
static_assert(kFramesBase + kStacksSize <= kSymbolicTableBase);
static_assert(kSymbolicTableBase + kSymbolicTableSize <= kRaceShadowBase);
static_assert(kHeapShadowBase + kHeapShadowSize <= kQuietTable + kQuietTableSize);

inline constexpr std::uintptr_t kValuesBase = 0x220000000000;
inline constexpr std::size_t kValuesSize = (kFramesBase + kStacksSize - kArenaBase) * 2;
static_assert(kSymbolicTableBase + kSymbolicTableSize <= kValuesBase);
static_assert(kValuesBase + kValuesSize <= kRaceShadowBase);

// `to` is a power of two.
constexpr std::uintptr_t align_down(std::uintptr_t address, std::size_t to) { return address & ~(to - 1); }
constexpr std::uintptr_t align_up(std::uintptr_t address, std::size_t to) { return align_down(address + to - 1, to); }

}  // namespace heddle::runtime
