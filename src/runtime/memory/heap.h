#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/mapped_array.h"
#include "runtime/memory/painted.h"
#include "trace/ids.h"
#include "trace/thread_set.h"

namespace heddle::runtime {

// The header of a block, immediately before it. Valid until the end of the run.
struct alignas(16) Block {
  std::uint64_t size = 0;
  trace::PlaceId allocated_at;
  trace::PlaceId freed_at;
  std::uint32_t sequence : 31 = 0;  // the n-th block of its thread
  std::uint32_t freed : 1 = 0;
  trace::ThreadId thread;
  trace::ThreadId freed_by;
  const heddle_type* type = nullptr;  // null if unknown

  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(this + 1); }
  std::uintptr_t end() const { return begin() + size; }
};
static_assert(sizeof(Block) == 32);

enum class HeapProblemKind : std::uint8_t {
  kNone,
  kUseAfterFree,
  kHeapOverflow,   // an access that extends past the end of a block
  kHeapUnderflow,  // an access before the beginning of a block
  kWild,           // an access to a part of an arena where there has never been a block
  kDoubleFree,
  kInvalidFree,  // of something that is not the beginning of a block
};

struct HeapProblem {
  HeapProblemKind kind = HeapProblemKind::kNone;
  const Block* block = nullptr;  // the one that is meant, as far as can be determined
  std::int64_t offset = 0;       // of the first bad byte, from the beginning of the block
  std::uintptr_t address = 0;    // of that byte

  explicit operator bool() const { return kind != HeapProblemKind::kNone; }
};

struct Resized {
  void* pointer = nullptr;
  HeapProblem problem;
};

// The heap of the tested program: one bump arena per thread, with a shadow that knows which bytes may be accessed.
// 1. The n-th allocation of a thread has the same address in every run, whatever the other threads do.
// 2. A new block is zero. A freed block is not used again in the same run.
// 3. Between two blocks there are at least 16 bytes (a header) that must not be accessed.
// 4. Blocks from before mark() exist at the start of every run; their content is restored by Snapshot.
// Owned by the runtime; there is one per process, since its addresses are fixed.
class Heap {
 public:
  // What the shadow says about 8 bytes that may all be accessed; and the bit that is set in addition to it, or to a
  // smaller number, where accesses are always announced (quiet.h). Not kept when a block is allocated or comes back to
  // life.
  static constexpr std::uint8_t kAll = kWhole;
  static constexpr std::uint8_t kTold = runtime::kTold;
  // Blocks of at least this size begin at a page, so that fresh pages can be used instead of clearing.
  static constexpr std::size_t kBigBlock = std::size_t{64} << 10;

  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  // Reserves the address space; false if it is not free.
  bool map();
  // What is allocated now belongs to the initial state of every run. Called once.
  void mark();
  // Everything allocated since mark() is gone and everything freed since then is back.
  void put_back();

  // Null if the size is absurd, as in any libc, or if the arena is full: see exhausted(). `alignment` is a power of
  // two.
  void* allocate(trace::ThreadId thread, std::size_t size, std::size_t alignment, trace::PlaceId place,
                 const heddle_type* type = nullptr);
  // A null pointer is fine.
  HeapProblem release(trace::ThreadId thread, void* pointer, trace::PlaceId place);
  // realloc: always moves, so that stale pointers to the block are detected; frees if the size is 0.
  Resized resize(trace::ThreadId thread, void* pointer, std::size_t size, trace::PlaceId place);
  // The block, alive or freed, that begins here; null if none does.
  static const Block* block_at(const void* pointer);
  // The size that was requested; 0 if there is no live block.
  std::size_t usable_size(const void* pointer) const;

  static bool contains(std::uintptr_t address) { return address - kArenaBase < kArenasSize; }

  // May these bytes be accessed, as far as the heap is concerned? This is the fast check; check() says what is wrong.
  bool addressable(std::uintptr_t address, std::size_t size) const {
    if (!contains(address)) [[likely]]
      return true;
    const std::size_t last = (address & 7) + size;
    const std::uint8_t state = open_bytes(*shadow(address));
    if (last <= 8) [[likely]]
      return (last <= state && state <= 8) || size == 0;
    return first_bad(address, size) == address + size;
  }

  // The same for bytes within a granule; also false in some other cases.
  static bool quickly_addressable(std::uintptr_t address, std::size_t size) {
    if (!contains(address)) return true;
    const std::size_t last = (address & 7) + size;
    const std::uint8_t state = open_bytes(*shadow(address));
    return last <= state && state <= kAll;
  }

  HeapProblem check(std::uintptr_t address, std::size_t size) const {
    if (addressable(address, size)) [[likely]]
      return {};
    return diagnose(address, size);
  }

  // The block, alive or freed, that this address is or was part of.
  const Block* find_block(std::uintptr_t address) const;

  // Calls `visit` with the live blocks in order of thread and allocation until it says true; did it?
  template <class Visit>
  bool any_live(const Visit& visit) const {
    for (std::size_t thread = 0; thread < trace::kMaxThreads; ++thread) {
      for (std::uint32_t n = 0; n < arenas_[thread].blocks; ++n) {
        const Block& block = *nth_block(thread, n);
        if (block.freed == 0 && visit(block)) return true;
      }
    }
    return false;
  }

  // Accesses to these 8 bytes, if they belong to a block, are announced from now on.
  static void tell(std::uintptr_t granule) {
    std::uint8_t& state = *shadow(granule);
    if (state != 0 && state <= kReadNow) state = open_bytes(state) | kTold;
  }

  // Did a thread need more than its arena in this run?
  bool exhausted() const { return exhausted_; }

  // Bytes of the arena of a thread from before mark(), in whole pages: the part that Snapshot restores.
  std::size_t marked_size(trace::ThreadId thread) const;
  static std::uintptr_t arena_begin(trace::ThreadId thread) { return runtime::arena_begin(thread.index()); }

 private:
  struct Arena {
    std::uintptr_t next = 0;          // the first free byte
    std::uintptr_t marked = 0;        // what `next` is at the start of a run
    std::uintptr_t dirty = 0;         // from here on, no byte was ever used
    std::uint32_t blocks = 0;         // how many
    std::uint32_t marked_blocks = 0;  // what `blocks` is at the start of a run
  };

  static std::uint8_t* shadow(std::uintptr_t address) {
    return reinterpret_cast<std::uint8_t*>(kHeapShadowBase) + ((address - kArenaBase) >> 3);
  }
  // The offset of the n-th block of a thread in its arena, in units of 16 bytes.
  static std::uint32_t* index(std::size_t thread) {
    return reinterpret_cast<std::uint32_t*>(kHeapIndexBase + (runtime::arena_begin(thread) - kArenaBase) / 8);
  }
  static Block* nth_block(std::size_t thread, std::uint32_t n);
  static bool is_block(std::uintptr_t begin);
  static void paint_living(const Block& block);
  static void paint_freed(const Block& block);

  void clear_content(const Arena& arena, std::uintptr_t begin, std::uintptr_t end) const;
  void rewind(Arena& arena);
  // The first byte of the range that must not be accessed; its end if there is none.
  std::uintptr_t first_bad(std::uintptr_t address, std::size_t size) const;
  HeapProblem diagnose(std::uintptr_t address, std::size_t size) const;
  // How many blocks of the arena begin at or below the address.
  std::uint32_t blocks_up_to(std::uintptr_t address) const;

  Arena arenas_[trace::kMaxThreads];
  trace::ThreadSet used_;  // the threads that allocated in this run
  bool mapped_ = false;
  bool exhausted_ = false;
  MappedArray<std::uintptr_t> revived_;  // where blocks from before mark() begin that were freed in this run
};

}  // namespace heddle::runtime
