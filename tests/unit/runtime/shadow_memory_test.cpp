#include "runtime/symbolic/shadow_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace heddle::runtime {
namespace {

// There is one table of pages per process, so the tests use it one after another.
class RuntimeShadowMemory : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    memory_ = new ShadowMemory();
    ASSERT_TRUE(memory_->map());
  }
  void SetUp() override { memory_->start_run(); }

  static std::uintptr_t at(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
  static Expr of(const std::uint8_t& byte) { return memory_->at(at(&byte), byte); }

  static ShadowMemory* memory_;
  alignas(kPageSize) std::array<std::uint8_t, 2 * kPageSize> bytes_{};
};
ShadowMemory* RuntimeShadowMemory::memory_ = nullptr;

TEST_F(RuntimeShadowMemory, a_byte_has_what_was_stored_until_the_next_run) {
  EXPECT_EQ(of(bytes_[5]), 0U);
  EXPECT_TRUE(memory_->store(at(&bytes_[5]), 17, 0));
  EXPECT_EQ(of(bytes_[5]), 17U);
  EXPECT_EQ(of(bytes_[4]), 0U);
  memory_->start_run();
  EXPECT_EQ(of(bytes_[5]), 0U);
  EXPECT_FALSE(memory_->any(at(&bytes_[0]), bytes_.size()));
}

TEST_F(RuntimeShadowMemory, what_somebody_else_has_written_has_none) {
  memory_->store(at(&bytes_[5]), 17, 0);
  bytes_[5] = 1;
  EXPECT_EQ(of(bytes_[5]), 0U);
}

TEST_F(RuntimeShadowMemory, clearing_crosses_pages) {
  for (const std::size_t i : {kPageSize - 1, kPageSize, kPageSize + 1}) memory_->store(at(&bytes_[i]), 3, 0);
  memory_->clear(at(&bytes_[kPageSize - 1]), 2);
  EXPECT_EQ(of(bytes_[kPageSize - 1]), 0U);
  EXPECT_EQ(of(bytes_[kPageSize]), 0U);
  EXPECT_EQ(of(bytes_[kPageSize + 1]), 3U);
}

TEST_F(RuntimeShadowMemory, copies_may_overlap) {
  for (std::uint8_t i = 0; i < 8; ++i) {
    bytes_[i] = i;
    memory_->store(at(&bytes_[i]), 100U + i, i);
  }
  std::memmove(&bytes_[3], &bytes_[0], 8);
  EXPECT_TRUE(memory_->copy(at(&bytes_[3]), at(&bytes_[0]), 8));
  for (std::uint8_t i = 0; i < 8; ++i) EXPECT_EQ(of(bytes_[3U + i]), 100U + i);
}

}  // namespace
}  // namespace heddle::runtime
