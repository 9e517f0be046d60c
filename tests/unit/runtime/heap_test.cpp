#include "runtime/memory/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"

namespace heddle::runtime {
namespace {

using trace::PlaceId;
using trace::ThreadId;

constexpr ThreadId kMain{0};
constexpr ThreadId kOther{1};
constexpr PlaceId kHere{7};
constexpr PlaceId kThere{8};

class HeapTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(heap_.map()); }

  char* allocate(std::size_t size, ThreadId thread = kMain, std::size_t alignment = 1) {
    return static_cast<char*>(heap_.allocate(thread, size, alignment, kHere));
  }
  HeapProblem release(void* pointer) { return heap_.release(kOther, pointer, kThere); }
  HeapProblem check(const char* pointer, std::size_t size) const {
    return heap_.check(reinterpret_cast<std::uintptr_t>(pointer), size);
  }

  Heap heap_;
};

bool is_zero(const char* bytes, std::size_t size) {
  return std::all_of(bytes, bytes + size, [](char c) { return c == 0; });
}

TEST_F(HeapTest, exactly_the_bytes_of_a_block_may_be_accessed) {
  for (const std::size_t size : {1, 7, 8, 9, 24, 100, 4096, 70000}) {
    const char* block = allocate(size);
    EXPECT_EQ(check(block, size).kind, HeapProblemKind::kNone) << size;
    EXPECT_EQ(check(block + size - 1, 1).kind, HeapProblemKind::kNone) << size;
    for (const std::size_t beyond : {1, 2, 8, 15}) {
      const HeapProblem problem = check(block, size + beyond);
      EXPECT_EQ(problem.kind, HeapProblemKind::kHeapOverflow) << size << "+" << beyond;
      EXPECT_EQ(problem.offset, static_cast<std::int64_t>(size));
      EXPECT_EQ(check(block + size + beyond - 1, 1).kind, HeapProblemKind::kHeapOverflow) << size << "+" << beyond;
    }
    EXPECT_EQ(check(block - 1, 1).kind, HeapProblemKind::kHeapUnderflow) << size;
    EXPECT_EQ(check(block - 4, 8).offset, -4) << size;
  }
}

TEST_F(HeapTest, an_access_of_no_bytes_is_fine) {
  char* block = allocate(8);
  EXPECT_FALSE(check(block + 8, 0));
  EXPECT_FALSE(check(block + 100, 0));
}

TEST_F(HeapTest, a_block_of_size_zero_has_an_address_of_its_own_but_no_bytes) {
  char* a = allocate(0);
  char* b = allocate(0);
  EXPECT_NE(a, b);
  EXPECT_EQ(check(a, 1).kind, HeapProblemKind::kHeapOverflow);
  EXPECT_FALSE(release(a));
  EXPECT_EQ(release(a).kind, HeapProblemKind::kDoubleFree);
}

TEST_F(HeapTest, memory_outside_the_arenas_is_not_the_business_of_the_heap) {
  const char local = 0;
  EXPECT_FALSE(check(&local, 1));
  EXPECT_EQ(heap_.find_block(reinterpret_cast<std::uintptr_t>(&local)), nullptr);
}

TEST_F(HeapTest, an_access_to_a_freed_block_names_both_places) {
  char* block = allocate(40);
  ASSERT_FALSE(release(block));
  const HeapProblem problem = check(block + 9, 4);
  EXPECT_EQ(problem.kind, HeapProblemKind::kUseAfterFree);
  EXPECT_EQ(problem.offset, 9);
  ASSERT_NE(problem.block, nullptr);
  EXPECT_EQ(problem.block->size, 40u);
  EXPECT_EQ(problem.block->allocated_at, kHere);
  EXPECT_EQ(problem.block->freed_at, kThere);
  EXPECT_EQ(problem.block->thread, kMain);
  EXPECT_EQ(problem.block->freed_by, kOther);
}

TEST_F(HeapTest, far_from_all_blocks_an_access_is_wild) {
  char* block = allocate(8);
  EXPECT_EQ(check(block + (1 << 20), 8).kind, HeapProblemKind::kWild);
  EXPECT_EQ(check(reinterpret_cast<char*>(Heap::arena_begin(ThreadId(9)) + 64), 8).kind, HeapProblemKind::kWild);
}

TEST_F(HeapTest, wrong_frees_are_told_apart) {
  char* block = allocate(32);
  const HeapProblem middle = release(block + 16);
  EXPECT_EQ(middle.kind, HeapProblemKind::kInvalidFree);
  EXPECT_EQ(middle.offset, 16);
  EXPECT_EQ(middle.block->begin(), reinterpret_cast<std::uintptr_t>(block));
  int local = 0;
  EXPECT_EQ(release(&local).kind, HeapProblemKind::kInvalidFree);
  EXPECT_EQ(release(reinterpret_cast<void*>(kArenaBase)).kind, HeapProblemKind::kInvalidFree);
  EXPECT_FALSE(release(nullptr));
  EXPECT_FALSE(release(block));
  EXPECT_EQ(release(block).kind, HeapProblemKind::kDoubleFree);
}

TEST_F(HeapTest, alignment_is_honoured) {
  for (const std::size_t alignment : {1, 16, 32, 64, 4096, 65536}) {
    char* block = allocate(10, kMain, alignment);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % std::max<std::size_t>(alignment, 16), 0u);
    EXPECT_FALSE(check(block, 10));
    EXPECT_TRUE(check(block, 11));
  }
}

TEST_F(HeapTest, the_nth_allocation_of_a_thread_has_the_same_address_whatever_the_others_do) {
  heap_.mark();
  std::vector<char*> first;
  first.reserve(20);
  for (std::size_t i = 0; i < 20; ++i) first.push_back(allocate(i * 1000));
  for (int run = 0; run < 3; ++run) {
    heap_.put_back();
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_EQ(allocate(i * 1000), first[i]);
      allocate(i * 77 + run, kOther);
      if (run == 1) release(first[i]);
    }
  }
}

TEST_F(HeapTest, a_new_block_is_zero_whatever_was_there_in_an_earlier_run) {
  heap_.mark();
  base::Rng rng(3);
  for (int run = 0; run < 30; ++run) {
    heap_.put_back();
    for (int i = 0; i < 12; ++i) {
      const std::size_t size = rng.one_in(3) ? 60000 + rng.below(100000) : rng.below(3000);
      char* block = allocate(size);
      ASSERT_TRUE(is_zero(block, size)) << "run " << run << ", block " << i;
      std::memset(block, 0x5a, size);
      if (rng.one_in(2)) release(block);
    }
  }
}

TEST_F(HeapTest, after_a_reset_nothing_of_the_last_run_may_be_accessed) {
  heap_.mark();
  std::vector<std::pair<char*, std::size_t>> blocks;
  for (const std::size_t size : {8, 100, 5000, 200000, 9000000, 3}) blocks.emplace_back(allocate(size), size);
  heap_.put_back();
  for (const auto& [block, size] : blocks) {
    EXPECT_TRUE(check(block, 1));
    EXPECT_TRUE(check(block + size - 1, 1));
    EXPECT_EQ(heap_.find_block(reinterpret_cast<std::uintptr_t>(block)), nullptr);
    EXPECT_EQ(release(block).kind, HeapProblemKind::kInvalidFree);
  }
}

TEST_F(HeapTest, blocks_from_before_the_mark_survive_and_are_alive_again_after_being_freed) {
  char* small = allocate(13);
  char* big = allocate(100000);
  std::memset(big, 1, 100000);
  heap_.mark();
  for (int run = 0; run < 3; ++run) {
    heap_.put_back();
    char* young = allocate(8);
    EXPECT_GE(reinterpret_cast<std::uintptr_t>(young), Heap::arena_begin(kMain) + heap_.marked_size(kMain));
    EXPECT_FALSE(check(small, 13));
    EXPECT_TRUE(check(small, 14));
    EXPECT_FALSE(check(big, 100000));
    EXPECT_FALSE(release(small));
    EXPECT_FALSE(release(big));
    EXPECT_EQ(check(small, 1).kind, HeapProblemKind::kUseAfterFree);
    EXPECT_EQ(release(big).kind, HeapProblemKind::kDoubleFree);
    EXPECT_EQ(big[5000], 1) << "what the snapshot watches must not be given back behind its back";
  }
}

TEST_F(HeapTest, resize_moves_the_content_and_frees_the_old_block) {
  char* block = allocate(10);
  std::memcpy(block, "123456789", 10);
  const Resized grown = heap_.resize(kMain, block, 5000, kThere);
  ASSERT_FALSE(grown.problem);
  auto* moved = static_cast<char*>(grown.pointer);
  EXPECT_STREQ(moved, "123456789");
  EXPECT_TRUE(is_zero(moved + 10, 4990));
  EXPECT_EQ(check(block, 1).kind, HeapProblemKind::kUseAfterFree);
  EXPECT_EQ(heap_.usable_size(moved), 5000u);
  EXPECT_EQ(heap_.resize(kMain, block, 5, kThere).problem.kind, HeapProblemKind::kDoubleFree);
  EXPECT_EQ(heap_.resize(kMain, moved + 1, 5, kThere).problem.kind, HeapProblemKind::kInvalidFree);
  EXPECT_EQ(heap_.resize(kMain, moved, 0, kThere).pointer, nullptr);
  EXPECT_EQ(heap_.usable_size(moved), 0u);
  EXPECT_NE(heap_.resize(kMain, nullptr, 5, kThere).pointer, nullptr);
}

TEST_F(HeapTest, a_full_arena_is_reported_and_the_next_run_starts_afresh) {
  heap_.mark();
  EXPECT_EQ(allocate(~std::size_t{0}), nullptr);
  EXPECT_FALSE(heap_.exhausted()) << "no libc has that much";
  EXPECT_EQ(allocate(kArenaSize), nullptr);
  EXPECT_TRUE(heap_.exhausted());
  EXPECT_NE(allocate(16), nullptr);
  EXPECT_NE(allocate(16, kOther), nullptr);
  heap_.put_back();
  EXPECT_FALSE(heap_.exhausted());
}

TEST_F(HeapTest, find_block_agrees_with_a_list_of_all_blocks) {
  base::Rng rng(11);
  std::map<std::uintptr_t, std::size_t> blocks;
  for (int i = 0; i < 300; ++i) {
    const std::size_t size = 1 + rng.below(200);
    char* block = allocate(size, ThreadId(rng.below(3)), std::size_t{1} << rng.below(9));
    blocks.emplace(reinterpret_cast<std::uintptr_t>(block), size);
    if (rng.one_in(4)) release(block);
  }
  for (std::size_t thread = 0; thread < 3; ++thread) {
    const std::uintptr_t begin = Heap::arena_begin(ThreadId(thread));
    for (std::uintptr_t address = begin; address < begin + 80000; ++address) {
      const auto above = blocks.upper_bound(address);
      const Block* found = heap_.find_block(address);
      if (above == blocks.begin() || address >= std::prev(above)->first + std::prev(above)->second) {
        ASSERT_EQ(found, nullptr);
        ASSERT_TRUE(heap_.check(address, 1));
      } else {
        ASSERT_NE(found, nullptr);
        ASSERT_EQ(found->begin(), std::prev(above)->first);
        ASSERT_EQ(static_cast<bool>(heap_.check(address, 1)), found->freed);
      }
    }
  }
}

}  // namespace
}  // namespace heddle::runtime
