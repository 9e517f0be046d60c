#include "runtime/memory/frames.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "runtime/memory/pages.h"

namespace heddle::runtime {
namespace {

// The part of the table for the variables of the first stack, and these themselves.
class FramesTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto begin = reinterpret_cast<std::uintptr_t>(&byte_of(kFramesBase));
    ASSERT_NE(map_pages(begin, kStackStride / 8), nullptr);
    ASSERT_TRUE(frames_.map());
  }
  void TearDown() override {
    unmap_pages(&byte_of(kFramesBase), kStackStride / 8);
    unmap_pages(reinterpret_cast<void*>(kFramesBase), kStacksSize);
  }

  static void* below_top(std::uintptr_t distance) { return reinterpret_cast<void*>(stack_top(0) - distance); }
  static bool may(const void* pointer, std::uint64_t offset, std::size_t size) {
    return may_access(reinterpret_cast<std::uintptr_t>(pointer) + offset, size);
  }

  // A number of 4 bytes that ends with a granule, and an array of 20 bytes.
  const heddle_variable variables_[2] = {{"number", nullptr, 20, 4, 0}, {"array", nullptr, 40, 20, 1}};
  const heddle_frame frame_{80, 2, variables_};
  Frames frames_;
};

TEST_F(FramesTest, variables_may_be_accessed_from_entering_to_leaving) {
  void* const entered = frames_.enter(below_top(1024), frame_);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(entered), stack_top(0) - 1024 + kFramesDistance);
  EXPECT_TRUE(may(entered, 20, 4));
  EXPECT_FALSE(may(entered, 20, 5));
  EXPECT_FALSE(may(entered, 8, 1));
  Frames::leave(entered, frame_);
  EXPECT_FALSE(may(entered, 20, 1));
  EXPECT_EQ(byte_of(reinterpret_cast<std::uintptr_t>(entered) + 20), kGone);
}

TEST_F(FramesTest, a_variable_with_a_scope_lives_in_it_only_and_has_an_exact_end) {
  void* const entered = frames_.enter(below_top(1024), frame_);
  EXPECT_FALSE(may(entered, 40, 1));
  void* const array = static_cast<char*>(entered) + 40;
  Frames::begin_scope(array, 20);
  EXPECT_TRUE(may(entered, 40, 20));
  EXPECT_TRUE(may(entered, 56, 4));
  EXPECT_FALSE(may(entered, 57, 4));
  Frames::end_scope(array, 20);
  EXPECT_FALSE(may(entered, 40, 1));
}

TEST_F(FramesTest, unwinding_ends_what_is_below_and_nothing_else) {
  void* const outer = frames_.enter(below_top(1024), frame_);
  void* const inner = frames_.enter(below_top(2048), frame_);
  frames_.unwound(below_top(1024));
  EXPECT_TRUE(may(outer, 20, 4));
  EXPECT_FALSE(may(inner, 20, 4));
}

TEST_F(FramesTest, an_array_of_variable_length_is_gone_when_the_stack_is_restored) {
  const heddle_variable described{"vla", nullptr, 0, 0, 0};
  void* const array = frames_.enter_array(below_top(512), 10, described);
  EXPECT_TRUE(may(array, 0, 10));
  EXPECT_FALSE(may(array, 10, 1));
  Frames::release(below_top(512), below_top(256));
  EXPECT_FALSE(may(array, 0, 1));
}

TEST_F(FramesTest, the_nearest_variable_is_found) {
  void* const entered = frames_.enter(below_top(1024), frame_);
  const auto begin = reinterpret_cast<std::uintptr_t>(entered);
  EXPECT_STREQ(frames_.find(begin + 60).variable->name, "array");
  EXPECT_EQ(frames_.find(begin + 60).offset, 20);
  EXPECT_STREQ(frames_.find(begin + 18).variable->name, "number");
  EXPECT_EQ(frames_.find(begin + 18).offset, -2);
}

TEST_F(FramesTest, stacks_of_the_programs_own_stay_as_they_are) {
  alignas(16) char own[80];
  EXPECT_EQ(frames_.enter(own, frame_), own);
}

TEST_F(FramesTest, a_new_run_begins_without_frames) {
  void* const entered = frames_.enter(below_top(1024), frame_);
  frames_.put_back();
  EXPECT_EQ(byte_of(reinterpret_cast<std::uintptr_t>(entered)), 0);
  EXPECT_EQ(frames_.find(reinterpret_cast<std::uintptr_t>(entered)).variable, nullptr);
}

}  // namespace
}  // namespace heddle::runtime
