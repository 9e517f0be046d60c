#include "explore/ask.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/differential/compile.h"

namespace heddle::explore {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using unfolding::Answer;

Reply ask(std::string_view source, const std::string& question, const Options& options = {},
          const unfolding::EncodingLimits& limits = {}) {
  const auto executor = differential::compile(source);
  return explore::ask(*executor, question, options, limits).value();
}

constexpr std::string_view kCounters = R"(
shared x, y;
thread a { x = 1; x = 2; }
thread b { y = 1; y = 2; }
)";

TEST(Ask, a_state_between_two_steps_is_reachable) {
  const Reply r = ask(kCounters, "x == 1 && y == 1");
  EXPECT_EQ(r.answer, Answer::kYes);
  EXPECT_EQ(r.test.schedule.size(), 2U) << "one step of each thread, and nothing behind them";
  EXPECT_EQ(r.trace.operations.size(), 2U);
}

TEST(Ask, a_state_that_no_test_visits_is_reachable) {
  // One test reaches all local states of two threads that do not interact.
  const Reply r = ask(kCounters, "x == 0 && y == 2 || x == 2 && y == 0");
  EXPECT_EQ(r.answer, Answer::kYes);
  EXPECT_EQ(r.exploration.tests, 1U);
  EXPECT_EQ(ask(kCounters, "x == 0 && y == 2").answer, Answer::kYes);
  EXPECT_EQ(ask(kCounters, "x == 2 && y == 0").answer, Answer::kYes);
}

TEST(Ask, the_initial_state_is_reachable_by_no_step) {
  const Reply r = ask(kCounters, "x == 0 && y == 0");
  EXPECT_EQ(r.answer, Answer::kYes);
  EXPECT_THAT(r.test.schedule, IsEmpty());
}

TEST(Ask, what_locks_forbid_is_unreachable) {
  constexpr std::string_view kSource = R"(
shared x, y; lock m;
thread a { lock(m); x = 1; x = 0; unlock(m); }
thread b { lock(m); y = 1; y = 0; unlock(m); })";
  const Reply r = ask(kSource, "x == 1 && y == 1");
  EXPECT_EQ(r.answer, Answer::kNo);
  EXPECT_THAT(r.reasons, IsEmpty());
  EXPECT_EQ(ask(kSource, "x + y == 1").answer, Answer::kYes);
}

TEST(Ask, variables_that_nobody_touches_keep_their_value) {
  EXPECT_EQ(ask("shared x = 7; shared y; thread t { y = 1; }", "x == 7 && y == 1").answer, Answer::kYes);
  EXPECT_EQ(ask("shared x = 7; shared y; thread t { y = 1; }", "x != 7").answer, Answer::kNo);
}

TEST(Ask, a_finding_does_not_stop_the_exploration) {
  const Reply r = ask("shared x; thread a { error; } thread b { x = 5; }", "x == 5");
  EXPECT_EQ(r.answer, Answer::kYes);
}

// Each reader sees one write and not the other; both together would need a cycle of the writes.
TEST(Ask, what_is_reachable_for_any_two_threads_may_be_unreachable_for_all) {
  constexpr std::string_view kIriw = R"(
shared x, y, p, q;
thread wx { x = 1; }
thread wy { y = 1; }
thread r1 { if (x == 1) { if (y == 0) p = 1; } }
thread r2 { if (y == 1) { if (x == 0) q = 1; } })";
  EXPECT_EQ(ask(kIriw, "p == 1 && q == 1").answer, Answer::kNo);
  EXPECT_EQ(ask(kIriw, "p == 1").answer, Answer::kYes);
  EXPECT_EQ(ask(kIriw, "q == 1").answer, Answer::kYes);
}

TEST(Ask, is_unknown_if_the_exploration_is_incomplete_and_the_answer_was_not_found) {
  Options options;
  options.budget.depth = 1;
  const Reply r = ask(kCounters, "x == 2", options);
  EXPECT_EQ(r.answer, Answer::kUnknown);
  EXPECT_THAT(r.reasons, Contains(HasSubstr("cut after k=1 steps")));
  EXPECT_EQ(ask(kCounters, "x == 1", options).answer, Answer::kYes) << "what is found is found";
}

TEST(Ask, is_unknown_beyond_the_limits) {
  const Reply large = ask(kCounters, "x == 2", {}, {.events = 3});
  EXPECT_EQ(large.answer, Answer::kUnknown);
  EXPECT_THAT(large.reasons, Contains("the unfolding has 4 events, limit 3"));
  const Reply slow = ask(kCounters, "x == 2", {}, {.seconds = 0});
  EXPECT_EQ(slow.answer, Answer::kUnknown);
  EXPECT_THAT(slow.reasons, Contains("no answer within 0 seconds"));
}

}  // namespace
}  // namespace heddle::explore
