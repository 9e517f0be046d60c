#include "explore/simplify_run.h"

#include <gtest/gtest.h>

#include "explore/factory.h"
#include "explore/loop.h"
#include "explore/rarity.h"
#include "tests/differential/compile.h"

namespace heddle::explore {
namespace {

// Random tests until one fails, whose run is then simplified.
Finding find(trace::Executor& executor, std::uint64_t seed, double seconds) {
  const auto strategy = make_strategy("random", executor, {.seed = seed});
  Options options;
  options.simplify_seconds = seconds;
  Result result = explore(executor, *strategy, options);
  EXPECT_EQ(result.findings.size(), 1U);
  return result.findings.empty() ? Finding() : std::move(result.findings[0]);
}

TEST(simplify_run, one_thread_after_the_other_if_that_is_enough) {
  const auto executor = differential::compile(R"(
shared x, y;
thread a { y = 1; y = 2; y = 3; x = 1; }
thread b { y = 4; y = 5; y = 6; }
thread c { assert(x == 0); }
)");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Finding finding = find(*executor, seed, 60);
    // All of a, and the read of c.
    EXPECT_EQ(complexity_of(finding.trace, finding.failing, *executor).switches, 2U) << "seed " << seed;
    EXPECT_EQ(complexity_of(finding.trace, finding.failing, *executor).steps, 5U) << "seed " << seed;
  }
}

TEST(simplify_run, keeps_the_one_interruption_that_a_lost_update_needs) {
  const auto executor = differential::compile(R"(
shared x, done;
thread a { local v = x; x = v + 1; done = done + 1; }
thread b { local v = x; x = v + 1; done = done + 1; }
thread c { local d = done; assert(d < 2 || x == 2); }
)");
  const Finding finding = find(*executor, 3, 60);
  EXPECT_LE(complexity_of(finding.trace, finding.failing, *executor).switches, 4U);
}

TEST(simplify_run, makes_inputs_small) {
  const auto executor = differential::compile(R"(
thread a { local v = input; assert(v < 10); }
)");
  bool was_large = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Finding found = find(*executor, seed, 0);
    const Finding simple = find(*executor, seed, 60);
    ASSERT_EQ(simple.inputs.size(), 1U);
    EXPECT_GE(simple.inputs[0].value, 10);
    EXPECT_LE(simple.inputs[0].value, 16) << "powers of two are tried";
    was_large = was_large || found.inputs[0].value > 16;
  }
  EXPECT_TRUE(was_large);
}

TEST(rarity, counts_the_random_schedules_that_show_a_finding) {
  const auto executor = differential::compile(R"(
shared x;
thread a { x = 1; }
thread b { assert(x == 0); }
)");
  const Rarity rarity = rarity_of(find(*executor, 1, 60), *executor, 0.05);
  EXPECT_GT(rarity.of, 10U);
  EXPECT_GT(rarity.shown, rarity.of / 4);
  EXPECT_LT(rarity.shown, rarity.of * 3 / 4);
}

}  // namespace
}  // namespace heddle::explore
