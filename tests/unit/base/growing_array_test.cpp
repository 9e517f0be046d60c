#include "base/growing_array.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace heddle::base {
namespace {

TEST(GrowingArray, keeps_its_values_while_it_grows) {
  GrowingArray<std::uint32_t> array;
  EXPECT_TRUE(array.empty());
  for (std::uint32_t i = 0; i < 300'000; ++i) EXPECT_EQ(array.push_back(i * 7), i);
  ASSERT_EQ(array.size(), 300'000U);
  for (std::uint32_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], i * 7);
}

TEST(GrowingArray, append_makes_room_behind_the_last_element_with_zeros_where_nothing_was) {
  GrowingArray<std::uint64_t> array;
  array.push_back(5);
  EXPECT_EQ(array.append(1'000'000), 1U);
  EXPECT_EQ(array.size(), 1'000'001U);
  EXPECT_EQ(array[0], 5U);
  EXPECT_EQ(array[1], 0U);
  EXPECT_EQ(array.back(), 0U);
}

TEST(GrowingArray, elements_may_be_larger_than_the_first_block) {
  GrowingArray<std::array<char, 200'000>> array;
  array.push_back({'a'});
  array.push_back({'b'});
  array.push_back({'c'});
  EXPECT_EQ(array[0][0], 'a');
  EXPECT_EQ(array[1][0], 'b');
  EXPECT_EQ(array[2][0], 'c');
}

TEST(GrowingArray, removing_elements_keeps_those_before_them) {
  GrowingArray<int> array;
  array.push_back(1);
  array.push_back(2);
  array.pop_back();
  EXPECT_EQ(array.back(), 1);
  array.resize(10);
  EXPECT_EQ(array[0], 1);
  array.clear();
  EXPECT_TRUE(array.empty());
  EXPECT_EQ(array.push_back(3), 0U);
}

}  // namespace
}  // namespace heddle::base
