#include "runtime/memory/heap.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace heddle::runtime {

using trace::PlaceId;
using trace::ThreadId;

namespace {

// Shadow of at least this size is returned to the kernel rather than cleared.
constexpr std::size_t kBigShadow = std::size_t{256} << 10;

constexpr std::size_t kMinimalAlignment = 16;

// Arenas begin at addresses that share their low bits; different offsets from there keep the first blocks of different
// threads from competing for the same cache lines.
constexpr std::size_t first_offset(std::size_t thread) { return thread * (kPageSize + 320); }

bool is_big(std::size_t size) { return size >= Heap::kBigBlock; }

// The number of bytes that a block takes, without its header.
std::size_t footprint(std::size_t size) {
  return align_up(size != 0 ? size : 1, is_big(size) ? kPageSize : kMinimalAlignment);
}

// Zeroes bytes, whichever way is cheaper.
void clear_range(std::uintptr_t begin, std::uintptr_t end, std::size_t big) {
  if (end - begin < big) {
    std::memset(reinterpret_cast<void*>(begin), 0, end - begin);
    return;
  }
  const std::uintptr_t first = align_up(begin, kPageSize);
  const std::uintptr_t last = align_down(end, kPageSize);
  std::memset(reinterpret_cast<void*>(begin), 0, first - begin);
  discard_pages(first, last - first);
  std::memset(reinterpret_cast<void*>(last), 0, end - last);
}

}  // namespace

Heap::~Heap() {
  if (!mapped_) return;
  unmap_pages(reinterpret_cast<void*>(kArenaBase), kArenasSize);
  unmap_pages(reinterpret_cast<void*>(kHeapShadowBase), kHeapShadowSize);
  unmap_pages(reinterpret_cast<void*>(kHeapIndexBase), kHeapIndexSize);
}

bool Heap::map() {
  if (map_pages(kArenaBase, kArenasSize) == nullptr) return false;
  if (map_pages(kHeapShadowBase, kHeapShadowSize) == nullptr) return false;
  if (map_pages(kHeapIndexBase, kHeapIndexSize) == nullptr) return false;
  mapped_ = true;
  for (std::size_t thread = 0; thread < trace::kMaxThreads; ++thread) {
    Arena& arena = arenas_[thread];
    arena.next = arena.marked = arena.dirty = arena_begin(ThreadId(thread)) + first_offset(thread);
  }
  return true;
}

void Heap::mark() {
  std::size_t blocks = 0;
  for (std::size_t thread = 0; thread < trace::kMaxThreads; ++thread) {
    Arena& arena = arenas_[thread];
    blocks += arena.blocks;
    if (arena.blocks == 0) continue;
    // Pages are restored as a whole, so no page may hold blocks of both kinds.
    arena.next = arena.marked = align_up(arena.next, kPageSize);
    arena.marked_blocks = arena.blocks;
  }
  if (blocks != 0) revived_.map(blocks);
  used_.clear();
}

void Heap::put_back() {
  for (const ThreadId thread : used_) rewind(arenas_[thread.index()]);
  used_.clear();
  for (const std::uintptr_t begin : revived_) {
    Block* block = reinterpret_cast<Block*>(begin) - 1;
    block->freed = 0;
    block->freed_at = PlaceId::none();
    block->freed_by = ThreadId::none();
    paint_living(*block);
  }
  revived_.clear();
  exhausted_ = false;
}

void Heap::rewind(Arena& arena) {
  clear_range(reinterpret_cast<std::uintptr_t>(shadow(arena.marked)),
              reinterpret_cast<std::uintptr_t>(shadow(arena.next)), kBigShadow);
  if (arena.dirty < arena.next) arena.dirty = arena.next;
  arena.next = arena.marked;
  arena.blocks = arena.marked_blocks;
}

void* Heap::allocate(ThreadId thread, std::size_t size, std::size_t alignment, PlaceId place, const heddle_type* type) {
  if (size > PTRDIFF_MAX) return nullptr;
  Arena& arena = arenas_[thread.index()];
  const std::size_t room = arena_size(thread.index());
  const std::uintptr_t limit = arena_begin(thread) + room;
  const std::size_t minimum = is_big(size) ? kPageSize : kMinimalAlignment;
  if (alignment < minimum) alignment = minimum;
  if (size > room || alignment > room) {
    exhausted_ = true;
    return nullptr;
  }
  const std::uintptr_t begin = align_up(arena.next + sizeof(Block), alignment);
  const std::uintptr_t end = begin + footprint(size);
  if (end > limit) {
    exhausted_ = true;
    return nullptr;
  }
  clear_content(arena, begin, end);
  auto* block = reinterpret_cast<Block*>(begin) - 1;
  *block = Block{.size = size, .allocated_at = place, .sequence = arena.blocks, .thread = thread, .type = type};
  index(thread.index())[arena.blocks++] = static_cast<std::uint32_t>((begin - arena_begin(thread)) >> 4);
  paint_living(*block);
  arena.next = end;
  used_.insert(thread);
  return reinterpret_cast<void*>(begin);
}

void Heap::clear_content(const Arena& arena, std::uintptr_t begin, std::uintptr_t end) const {
  if (begin >= arena.dirty) return;
  clear_range(begin, end, kBigBlock);
}

HeapProblem Heap::release(ThreadId thread, void* pointer, PlaceId place) {
  if (pointer == nullptr) return {};
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!is_block(address)) {
    const Block* block = find_block(address);
    const std::int64_t offset = block != nullptr ? static_cast<std::int64_t>(address - block->begin()) : 0;
    return {HeapProblemKind::kInvalidFree, block, offset, address};
  }
  Block* block = static_cast<Block*>(pointer) - 1;
  if (block->freed != 0) return {HeapProblemKind::kDoubleFree, block, 0, address};
  block->freed = 1;
  block->freed_at = place;
  block->freed_by = thread;
  paint_freed(*block);
  if (address < arenas_[block->thread.index()].marked) {
    // There is room for each block from before mark(), and each is freed once: only mark() can have failed.
    if (!revived_.push(address)) exhausted_ = true;
  } else if (is_big(block->size)) {
    discard_pages(address, footprint(block->size));
  }
  return {};
}

Resized Heap::resize(ThreadId thread, void* pointer, std::size_t size, PlaceId place) {
  if (pointer == nullptr) return {allocate(thread, size, kMinimalAlignment, place), {}};
  const bool living =
      is_block(reinterpret_cast<std::uintptr_t>(pointer)) && (static_cast<Block*>(pointer) - 1)->freed == 0;
  void* moved = nullptr;
  if (size != 0 && living) {
    moved = allocate(thread, size, kMinimalAlignment, place);
    if (moved == nullptr) return {};
    const std::size_t old_size = usable_size(pointer);
    std::memcpy(moved, pointer, old_size < size ? old_size : size);
  }
  return {moved, release(thread, pointer, place)};
}

const Block* Heap::block_at(const void* pointer) {
  return is_block(reinterpret_cast<std::uintptr_t>(pointer)) ? static_cast<const Block*>(pointer) - 1 : nullptr;
}

std::size_t Heap::usable_size(const void* pointer) const {
  const Block* const block = block_at(pointer);
  return block == nullptr || block->freed != 0 ? 0 : block->size;
}

std::size_t Heap::marked_size(ThreadId thread) const {
  const Arena& arena = arenas_[thread.index()];
  return arena.marked_blocks == 0 ? 0 : arena.marked - arena_begin(thread);
}

bool Heap::is_block(std::uintptr_t begin) {
  return begin % kMinimalAlignment == 0 && contains(begin) && contains(begin - 8) &&
         *shadow(begin - 8) == kBlockFollows;
}

Block* Heap::nth_block(std::size_t thread, std::uint32_t n) {
  return reinterpret_cast<Block*>(arena_begin(ThreadId(thread)) + (std::uintptr_t{index(thread)[n]} << 4)) - 1;
}

void Heap::paint_living(const Block& block) {
  std::uint8_t* bytes = shadow(block.begin());
  bytes[-1] = kBlockFollows;
  std::memset(bytes, kAll, block.size / 8);
  if (block.size % 8 != 0) bytes[block.size / 8] = block.size % 8;
}

void Heap::paint_freed(const Block& block) { std::memset(shadow(block.begin()), kFreed, (block.size + 7) / 8); }

std::uintptr_t Heap::first_bad(std::uintptr_t address, std::size_t size) const {
  const std::uintptr_t end = address + size;
  std::uintptr_t at = address;
  while (at < end) {
    if (!contains(at)) return end;
    if (at % 64 == 0 && end - at >= 64) {
      std::uint64_t eight;
      std::memcpy(&eight, shadow(at), sizeof(eight));
      if (eight == 0x0808080808080808) {
        at += 64;
        continue;
      }
    }
    const std::uint8_t state = open_bytes(*shadow(at));
    const std::uintptr_t granule = align_down(at, 8);
    const std::uintptr_t good = state <= kAll ? granule + state : granule;
    if (at >= good) return at;
    if (good < granule + 8) return good < end ? good : end;
    at = good;
  }
  return end;
}

std::uint32_t Heap::blocks_up_to(std::uintptr_t address) const {
  const std::size_t thread = arena_of(address);
  const std::uintptr_t offset = address - arena_begin(ThreadId(thread));
  std::uint32_t low = 0;
  std::uint32_t high = arenas_[thread].blocks;
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if ((std::uintptr_t{index(thread)[middle]} << 4) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const Block* Heap::find_block(std::uintptr_t address) const {
  if (!contains(address)) return nullptr;
  const std::uint32_t n = blocks_up_to(address);
  if (n == 0) return nullptr;
  const Block* block = nth_block(arena_of(address), n - 1);
  return address < block->end() || address == block->begin() ? block : nullptr;
}

HeapProblem Heap::diagnose(std::uintptr_t address, std::size_t size) const {
  const std::uintptr_t bad = first_bad(address, size);
  const auto problem = [&](HeapProblemKind kind, const Block* block) {
    return HeapProblem{kind, block, static_cast<std::int64_t>(bad - block->begin()), bad};
  };
  const std::size_t thread = arena_of(bad);
  const std::uint32_t n = blocks_up_to(bad);
  const Block* below = n != 0 ? nth_block(thread, n - 1) : nullptr;
  const Block* above = n < arenas_[thread].blocks ? nth_block(thread, n) : nullptr;
  if (below != nullptr && bad < below->end()) return problem(HeapProblemKind::kUseAfterFree, below);
  // A block that is read past its end, or one that is read before its beginning? The nearer one is meant, unless the
  // access itself began in the lower one.
  if (below != nullptr && (bad != address || above == nullptr || bad - below->end() < above->begin() - bad)) {
    const bool near = bad != address || bad - below->end() < kPageSize;
    if (near) return problem(HeapProblemKind::kHeapOverflow, below);
  } else if (above != nullptr && above->begin() - bad < kPageSize) {
    return problem(HeapProblemKind::kHeapUnderflow, above);
  }
  return {HeapProblemKind::kWild, nullptr, 0, bad};
}

}  // namespace heddle::runtime
