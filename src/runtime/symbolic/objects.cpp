#include "runtime/symbolic/objects.h"

#include "runtime/anchor.h"

namespace heddle::runtime {

Extent object_at(std::uintptr_t address) {
  Runtime& rt = runtime();
  if (Heap::contains(address)) {
    const Block* const block = rt.heap.find_block(address);
    return block != nullptr ? Extent{block->begin(), block->end()} : Extent{address, address};
  }
  if (Frames::contains(address)) {
    const FrameVariable found = rt.frames.find(address);
    const bool is_in = found.variable != nullptr && found.offset >= 0 &&
                       static_cast<std::uint64_t>(found.offset) < found.variable->size;
    const std::uintptr_t begin = address - static_cast<std::uint64_t>(found.offset);
    return is_in ? Extent{begin, begin + found.variable->size} : Extent{};
  }
  const heddle_global* const global = rt.modules.global_at(reinterpret_cast<const void*>(address));
  if (global == nullptr) return {};
  const auto begin = reinterpret_cast<std::uintptr_t>(global->address);
  return {begin, begin + global->size};
}

}  // namespace heddle::runtime
