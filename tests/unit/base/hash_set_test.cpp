#include "base/hash_set.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"

namespace heddle::base {
namespace {

TEST(HashSet, agrees_with_an_ordered_set_on_random_insertions) {
  Rng rng(1);
  HashSet set;
  std::set<Hash128> twin;
  for (int i = 0; i < 5000; ++i) {
    // Few different low words, so that many members want the same slot.
    const Hash128 h{1 + rng.below(50), rng.below(100)};
    EXPECT_EQ(set.contains(h), twin.contains(h));
    EXPECT_EQ(set.insert(h), twin.insert(h).second);
    ASSERT_EQ(set.size(), twin.size());
  }
  std::set<Hash128> visited;
  set.for_each([&](const Hash128& h) { visited.insert(h); });
  EXPECT_EQ(visited, twin);
}

TEST(HashSet, equality_does_not_depend_on_the_order_of_insertion) {
  HashSet a;
  HashSet b;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    a.insert({i, 0});
    b.insert({101 - i, 0});
  }
  EXPECT_TRUE(a == b);
  b.insert({101, 0});
  EXPECT_FALSE(a == b);
  EXPECT_TRUE(a.is_subset_of(b));
  EXPECT_FALSE(b.is_subset_of(a));
}

TEST(HashSet, is_empty_after_clear) {
  HashSet set;
  set.insert({1, 2});
  set.clear();
  EXPECT_EQ(set.size(), 0U);
  EXPECT_FALSE(set.contains({1, 2}));
  EXPECT_TRUE(set.insert({1, 2}));
}

}  // namespace
}  // namespace heddle::base
