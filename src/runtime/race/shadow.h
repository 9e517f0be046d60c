#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/race/clocks.h"
#include "trace/ids.h"

namespace heddle::runtime {

// Accesses of one kind to some bytes that are not ordered before a later one of the same kind: one, or one for each of
// several threads.
struct Accesses {
  Epoch epoch;              // none: no access; kSeveral: see `place`
  trace::PlaceId place{0};  // of the access, or index of an AccessVector

  // A moment with clock 0 does not exist.
  static constexpr Epoch kSeveral{1, 0};

  bool none() const { return !epoch.valid(); }
  bool several() const { return epoch == kSeveral; }
  // Are they all ordered before a thread that knows this? Also false for several accesses, even if it may hold for
  // them.
  bool all_before(const VectorClock& clock) const { return none() || (!several() && clock.covers(epoch)); }

  friend bool operator==(const Accesses&, const Accesses&) = default;
};

// What is known about 8 bytes of memory. The first part belongs to a run: with the stamp of another one, it is empty.
// If all accesses of the run were plain, and to the same bytes, or alike for each of these bytes, which are those of
// `mask`, it is exact; otherwise the mask is 0
// and `write.place` is the index of Parts. The second part outlives runs; see race/cells.h.
struct Granule {
  std::uint32_t stamp;
  std::uint32_t mask : 8;
  std::uint32_t sharing : 24;
  Accesses write;
  Accesses read;
  std::uint32_t location : 24;  // 1 + LocationId, 0 if there is none
  std::uint32_t watched : 8;    // bytes whose accesses are recorded; outlives runs
  std::uint32_t bytes;          // 1 + index of ByteCells, if the bytes differ in location or sharing
};
static_assert(sizeof(Granule) == 32);

// The granules of all memory, indexed by the low bits of its address, and which pages of granules were ever used. Owned
// by RaceDetector.
class Shadow {
 public:
  Shadow() = default;
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;
  ~Shadow();

  bool map();

  static Granule& at(std::uintptr_t address) {
    const std::uintptr_t low = address & ((std::uintptr_t{1} << kShadowAddressBits) - 1);
    return reinterpret_cast<Granule*>(kRaceShadowBase)[low / kGranuleBytes];
  }

  // The bytes of the granule of `address` that an access to [address, end) touches.
  static std::uint8_t mask(std::uintptr_t address, std::uintptr_t end) {
    const std::uintptr_t offset = address % kGranuleBytes;
    const std::uintptr_t room = kGranuleBytes - offset;
    const std::uintptr_t size = end - address < room ? end - address : room;
    return static_cast<std::uint8_t>(((1u << size) - 1) << offset);
  }
  static std::uintptr_t next(std::uintptr_t address) { return align_down(address, kGranuleBytes) + kGranuleBytes; }

  // A page of granules: everything known about this many bytes.
  static constexpr std::size_t kPageCovers = kPageSize / sizeof(Granule) * kGranuleBytes;

  void set_used(const Granule& granule) { used_[word_of(granule)] |= bit_of(granule); }
  bool is_used(const Granule& granule) const { return (used_[word_of(granule)] & bit_of(granule)) != 0; }
  // Makes all granules belong to no run.
  void forget_runs();

 private:
  static std::size_t page_of(const Granule& granule) {
    return (reinterpret_cast<std::uintptr_t>(&granule) - kRaceShadowBase) / kPageSize;
  }
  static std::size_t word_of(const Granule& granule) { return page_of(granule) / 64; }
  static std::uint64_t bit_of(const Granule& granule) { return std::uint64_t{1} << page_of(granule) % 64; }

  MappedArray<std::uint64_t> used_;  // a bit for each page of granules
  bool mapped_ = false;
};

}  // namespace heddle::runtime
