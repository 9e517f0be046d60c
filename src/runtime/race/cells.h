#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/mapped_array.h"
#include "runtime/race/shadow.h"
#include "trace/ids.h"

namespace heddle::runtime {

// What is known about memory across runs, exact for each byte: which location it belongs to, and which threads have
// accessed it. Sharing is 24 bits: the first thread, whether there was another, whether one wrote, and which bytes were
// accessed, as long as the same is known about all of them. Owned by RaceDetector; lives in the granules of its shadow.
class Cells {
 public:
  // The bound on granules whose bytes differ in location or sharing; reported by exhausted().
  static constexpr std::size_t kMaxDivided = std::size_t{1} << 26;

  bool map() { return bytes_.map(kMaxDivided); }

  trace::LocationId location_of(std::uintptr_t address) const {
    const Granule& granule = Shadow::at(address);
    const std::uint32_t location =
        granule.bytes == 0 ? granule.location : bytes_[granule.bytes - 1].location[address % kGranuleBytes];
    return location == 0 ? trace::LocationId::none() : trace::LocationId(location - 1);
  }
  // Does one of these bytes, which are in one granule, belong to a location?
  bool has_location(std::uintptr_t address, std::size_t size) const {
    const Granule& granule = Shadow::at(address);
    if (granule.bytes == 0) [[likely]]
      return granule.location != 0;
    const std::uint32_t* const locations = bytes_[granule.bytes - 1].location + address % kGranuleBytes;
    std::uint32_t any = 0;
    for (std::size_t i = 0; i < size; ++i) any |= locations[i];
    return any != 0;
  }
  void set_location(std::uintptr_t address, std::size_t size, trace::LocationId location);

  // Records an access; is there now one of these bytes that two threads have accessed, one of them writing, in this run
  // or in an earlier one?
  bool note_access(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write) {
    if (address % kGranuleBytes + size <= kGranuleBytes) [[likely]] {
      const Granule& granule = Shadow::at(address);
      const std::uint32_t old = granule.sharing;
      if (granule.bytes == 0 && has_bytes(old, Shadow::mask(address, address + size)) &&
          noted(old, thread, is_write) == old) {
        return is_shared(old);
      }
    }
    return note_all(thread, address, size, is_write);
  }

  // Is it certain that recording this access, which is in one granule, would change nothing, and that nobody shares
  // these bytes? Fast, for memory of one thread.
  [[gnu::always_inline]] bool adds_nothing(trace::ThreadId thread, std::uintptr_t address, std::size_t size,
                                           bool is_write) const {
    const Granule& granule = Shadow::at(address);
    if (granule.bytes == 0) {
      const std::uint32_t old = granule.sharing;
      return has_bytes(old, Shadow::mask(address, address + size)) && noted(old, thread, is_write) == old &&
             !is_shared(old);
    }
    const std::uint32_t* const sharing = bytes_[granule.bytes - 1].sharing + address % kGranuleBytes;
    const std::uint32_t old = sharing[0];
    if (old == 0 || noted(old, thread, is_write) != old || is_shared(old)) return false;
    std::uint32_t differs = 0;
    for (std::size_t i = 1; i < size; ++i) differs |= sharing[i] ^ old;
    return differs == 0;
  }

  // How often an access revealed something new.
  std::uint64_t changes() const { return changes_; }
  // Has note_access been called for one of these bytes?
  bool is_noted(std::uintptr_t address, std::size_t size) const;
  // Has a thread other than this one written to one of them, in any run, or do they belong to a location?
  bool is_written_by_others(trace::ThreadId thread, std::uintptr_t address, std::size_t size) const;

  bool exhausted() const { return exhausted_; }

 private:
  struct ByteCells {
    std::uint32_t location[kGranuleBytes];
    std::uint32_t sharing[kGranuleBytes];
  };

  static constexpr std::uint32_t kThread = 0x3fff;
  static constexpr std::uint32_t kSeveral = 0x4000;
  static constexpr std::uint32_t kWritten = 0x8000;
  static constexpr int kMaskShift = 16;
  static constexpr std::uint32_t kWithoutMask = (1U << kMaskShift) - 1;
  static_assert(trace::kMaxThreads <= kThread + 1);

  // Does it stand for these bytes?
  static bool has_bytes(std::uint32_t sharing, std::uint8_t mask) { return (mask & ~(sharing >> kMaskShift)) == 0; }
  static bool is_shared(std::uint32_t sharing) { return (~sharing & (kSeveral | kWritten)) == 0; }
  // After one more access; `sharing` has a mask.
  static std::uint32_t noted(std::uint32_t sharing, trace::ThreadId thread, bool is_write) {
    if ((sharing & kThread) != thread.value) sharing |= kSeveral;
    return is_write ? sharing | kWritten : sharing;
  }
  static std::uint32_t first_access(trace::ThreadId thread, bool is_write, std::uint8_t mask) {
    return thread.value | (is_write ? kWritten : 0) | std::uint32_t{mask} << kMaskShift;
  }

  bool note_all(trace::ThreadId thread, std::uintptr_t address, std::size_t size, bool is_write);
  bool note_granule(Granule& granule, std::uint8_t mask, trace::ThreadId thread, bool is_write);
  // Gives each byte a cell of its own; null if there are too many.
  ByteCells* divide(Granule& granule);

  MappedArray<ByteCells> bytes_;
  std::uint64_t changes_ = 0;
  bool exhausted_ = false;
};

}  // namespace heddle::runtime
