#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "trace/ids.h"

namespace heddle::runtime {

// Which thread is the n-th child of which: the same in every run. Open addressing; there is always room for all
// threads. Owned by the scheduler.
class ChildTable {
 public:
  // None if that child is not known yet; it can then be assigned.
  trace::ThreadId& at(trace::ThreadId parent, std::uint32_t nth) {
    const std::uint32_t key = 1 + (static_cast<std::uint32_t>(parent.value) << 16 | nth);
    std::size_t slot = (key * std::uint64_t{0x9e3779b97f4a7c15} >> 32) % kSlots;
    while (entries_[slot].key != 0 && entries_[slot].key != key) slot = (slot + 1) % kSlots;
    entries_[slot].key = key;
    return entries_[slot].child;
  }

 private:
  static constexpr std::size_t kSlots = 4 * trace::kMaxThreads;
  struct Entry {
    std::uint32_t key = 0;
    trace::ThreadId child;
  };
  std::array<Entry, kSlots> entries_{};
};

}  // namespace heddle::runtime
