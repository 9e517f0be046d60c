// Guo, Kusano, Wang, Yang, Gupta: Assertion guided symbolic execution of multithreaded programs (2015). What its
// motivating examples say about the number of executions.

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::papers {
namespace {

using differential::Observations;

Observations exhaust(std::string_view source) {
  const auto executor = differential::compile(source);
  return differential::observe(*executor, "exhaustive");
}

TEST(Fse2015, fig2_has_six_runs_in_six_equivalence_classes) {
  const Observations o = exhaust(R"(
shared x;
thread t1 { x = 1; x = 2; }
thread t2 { local a = x; local b = x; assert(a <= b); }
)");
  EXPECT_EQ(o.result.tests, 6U);
  EXPECT_EQ(o.traces.size(), 6U);
  EXPECT_TRUE(o.findings.empty());
}

TEST(Fse2015, fig3_k_independent_segments_have_2_to_the_k_traces) {
  const Observations o = exhaust(R"(
shared x, y, z;
thread t1 { local a = x; assert(a <= 1); local b = y; assert(b <= 1); local c = z; assert(c <= 1); }
thread t2 { x = 1; y = 1; z = 1; }
)");
  EXPECT_EQ(o.traces.size(), 8U);
  EXPECT_TRUE(o.findings.empty());
}

}  // namespace
}  // namespace heddle::papers
