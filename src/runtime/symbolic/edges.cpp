#include "runtime/symbolic/edges.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "abi/instrumented.h"
#include "runtime/memory/map_pages.h"

namespace heddle::runtime {

namespace {

using Word = std::uint64_t;
constexpr unsigned kByteBits = 8;
constexpr std::size_t kWords = abi::kMaxEdges / sizeof(Word);

Word* words() { return reinterpret_cast<Word*>(HEDDLE_EDGES); }

// 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, and more.
std::uint32_t magnitude(std::uint32_t count) {
  constexpr std::uint32_t kByWidth[] = {0, 0, 1, 3, 4, 5, 6, 6, 7};
  return count == 3 ? 2 : kByWidth[std::bit_width(count)];
}

}  // namespace

bool Edges::map() { return map_pages(HEDDLE_EDGES, abi::kMaxEdges) != nullptr; }

void Edges::start_run() {
  if (has_counts_) std::memset(words(), 0, abi::kMaxEdges);
  has_counts_ = true;
}

void Edges::end_run(abi::Slot& slot) {
  std::uint32_t size = 0;
  for (std::size_t w = 0; w < kWords; ++w) {
    Word counts = words()[w];
    if (counts == 0) [[likely]]
      continue;
    words()[w] = 0;
    while (counts != 0) {
      const auto byte = static_cast<unsigned>(std::countr_zero(counts)) / kByteBits;
      const auto count = static_cast<std::uint32_t>(counts >> (byte * kByteBits)) & 0xFF;
      const auto edge = static_cast<std::uint32_t>(w * sizeof(Word) + byte);
      slot.edges[size++] = edge * trace::kEdgeCounts + magnitude(count);
      counts &= ~(Word{0xFF} << (byte * kByteBits));
    }
  }
  slot.edges_size = size;
  has_counts_ = false;
}

}  // namespace heddle::runtime
