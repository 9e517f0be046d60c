#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/mapped_array.h"
#include "trace/ids.h"

namespace heddle::runtime {

// How many read locks each thread holds of each readers-writer lock, in this run. Open addressing; entries with the
// number of another run count as empty. Owned by the runtime.
class ReadLocks {
 public:
  static constexpr bool kOutlivesRuns = true;  // counts carry the number of their run

  // The bound on pairs of a lock and a thread in one run. Beyond it nothing can be read-locked: see count().
  static constexpr std::size_t kMaxPairs = std::size_t{1} << 20;

  // Changed by the caller. Null if there are too many, or there is no memory.
  std::uint32_t* count(trace::LocationId lock, trace::ThreadId thread, std::uint32_t run) {
    if (entries_.capacity() == 0 && !entries_.map(kSlots)) return nullptr;
    if (run != run_) {
      run_ = run;
      used_ = 0;
    }
    const std::uint64_t key = std::uint64_t{lock.value} << 16 | thread.value;
    std::size_t slot = (key * 0x9e3779b97f4a7c15 >> 32) % kSlots;
    while (entries_[slot].run == run && entries_[slot].key != key) slot = (slot + 1) % kSlots;
    Entry& entry = entries_[slot];
    if (entry.run != run) {
      if (used_ == kMaxPairs) return nullptr;
      ++used_;
      entry = {.key = key, .run = run, .count = 0};
    }
    return &entry.count;
  }

 private:
  static constexpr std::size_t kSlots = 2 * kMaxPairs;
  struct Entry {
    std::uint64_t key;
    std::uint32_t run;  // 0: none
    std::uint32_t count;
  };

  MappedArray<Entry> entries_;
  std::uint32_t run_ = 0;
  std::size_t used_ = 0;
};

}  // namespace heddle::runtime
