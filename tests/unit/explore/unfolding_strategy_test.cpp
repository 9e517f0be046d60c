#include "explore/unfolding/unfolding_strategy.h"

#include <gtest/gtest.h>

#include "tests/differential/compile.h"
#include "tests/differential/observations.h"
#include "tests/papers/programs.h"

namespace heddle::explore {
namespace {

using differential::Observations;
using trace::Net;

constexpr std::string_view kPrograms[] = {
    papers::kIriwWithMessage,
    papers::kLastZero,
    papers::kDining,
    "lock m; cond c; shared x; thread t[i : 2] { lock(m); while (x == 0) wait(c, m); unlock(m); } "
    "thread s { lock(m); x = 1; broadcast(c); unlock(m); }",
};

Observations explore(trace::Executor& executor, const UnfoldingOptions& options) {
  UnfoldingStrategy strategy(executor, options);
  return differential::observe(executor, strategy, {}, {.events = true});
}

const base::HashSet& events(const Observations& o, Net net) {
  return net == Net::kContextual ? o.contextual_events : o.replicated_events;
}

TEST(UnfoldingStrategy, builds_the_same_unfolding_in_every_order) {
  for (const std::string_view source : kPrograms) {
    for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
      const auto executor = differential::compile(source);
      const Observations expected = explore(*executor, {.net = net});
      for (const TargetOrder order : {TargetOrder::kDepthFirst, TargetOrder::kRandom}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Observations seen = explore(*executor, {.net = net, .order = order, .seed = seed});
          EXPECT_EQ(events(seen, net), events(expected, net)) << source;
          EXPECT_EQ(seen.local_states, expected.local_states) << source;
        }
      }
    }
  }
}

TEST(UnfoldingStrategy, completes_given_tests_to_the_same_unfolding) {
  for (const std::string_view source : kPrograms) {
    for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
      const auto executor = differential::compile(source);
      const Observations expected = explore(*executor, {.net = net});
      for (const std::uint64_t count : {1U, 5U, 20U}) {
        const Observations seen = explore(*executor, {.net = net, .seed_tests = random_tests(count, 7)});
        EXPECT_EQ(events(seen, net), events(expected, net)) << source;
        EXPECT_LE(seen.result.tests, expected.result.tests + count) << source;
      }
    }
  }
}

TEST(UnfoldingStrategy, a_run_of_another_strategy_can_be_its_beginning) {
  const auto executor = differential::compile(papers::kIriwWithMessage);
  const Observations expected = explore(*executor, {});
  UnfoldingStrategy strategy(*executor, {});
  trace::Trace trace;
  for (const trace::Test& test : random_tests(10, 3)) {
    executor->run(test, trace);
    strategy.seed(trace);
  }
  const std::uint64_t seeded = strategy.progress().events;
  EXPECT_GT(seeded, 0U);
  const Observations rest = differential::observe(*executor, strategy, {}, {.events = true});
  EXPECT_EQ(rest.result.progress.events, expected.contextual_events.size());
  EXPECT_LT(rest.result.tests, expected.result.tests);
}

TEST(UnfoldingStrategy, when_all_traces_are_given_there_is_nothing_left_to_do) {
  for (const Net net : {Net::kContextual, Net::kPlaceReplicated}) {
    const auto executor = differential::compile(papers::kLastZero);
    UnfoldingStrategy strategy(*executor, {.net = net, .deadlocks = {.waiting = false}});
    Options options;
    options.on_trace = [&](const trace::Trace& trace) { strategy.seed(trace); };
    const auto dpor = make_strategy("dpor", *executor, {});
    explore::explore(*executor, *dpor, options);
    Plan plan;
    EXPECT_EQ(strategy.next(plan), Next::kNothingLeft);
    EXPECT_EQ(strategy.progress().events, net == Net::kContextual ? 119U : 160U);
  }
}

}  // namespace
}  // namespace heddle::explore
