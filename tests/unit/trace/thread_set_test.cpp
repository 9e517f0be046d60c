#include "trace/thread_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "base/rng.h"

namespace heddle::trace {
namespace {

// The obvious twin.
using Twin = std::set<ThreadId>;

Twin twin_of(const ThreadSet& set) {
  Twin result;
  for (const ThreadId t : set) result.insert(t);
  return result;
}

template <class Combine>
Twin combined(Combine combine, const Twin& a, const Twin& b) {
  Twin result;
  combine(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

constexpr auto kUnion = [](auto... range) { std::set_union(range...); };
constexpr auto kIntersection = [](auto... range) { std::set_intersection(range...); };
constexpr auto kDifference = [](auto... range) { std::set_difference(range...); };

void expect_same(const ThreadSet& set, const Twin& twin) {
  ASSERT_EQ(twin_of(set), twin);
  ASSERT_EQ(set.size(), twin.size());
  ASSERT_EQ(set.empty(), twin.empty());
  ASSERT_EQ(set.first(), twin.empty() ? ThreadId::none() : *twin.begin());
  std::size_t n = 0;
  for (const ThreadId t : twin) {
    ASSERT_EQ(set.rank(t), n);
    ASSERT_EQ(set.nth(n++), t);
  }
}

TEST(ThreadSet, is_a_set) {
  base::Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t most = rng.one_in(2) ? 64 : kMaxThreads;
    ThreadSet a;
    ThreadSet b;
    Twin twin_a;
    Twin twin_b;
    for (int step = 0; step < 40; ++step) {
      const ThreadId t(rng.below(most));
      switch (rng.below(6)) {
        case 0:
        case 1:
          a.insert(t);
          twin_a.insert(t);
          break;
        case 2:
          a.erase(t);
          twin_a.erase(t);
          break;
        case 3:
          a |= b;
          twin_a = combined(kUnion, twin_a, twin_b);
          break;
        case 4:
          std::swap(a, b);
          std::swap(twin_a, twin_b);
          break;
        default: ASSERT_EQ(a.contains(t), twin_a.contains(t)); break;
      }
      expect_same(a, twin_a);
    }
    expect_same(a & b, combined(kIntersection, twin_a, twin_b));
    expect_same(a - b, combined(kDifference, twin_a, twin_b));
    ASSERT_EQ(a == b, twin_a == twin_b);
    ASSERT_EQ(a.intersects(b), !combined(kIntersection, twin_a, twin_b).empty());
  }
}

TEST(ThreadSet, equality_does_not_depend_on_who_was_in_it) {
  ThreadSet a{ThreadId(3)};
  a.insert(ThreadId(kMaxThreads - 1));
  a.erase(ThreadId(kMaxThreads - 1));
  EXPECT_EQ(a, ThreadSet(ThreadId(3)));
}

TEST(ThreadSet, all_contains_the_last) { EXPECT_TRUE(ThreadSet::all().contains(ThreadId(kMaxThreads - 1))); }

TEST(ThreadSet, members_may_be_erased_while_one_iterates) {
  ThreadSet set;
  for (const std::size_t t : {1, 2, 63, 64, 700}) set.insert(ThreadId(t));
  std::vector<std::size_t> seen;
  for (const ThreadId t : set) {
    seen.push_back(t.index());
    set.erase(t);
  }
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2, 63, 64, 700}));
  EXPECT_TRUE(set.empty());
}

}  // namespace
}  // namespace heddle::trace
