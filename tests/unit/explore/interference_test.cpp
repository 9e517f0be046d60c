// The parts of con2colic testing separately. What they do together is in tests/differential/con2colic_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "explore/con2colic.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"

namespace heddle::explore::interference {
namespace {

class Parts {
 public:
  // Runs the program without a plan and keeps everything that it shows.
  explicit Parts(std::string_view source) : executor_(differential::compile(source)) {
    executor_->make_symbolic(trace::SymbolicValues::kInputsAndReads);
    builder_ = std::make_unique<ForestBuilder>(trees_, *executor_->expressions());
    trace::Trace trace;
    executor_->run({}, trace);
    builder_->add(trace, UINT32_MAX);
  }

  // The n-th node of a kind in a thread.
  NodeId node(std::size_t thread, trace::OpKind kind, int nth = 0) const {
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      const Node& node = trees_[NodeId(i)];
      if (node.is_root || node.thread.index() != thread || node.kind != kind) continue;
      if (nth-- == 0) return NodeId(i);
    }
    return NodeId::none();
  }
  NodeId dangling(std::size_t thread) const {
    for (const NodeId n : builder_->dangling()) {
      if (trees_[n].thread.index() == thread) return n;
    }
    return NodeId::none();
  }

  const ThreadTrees& trees() const { return trees_; }
  trace::Executor& executor() { return *executor_; }

 private:
  std::unique_ptr<trace::Executor> executor_;
  ThreadTrees trees_;
  std::unique_ptr<ForestBuilder> builder_;
};

using trace::OpKind;

constexpr std::string_view kTwoWrites = R"(
shared x, y;
thread A { local a = x; local b = y; if (a + b == 3) error; }
thread B { x = 1; x = 3; }
thread C { y = 2; }
)";

TEST(Scenarios, are_the_same_in_whatever_order_interferences_come) {
  const Parts p(kTwoWrites);
  Scenarios scenarios(p.trees());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  const NodeId x1 = p.node(1, OpKind::kWrite);
  const NodeId y2 = p.node(2, OpKind::kWrite);
  const NodeId read_x = p.node(0, OpKind::kRead);
  const NodeId read_y = p.node(0, OpKind::kRead, 1);
  const ScenarioId first = scenarios.extend(scenarios.extend(start, x1, read_x), y2, read_y);
  EXPECT_EQ(scenarios.degree_of(first), 2U);
  EXPECT_FALSE(scenarios.extend(scenarios.extend(start, y2, read_y), x1, read_x).valid());
  EXPECT_EQ(scenarios.duplicates(), 1U);
}

TEST(Scenarios, a_read_has_one_writer) {
  const Parts p(kTwoWrites);
  Scenarios scenarios(p.trees());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  const NodeId read_x = p.node(0, OpKind::kRead);
  const ScenarioId one = scenarios.extend(start, p.node(1, OpKind::kWrite), read_x);
  EXPECT_FALSE(scenarios.extend(one, p.node(1, OpKind::kWrite, 1), read_x).valid());
}

TEST(Scenarios, what_interferes_comes_with_all_that_is_before_it) {
  const Parts p(kTwoWrites);
  Scenarios scenarios(p.trees());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  const NodeId second = p.node(1, OpKind::kWrite, 1);
  Scenario unfolded;
  scenarios.unfold(scenarios.extend(start, second, p.node(0, OpKind::kRead)), unfolded);
  EXPECT_EQ(unfolded.leaf_of(trace::ThreadId(1)), second);
  EXPECT_FALSE(unfolded.leaf_of(trace::ThreadId(2)).valid());
}

TEST(DataConstraints, the_core_is_what_the_condition_depends_on) {
  Parts p(R"(
shared x, y, z;
thread A { local a = x; local b = y; if (a == 7) error; }
)");
  Scenarios scenarios(p.trees());
  DataConstraints data(p.trees(), p.executor(), {});
  Scenario scenario;
  scenarios.unfold(scenarios.start({Goal::Kind::kSink, {p.dangling(0)}}), scenario);
  EXPECT_EQ(data.solve(scenario, {}), Verdict::kNotRealizable);
  EXPECT_EQ(data.core(), std::vector<NodeId>{p.node(0, OpKind::kRead)});
}

constexpr std::string_view kCircle = R"(
shared x, y;
thread A { local a = x; y = a; if (a == 5) error; }
thread B { local b = y; x = b; }
)";

TEST(Scenarios, in_which_something_comes_before_itself_are_not_made) {
  Parts p(kCircle);
  Scenarios scenarios(p.trees());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  const ScenarioId half = scenarios.extend(start, p.node(1, OpKind::kWrite), p.node(0, OpKind::kRead));
  ASSERT_TRUE(half.valid());
  EXPECT_FALSE(scenarios.extend(half, p.node(0, OpKind::kWrite), p.node(1, OpKind::kRead)).valid());
}

TEST(DataConstraints, values_out_of_thin_air_are_none) {
  Parts p(kCircle);
  Scenarios scenarios(p.trees());
  DataConstraints data(p.trees(), p.executor(), {});
  ScenarioId half = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  half = scenarios.extend(half, p.node(1, OpKind::kWrite), p.node(0, OpKind::kRead));
  Scenario circle;
  scenarios.unfold(half, circle);
  circle.interferences.push_back({p.node(0, OpKind::kWrite), p.node(1, OpKind::kRead)});
  EXPECT_EQ(data.solve(circle, {}), Verdict::kNotRealizable);
  EXPECT_TRUE(data.core().empty());
}

// The thread with the last word must have read what the other one wrote; that the other one has read nothing is not a
// contradiction.
TEST(TemporalConstraints, the_core_has_only_what_is_necessary) {
  Parts p(R"(
shared c;
lock m;
thread A { join(B); join(C); if (c == 7) error; }
thread B { lock(m); c = c + 1; unlock(m); }
thread C { lock(m); c = c + 1; unlock(m); }
)");
  Scenarios scenarios(p.trees());
  TemporalConstraints order(p.trees(), p.executor());
  ScenarioId both = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  for (const std::size_t thread : {1, 2}) both = scenarios.extend(both, p.node(thread, OpKind::kExit), NodeId::none());
  both = scenarios.extend(both, p.node(1, OpKind::kWrite), p.node(0, OpKind::kRead));
  Scenario scenario;
  scenarios.unfold(both, scenario);
  ASSERT_EQ(order.solve(scenario), Verdict::kNotRealizable);
  EXPECT_EQ(order.core().reads.size(), 2U);
  order.shrink_core();
  EXPECT_EQ(order.core().reads, std::vector{p.node(1, OpKind::kRead)});
  scenarios.unfold(scenarios.extend(both, p.node(2, OpKind::kWrite), p.node(1, OpKind::kRead)), scenario);
  EXPECT_EQ(order.solve(scenario), Verdict::kRealizable);
}

TEST(TemporalConstraints, a_read_comes_before_the_next_write) {
  Parts p(kTwoWrites);
  Scenarios scenarios(p.trees());
  TemporalConstraints order(p.trees(), p.executor());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  ScenarioId both = scenarios.extend(start, p.node(1, OpKind::kWrite), p.node(0, OpKind::kRead));
  both = scenarios.extend(both, p.node(1, OpKind::kWrite, 1), NodeId::none());
  Scenario scenario;
  scenarios.unfold(both, scenario);
  ASSERT_EQ(order.solve(scenario), Verdict::kRealizable);
  const auto at = [&](NodeId n) { return std::ranges::find(order.order(), n) - order.order().begin(); };
  EXPECT_LT(at(p.node(1, OpKind::kWrite)), at(p.node(0, OpKind::kRead)));
  EXPECT_LT(at(p.node(0, OpKind::kRead)), at(p.node(1, OpKind::kWrite, 1)));
  EXPECT_EQ(order.order().back(), p.dangling(0));
}

// Section 5.4: a thread that writes inside a lock must be able to leave it.
TEST(TemporalConstraints, a_lock_that_is_never_free_is_the_core) {
  Parts p(R"(
shared x;
lock m;
thread A { lock(m); local a = x; unlock(m); if (a == 1) error; }
thread B { lock(m); x = 1; unlock(m); }
)");
  Scenarios scenarios(p.trees());
  TemporalConstraints order(p.trees(), p.executor());
  const ScenarioId start = scenarios.start({Goal::Kind::kSink, {p.dangling(0)}});
  const ScenarioId inside = scenarios.extend(start, p.node(1, OpKind::kWrite), p.node(0, OpKind::kRead));
  Scenario scenario;
  scenarios.unfold(inside, scenario);
  ASSERT_EQ(order.solve(scenario), Verdict::kNotRealizable);
  EXPECT_EQ(order.core().objects.size(), 1U);
  EXPECT_TRUE(order.core().ends.empty());
  scenarios.unfold(scenarios.extend(inside, p.node(1, OpKind::kUnlock), NodeId::none()), scenario);
  EXPECT_EQ(order.solve(scenario), Verdict::kRealizable);
}

std::set<std::pair<std::string, std::string>> findings_with(std::string_view source, const Con2colicOptions& options,
                                                            std::uint64_t& candidates) {
  const auto executor = differential::compile(source);
  executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
  Con2colic strategy(*executor, options);
  const Result result = explore::explore(*executor, strategy, {.keep_going = true});
  EXPECT_TRUE(result.reasons.empty());
  candidates = result.progress.branches.value_or(BranchCoverage{}).candidates;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Finding& f : result.findings) seen.insert({name(f), where(f)});
  return seen;
}

// Section 5.5.
TEST(Con2colic, finds_the_same_without_each_of_its_optimisations) {
  constexpr std::string_view kProgram = R"(
shared x, y, z;
thread A { local a = x; local b = y; local c = z; if (a == 1 && b == 2) { if (c == 3) error; } }
thread B { local d = y; x = 1; if (d == 2) z = 3; }
thread C { y = 2; }
)";
  std::uint64_t with = 0;
  const auto expected = findings_with(kProgram, {}, with);
  EXPECT_EQ(expected.size(), 1U);
  std::uint64_t without = 0;
  EXPECT_EQ(findings_with(kProgram, {.use_cores = false}, without), expected);
  EXPECT_GT(without, with);
  EXPECT_EQ(findings_with(kProgram, {.avoid_duplicates = false}, without), expected);
  EXPECT_GE(without, with);
  EXPECT_EQ(findings_with(kProgram, {.uncovered_first = false}, without), expected);
}

using State = BranchCoverage::State;

// The states of the sides of the condition in this line that are not covered.
std::vector<State> open_in_line(std::string_view source, std::uint32_t line, const Con2colicOptions& options,
                                const Options& loop = {.keep_going = true}) {
  const auto executor = differential::compile(source);
  executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
  Con2colic strategy(*executor, options);
  const Result result = explore::explore(*executor, strategy, loop);
  const BranchCoverage coverage = result.progress.branches.value_or(BranchCoverage{});
  std::vector<State> states;
  for (const BranchCoverage::Branch& b : coverage.branches) {
    if (b.line == line && !b.is_covered()) states.push_back(b.state);
  }
  return states;
}

constexpr std::string_view kOpenBranches = R"(
shared x, y;
thread A { local a = x;
  if (a == 1) y = 1;
  if (a == 7) y = 2;
}
thread B { x = 1; }
)";

TEST(StaticBranches, that_no_scenario_reaches_are_unreachable) {
  EXPECT_EQ(open_in_line(kOpenBranches, 4, {}), std::vector<State>{});
  EXPECT_EQ(open_in_line(kOpenBranches, 5, {}), std::vector{State::kUnreachable});
}

// Line 5 itself has no omitted scenarios, but others have: nothing is proved.
TEST(StaticBranches, behind_the_bound_are_not_unreachable) {
  EXPECT_EQ(open_in_line(kOpenBranches, 4, {.interferences = 0}), std::vector{State::kBound});
  constexpr std::string_view kBehind = R"(
shared x, y;
thread A { local a = x; if (a == 1) y = 1; }
thread B { x = 1; }
thread C { local c = y;
  if (c == 1) error;
}
)";
  EXPECT_EQ(open_in_line(kBehind, 6, {.interferences = 0}), std::vector{State::kIncomplete});
}

TEST(StaticBranches, are_open_while_the_exploration_is) {
  EXPECT_EQ(open_in_line(kOpenBranches, 5, {}, {.budget = {.tests = 1}}), std::vector{State::kUnfinished});
}

TEST(StaticBranches, of_a_scenario_that_is_too_hard_are_not_unreachable) {
  constexpr std::string_view kHard = R"(
shared x;
thread A { local a = input; local b = input; assume(a > 1 && b > 1 && a < 3000000 && b < 3000000);
  if (a * b == 1000003 * 1000033) error;
}
)";
  const symbolic::SolverOptions no_time{.seconds_per_query = 0};
  EXPECT_EQ(open_in_line(kHard, 4, {.solver = no_time}), std::vector{State::kTooHard});
}

}  // namespace
}  // namespace heddle::explore::interference
