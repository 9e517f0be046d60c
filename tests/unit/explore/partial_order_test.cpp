// The partial order of con2colic testing against the transitive closure of its edges.

#include "explore/interference/partial_order.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"

namespace heddle::explore::interference {
namespace {

using Edge = PartialOrder::Edge;

constexpr std::uint32_t kChains = 4;
constexpr std::uint32_t kEach = 4;
constexpr std::uint32_t kEvents = kChains * kEach;

// Its slow twin: all pairs, closed again after each edge.
class Closure {
 public:
  Closure() : before_(kEvents, std::vector<bool>(kEvents, false)) {
    for (std::uint32_t e = 0; e + 1 < kEvents; ++e) {
      if ((e + 1) % kEach != 0) before_[e][e + 1] = true;
    }
    close();
  }

  bool is_before(std::uint32_t a, std::uint32_t b) const { return before_[a][b]; }
  void add(Edge e) {
    before_[e.from][e.to] = true;
    close();
  }

 private:
  void close() {
    for (std::uint32_t k = 0; k < kEvents; ++k) {
      for (std::uint32_t i = 0; i < kEvents; ++i) {
        for (std::uint32_t j = 0; j < kEvents; ++j) {
          if (before_[i][k] && before_[k][j]) before_[i][j] = true;
        }
      }
    }
  }

  std::vector<std::vector<bool>> before_;
};

PartialOrder chains() {
  PartialOrder order;
  order.start();
  for (std::uint32_t e = 0; e < kEvents; ++e) order.add_event(e % kEach == 0);
  order.connect_chains();
  return order;
}

void expect_same(const PartialOrder& order, const Closure& closure) {
  for (std::uint32_t a = 0; a < kEvents; ++a) {
    for (std::uint32_t b = 0; b < kEvents; ++b) ASSERT_EQ(order.is_before(a, b), closure.is_before(a, b));
  }
}

Edge random_edge(base::Rng& rng) {
  return {static_cast<std::uint32_t>(rng.below(kEvents)), static_cast<std::uint32_t>(rng.below(kEvents))};
}

TEST(PartialOrder, is_the_transitive_closure_of_its_edges) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    base::Rng rng(seed);
    PartialOrder order = chains();
    Closure closure;
    PartialOrder::Mark mark;
    Closure marked;
    order.mark(mark);
    for (int n = 0; n < 30; ++n) {
      const Edge e = random_edge(rng);
      ASSERT_EQ(order.can_add(e), e.from != e.to && !closure.is_before(e.to, e.from));
      if (!order.can_add(e)) continue;
      ASSERT_EQ(order.add(e), !closure.is_before(e.from, e.to));
      closure.add(e);
      expect_same(order, closure);
      if (n == 10) {
        order.mark(mark);
        marked = closure;
      }
    }
    order.go_back(mark);
    expect_same(order, marked);
  }
}

TEST(PartialOrder, has_ways_of_edges_that_were_there_already) {
  base::Rng rng(7);
  PartialOrder order = chains();
  for (int n = 0; n < 40; ++n) {
    if (const Edge e = random_edge(rng); order.can_add(e)) order.add(e);
  }
  std::vector<std::size_t> way;
  for (std::uint32_t a = 0; a < kEvents; ++a) {
    for (std::uint32_t b = 0; b < kEvents; ++b) {
      if (!order.is_before(a, b)) continue;
      order.way(a, b, order.edges().size(), way);
      // The edges of the path alone put a before b.
      PartialOrder alone = chains();
      for (const std::size_t e : way) alone.add(order.edges()[e]);
      EXPECT_TRUE(alone.is_before(a, b));
    }
  }
}

}  // namespace
}  // namespace heddle::explore::interference
