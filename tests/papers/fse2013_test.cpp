// Farzan, Holzer, Razavi, Veith: Con2colic testing (2013): its running example.

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::papers {
namespace {

using differential::Observations;

// addall appends a vector of u_cnt elements (an input) to a shared one; it reads the count outside of the lock.
constexpr std::string_view kAddAll = R"(
const THREADS = 2;
shared v_cnt = 0, v_size = 2;
lock lk;
thread addall[i : THREADS] {
  local u_cnt = input(0, 2);
  local numelem = v_cnt + u_cnt;
  lock(lk);
  if (numelem > v_size) v_size = numelem;
  local c = v_cnt;
  local s = v_size;
  assert(s >= u_cnt + c);
  v_cnt = c + u_cnt;
  unlock(lk);
}
)";

Observations exhaust(std::int64_t threads) {
  const auto executor = differential::compile(kAddAll, {{"THREADS", threads}});
  return differential::observe(*executor, "exhaustive");
}

// Fig. 2: the violation needs an input and a schedule.
TEST(Fse2013, running_example_fails_with_symbolic_inputs_in_every_strategy) {
  std::string source(kAddAll);
  source.replace(source.find("input(0, 2)"), 11, "input; assume(u_cnt >= 0 && u_cnt < 1000)");
  for (const std::string_view strategy : {"contextual", "unfolding", "dpor", "dpor-1", "dpor-2", "exhaustive"}) {
    const Observations alone = differential::observe(*differential::compile(source, {{"THREADS", 1}}), strategy);
    EXPECT_TRUE(alone.findings.empty()) << strategy;
    EXPECT_TRUE(alone.complete()) << strategy;
    const Observations two = differential::observe(*differential::compile(source, {{"THREADS", 2}}), strategy);
    ASSERT_EQ(two.findings.size(), 1U) << strategy;
    EXPECT_EQ(two.findings.begin()->first, "assertion");
    EXPECT_TRUE(two.complete()) << strategy;
  }
}

TEST(Fse2013, running_example_never_fails_without_interference) { EXPECT_TRUE(exhaust(1).findings.empty()); }

TEST(Fse2013, running_example_fails_with_one_interference_and_large_enough_inputs) {
  const Observations o = exhaust(2);
  ASSERT_EQ(o.findings.size(), 1U);
  EXPECT_EQ(o.findings.begin()->first, "assertion");
}

}  // namespace
}  // namespace heddle::papers
