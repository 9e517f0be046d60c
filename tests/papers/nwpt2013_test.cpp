// Kähkönen, Saarikivi, Heljanko: Using unfoldings in automated testing of multithreaded programs (slides, 2013):
// contextual unfoldings.

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::papers {
namespace {

using differential::Observations;

Observations exhaust(std::string_view source) {
  const auto executor = differential::compile(source);
  return differential::observe(*executor, "exhaustive", {}, {.events = true});
}

TEST(Nwpt2013, slides_35_and_36_a_read_arc_saves_the_second_write) {
  const Observations o = exhaust(R"(
shared x;
thread t1 { local a = x; if (a > 0) error; }
thread t2 { local b = x; if (b == 0) x = input; }
)");
  EXPECT_EQ(o.replicated_events.size(), 5U);  // R R R W W
  EXPECT_EQ(o.contextual_events.size(), 4U);  // R R R W
}

TEST(Nwpt2013, slides_37_and_38_one_write_and_two_reads) {
  const Observations o = exhaust("shared x; thread w { x = 5; } thread r[i : 2] { local a = x; }");
  EXPECT_EQ(o.traces.size(), 4U);              // "four test executions, as all writes are in conflict"
  EXPECT_EQ(o.replicated_events.size(), 10U);  // 4 W, 6 R
  EXPECT_EQ(o.contextual_events.size(), 5U);   // 1 W, 4 R
}

}  // namespace
}  // namespace heddle::papers
