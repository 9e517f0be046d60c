// Kähkönen, Saarikivi, Heljanko: Using unfoldings in automated testing of multithreaded programs (slides, 2013):
// contextual unfoldings.

#include <gtest/gtest.h>

#include "explore/unfolding/unfolding_strategy.h"
#include "tests/differential/compile.h"
#include "tests/differential/exhaust.h"
#include "tests/differential/observations.h"
#include "tests/papers/example.h"

namespace heddle::papers {
namespace {

using differential::exhaust;
using differential::Observations;

TEST(Nwpt2013, slides_35_and_36_a_read_arc_saves_the_second_write) {
  const Observations o = exhaust(R"(
shared x;
thread t1 { local a = x; if (a > 0) error; }
thread t2 { local b = x; if (b == 0) x = input; }
)");
  EXPECT_EQ(o.replicated_events.size(), 7U);  // R R R W W, and the two branches of t1
  EXPECT_EQ(o.contextual_events.size(), 6U);  // R R R W, the same
}

TEST(Nwpt2013, slides_37_and_38_one_write_and_two_reads) {
  const Observations o = exhaust("shared x; thread w { x = 5; } thread r[i : 2] { local a = x; }");
  EXPECT_EQ(o.traces.size(), 4U);              // "four test executions, as all writes are in conflict"
  EXPECT_EQ(o.replicated_events.size(), 10U);  // 4 W, 6 R
  EXPECT_EQ(o.contextual_events.size(), 5U);   // 1 W, 4 R
}

// "Requires four test executions to cover, as all writes are in conflict!"
TEST(Nwpt2013, slide_37_place_replication_takes_four_tests) {
  EXPECT_EQ(explore_example("paper/nwpt2013_slide37", "unfolding"), (Effort{4, 10}));
}

// "Only requires two test to be covered!"
TEST(Nwpt2013, slide_38_read_arcs_take_two_tests) {
  EXPECT_EQ(explore_example("paper/nwpt2013_slide37", "contextual"), (Effort{2, 5}));
}

// With the input of slide 23 fixed, the first run is slide 24, its extension slide 25, the second run slide 26.
TEST(Nwpt2013, slides_24_to_26_three_tests_build_the_unfolding) {
  const auto executor = differential::compile(R"(
shared x;
thread t1 { local a = x; if (a > 0) error; }
thread t2 { local b = x; if (b == 0) x = input; }
)");
  EXPECT_EQ(explore(*executor, "unfolding"), (Effort{3, 7}));
  EXPECT_EQ(explore(*executor, "contextual"), (Effort{3, 6}));
}

// "Unfolding approach always generates canonical representation regardless of the execution order"
TEST(Nwpt2013, slide_31_the_unfolding_is_canonical) {
  const std::string_view source =
      "shared x, y; lock l; thread t[i : 2] { local a = x; lock(l); y = a; unlock(l); local b = y; }";
  for (const trace::Net net : {trace::Net::kContextual, trace::Net::kPlaceReplicated}) {
    const auto executor = differential::compile(source);
    const Observations all = exhaust(source);
    const auto& expected = net == trace::Net::kContextual ? all.contextual_events : all.replicated_events;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      explore::UnfoldingStrategy strategy(*executor,
                                          {.net = net, .order = explore::TargetOrder::kRandom, .seed = seed});
      const Observations seen = differential::observe(*executor, strategy, {}, {.events = true});
      EXPECT_EQ(net == trace::Net::kContextual ? seen.contextual_events : seen.replicated_events, expected);
    }
  }
}

}  // namespace
}  // namespace heddle::papers
