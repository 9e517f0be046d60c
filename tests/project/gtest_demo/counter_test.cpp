#include <gtest/gtest.h>
#include <heddle/gtest.h>

#include <atomic>
#include <thread>

static void bump_in_two_steps(std::atomic<int>& counter) { counter = counter + 1; }

template <class Body>
void twice(Body body) {
  std::thread one(body);
  std::thread two(body);
  one.join();
  two.join();
}

// Nearly always passes, unless it is explored.
TEST(Counter, wrong) {
  std::atomic<int> counter{0};
  twice([&] { bump_in_two_steps(counter); });
  EXPECT_EQ(counter, 2);
}

TEST(Counter, right) {
  std::atomic<int> counter{0};
  twice([&] {
    ++counter;
    EXPECT_GE(counter, 1);
    EXPECT_NEAR(counter, 1.5, 1);
  });
  EXPECT_EQ(counter, 2);
}

TEST(Counter, DISABLED_later) { FAIL(); }

class Values : public testing::TestWithParam<int> {};
TEST_P(Values, are_small) { EXPECT_LT(GetParam(), 3); }
INSTANTIATE_TEST_SUITE_P(All, Values, testing::Values(1, 2));

HEDDLE_TEST(Explored, wrong) {
  std::atomic<int> counter{0};
  twice([&] { bump_in_two_steps(counter); });
  ASSERT_EQ(counter, 2);
}

HEDDLE_TEST(Explored, right) {
  std::atomic<int> counter{0};
  twice([&] { ++counter; });
  ASSERT_EQ(counter, 2);
}
