#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"
#include "tests/unit/symbolic/proof.h"
#include "tests/unit/symbolic/random_expressions.h"

namespace heddle::symbolic {
namespace {

// Small expressions over variables and constants of these widths; each step is proved.
void walk(std::uint64_t seed, const std::vector<unsigned>& widths, int steps) {
  base::Rng rng(seed);
  Expressions in;
  Proof proof(in);
  std::vector<ExprId> pool;
  std::uint32_t inputs = 0;
  for (const unsigned width : widths) {
    for (int i = 0; i < 2; ++i) {
      pool.push_back(in.variable(1, inputs++, width, "v"));
      pool.push_back(in.constant(interesting_value(rng, width), width));
    }
  }
  const ExprId condition = in.variable(1, inputs, 1, "c");
  for (int i = 0; i < steps; ++i) {
    const ExprId a = pool[rng.below(pool.size())];
    const ExprId b = pool[rng.below(pool.size())];
    const auto node = random_node(rng, in, a, b, condition);
    if (!node || node->width > 16) continue;
    const ExprId made = in.make(*node);
    ASSERT_TRUE(proof.proves(*node, made)) << "seed " << seed << ", step " << i;
    pool.push_back(made);
  }
}

TEST(RandomRules, every_step_of_random_walks_is_equivalent_to_what_was_asked_for) {
  const std::vector<std::vector<unsigned>> widths = {{1, 2}, {2, 3}, {1, 4}, {3}, {2, 4}, {4}};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    walk(seed, widths[seed % widths.size()], 120);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace heddle::symbolic
