#include "runtime/memory/snapshot.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <new>

#include "base/rng.h"

namespace heddle::runtime {
namespace {

// The handler can only find the snapshot through a global.
Snapshot* current = nullptr;
// Volatile, because the compiler does not know what restores them; on separate pages.
alignas(kPageSize) volatile int counter_of_the_program = 5;
alignas(kPageSize) volatile int excluded_counter = 6;

void handle_fault(int /*signal*/, siginfo_t* info, void* /*context*/) {
  if (current != nullptr && current->on_fault(reinterpret_cast<std::uintptr_t>(info->si_addr))) return;
  signal(SIGSEGV, SIG_DFL);
}

class SnapshotTest : public testing::Test {
 protected:
  void SetUp() override {
    struct sigaction action = {};
    action.sa_sigaction = handle_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    ASSERT_EQ(sigaction(SIGSEGV, &action, &old_), 0);
    // In separate pages: the globals of this program may be protected.
    place_ = map_pages(0, kPageSize);
    ASSERT_NE(place_, nullptr);
    snapshot_ = new (place_) Snapshot;
    ASSERT_TRUE(snapshot_->map());
    current = snapshot_;
  }

  void TearDown() override {
    snapshot_->~Snapshot();
    current = nullptr;
    unmap_pages(place_, kPageSize);
    unmap_pages(memory_, size_);
    sigaction(SIGSEGV, &old_, nullptr);
  }

  // The memory of the program.
  char* memory(std::size_t size) {
    size_ = align_up(size, kPageSize);
    memory_ = static_cast<char*>(map_pages(0, size_));
    return memory_;
  }

  bool add(const char* begin, std::size_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    return snapshot_->add_region(address, address + size);
  }
  bool exclude(const char* begin, std::size_t size) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    return snapshot_->exclude(address, address + size);
  }

  Snapshot* snapshot_ = nullptr;

 private:
  struct sigaction old_ = {};
  void* place_ = nullptr;
  char* memory_ = nullptr;
  std::size_t size_ = 0;
};

TEST_F(SnapshotTest, restore_copies_exactly_the_pages_that_were_written) {
  const std::size_t size = 10 << 20;
  char* bytes = memory(size);
  for (std::size_t i = 0; i < size; i += 100) bytes[i] = static_cast<char>(i / 100);
  ASSERT_TRUE(add(bytes, size));
  ASSERT_TRUE(snapshot_->take());
  EXPECT_EQ(snapshot_->bytes(), size);
  for (int run = 0; run < 5; ++run) {
    std::memset(bytes + 3 * kPageSize, 1, 10);
    bytes[700 * kPageSize + 77] = 2;
    snapshot_->put_back();
    EXPECT_EQ(snapshot_->last_copied_pages(), 2u);
    EXPECT_EQ(snapshot_->faults(), 2u) << "a page faults once";
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(bytes[i], i % 100 == 0 ? static_cast<char>(i / 100) : 0) << i;
    }
  }
}

TEST_F(SnapshotTest, the_ends_of_a_region_inside_pages_are_restored_and_their_neighbours_left_alone) {
  char* bytes = memory(4 * kPageSize);
  char* begin = bytes + 100;
  char* end = bytes + 3 * kPageSize + 50;
  ASSERT_TRUE(add(begin, end - begin));
  ASSERT_TRUE(add(bytes + 20, 8));
  ASSERT_TRUE(snapshot_->take());
  std::memset(bytes, 7, 4 * kPageSize);
  snapshot_->put_back();
  for (char* at = bytes; at < bytes + 4 * kPageSize; ++at) {
    const bool inside = (at >= begin && at < end) || (at >= bytes + 20 && at < bytes + 28);
    ASSERT_EQ(*at, inside ? 0 : 7) << at - bytes;
  }
}

TEST_F(SnapshotTest, excluded_bytes_keep_what_the_run_wrote) {
  char* bytes = memory(6 * kPageSize);
  ASSERT_TRUE(add(bytes, 6 * kPageSize));
  ASSERT_TRUE(exclude(bytes + kPageSize + 10, 3));
  ASSERT_TRUE(exclude(bytes + 3 * kPageSize - 1, kPageSize + 2));
  ASSERT_TRUE(snapshot_->take());
  for (char value = 1; value < 4; ++value) {
    std::memset(bytes, value, 6 * kPageSize);
    snapshot_->put_back();
    for (std::size_t i = 0; i < 6 * kPageSize; ++i) {
      const bool kept =
          (i >= kPageSize + 10 && i < kPageSize + 13) || (i >= 3 * kPageSize - 1 && i < 4 * kPageSize + 1);
      ASSERT_EQ(bytes[i], kept ? value : 0) << i;
    }
  }
}

TEST_F(SnapshotTest, overlapping_and_touching_regions_are_one) {
  char* bytes = memory(8 * kPageSize);
  ASSERT_TRUE(add(bytes + 2 * kPageSize + 100, 2 * kPageSize));
  ASSERT_TRUE(add(bytes, 2 * kPageSize + 100));
  ASSERT_TRUE(add(bytes + kPageSize, 7 * kPageSize));
  ASSERT_TRUE(snapshot_->take());
  EXPECT_EQ(snapshot_->bytes(), 8 * kPageSize);
  bytes[2 * kPageSize + 99] = 1;
  bytes[2 * kPageSize + 100] = 1;
  snapshot_->put_back();
  EXPECT_EQ(snapshot_->last_copied_pages(), 1u);
  EXPECT_EQ(bytes[2 * kPageSize + 99] + bytes[2 * kPageSize + 100], 0);
}

TEST_F(SnapshotTest, the_cost_follows_what_the_program_writes_now) {
  char* bytes = memory(1 << 20);
  ASSERT_TRUE(add(bytes, 1 << 20));
  ASSERT_TRUE(snapshot_->take());
  std::memset(bytes, 1, 1 << 20);  // once, all of it
  snapshot_->put_back();
  EXPECT_EQ(snapshot_->last_copied_pages(), 256u);
  for (std::uint32_t run = 0; run < Snapshot::kFirstPeriod; ++run) {
    bytes[5] = 1;
    snapshot_->put_back();
    ASSERT_EQ(bytes[5], 0);
  }
  EXPECT_EQ(snapshot_->last_copied_pages(), 1u);
  EXPECT_EQ(snapshot_->writable_pages(), 1u);
}

TEST_F(SnapshotTest, a_few_writable_pages_never_fault_again) {
  char* bytes = memory(1 << 20);
  ASSERT_TRUE(add(bytes, 1 << 20));
  ASSERT_TRUE(snapshot_->take());
  for (std::uint32_t run = 0; run < 10 * Snapshot::kFirstPeriod; ++run) {
    bytes[5] = bytes[100000] = 1;
    snapshot_->put_back();
  }
  EXPECT_EQ(snapshot_->faults(), 2u);
}

TEST_F(SnapshotTest, the_kernel_can_write_where_touch_was_called) {
  char* bytes = memory(40 * kPageSize);
  ASSERT_TRUE(add(bytes, 40 * kPageSize));
  ASSERT_TRUE(snapshot_->take());
  const int zero = open("/dev/zero", O_RDONLY);
  ASSERT_GE(zero, 0);
  bytes[20 * kPageSize] = 9;
  EXPECT_EQ(read(zero, bytes + 30, 30 * kPageSize), -1);
  EXPECT_TRUE(snapshot_->touch(reinterpret_cast<std::uintptr_t>(bytes + 30), 30 * kPageSize));
  EXPECT_EQ(read(zero, bytes + 30, 30 * kPageSize), static_cast<ssize_t>(30 * kPageSize));
  EXPECT_EQ(snapshot_->writable_pages(), 31u);
  EXPECT_TRUE(snapshot_->touch(reinterpret_cast<std::uintptr_t>(&zero), sizeof(zero))) << "not ours: nothing to do";
  close(zero);
  snapshot_->put_back();
  EXPECT_EQ(snapshot_->last_copied_pages(), 31u);
}

TEST_F(SnapshotTest, a_fault_elsewhere_or_on_a_writable_page_is_not_ours) {
  char* bytes = memory(3 * kPageSize);
  ASSERT_TRUE(add(bytes + kPageSize, kPageSize));
  ASSERT_TRUE(snapshot_->take());
  const auto address = reinterpret_cast<std::uintptr_t>(bytes);
  EXPECT_FALSE(snapshot_->on_fault(0));
  EXPECT_FALSE(snapshot_->on_fault(address));
  EXPECT_FALSE(snapshot_->on_fault(address + 2 * kPageSize));
  EXPECT_TRUE(snapshot_->on_fault(address + kPageSize + 8));
  EXPECT_FALSE(snapshot_->on_fault(address + kPageSize + 8));
}

TEST_F(SnapshotTest, many_random_runs_end_where_they_began) {
  const std::size_t size = 200 * kPageSize;
  char* bytes = memory(size);
  base::Rng rng(5);
  for (std::size_t i = 0; i < size / 2; ++i) bytes[i] = static_cast<char>(rng.next());
  const auto original = std::make_unique<char[]>(size);
  std::memcpy(original.get(), bytes, size);
  ASSERT_TRUE(add(bytes + 10, 50 * kPageSize));
  ASSERT_TRUE(add(bytes + 60 * kPageSize, size - 60 * kPageSize));
  ASSERT_TRUE(snapshot_->take());
  for (int run = 0; run < 500; ++run) {
    for (std::uint64_t writes = rng.below(40); writes > 0; --writes) {
      const std::size_t at =
          rng.one_in(2) ? 10 + rng.below(50 * kPageSize) : 60 * kPageSize + rng.below(size - 60 * kPageSize);
      bytes[at] = static_cast<char>(rng.next());
    }
    snapshot_->put_back();
    ASSERT_EQ(std::memcmp(bytes, original.get(), size), 0) << "run " << run;
  }
}

// Exits with 0 if the globals of this process are restored; all of this is in a separate process.
[[noreturn]] void restore_own_globals(Snapshot& snapshot) {
  const auto address = reinterpret_cast<std::uintptr_t>(&excluded_counter);
  if (!snapshot.add_modules() || !snapshot.exclude(address, address + sizeof(int)) || !snapshot.take()) _exit(1);
  for (int run = 0; run < 3; ++run) {
    counter_of_the_program = 50 + run;
    excluded_counter = 60 + run;
    snapshot.put_back();
    if (counter_of_the_program != 5) _exit(2);
    if (excluded_counter != 60 + run) _exit(3);
  }
  _exit(snapshot.faults() == 0 ? 4 : 0);
}

TEST_F(SnapshotTest, the_globals_of_a_program_and_its_libraries_are_found_and_restored) {
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer forbids to copy what lies between globals";
#endif
  EXPECT_EXIT(restore_own_globals(*snapshot_), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace heddle::runtime
