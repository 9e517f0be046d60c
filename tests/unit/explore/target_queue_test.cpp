#include "explore/unfolding/target_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "explore/branch_counts.h"
#include "tests/unit/unfolding/explored.h"

namespace heddle::explore {
namespace {

using unfolding::EventId;
using unfolding::Explored;

// After the first run (w, then r) r can still read 0, without a preemption, and 1, which needs one in w.
constexpr std::string_view kTwoWrites = "shared x; thread w { x = 1; x = 2; } thread r { local a = x; }";

std::vector<EventId> unexecuted(Explored& program) {
  std::vector<EventId> result;
  for (std::size_t i = 0; i < program.process().size(); ++i) {
    if (!program.process()[EventId(i)].executed()) result.emplace_back(i);
  }
  return result;
}

// Every event with its causes before it, as the extensions were found.
void push_all(TargetQueue& queue, Explored& program) {
  for (std::size_t i = 0; i < program.process().size(); ++i) {
    if (program.process()[EventId(i)].parent.valid()) queue.push(EventId(i));
  }
}

TEST(TargetQueue, fewest_preemptions_come_first) {
  Explored program(kTwoWrites);
  program.step();
  TargetQueue queue(program.process(), TargetOrder::kFewestPreemptions, 1);
  push_all(queue, program);
  const EventId first = queue.pop();
  const EventId second = queue.pop();
  ASSERT_TRUE(first.valid() && second.valid());
  EXPECT_EQ(program.process().version_depth(program.process()[first].version), 0U) << "reads the initial value";
  EXPECT_EQ(program.process().version_depth(program.process()[second].version), 1U);
  EXPECT_FALSE(queue.pop().valid());
}

TEST(TargetQueue, executed_events_are_never_targets) {
  Explored program(kTwoWrites);
  program.step();
  TargetQueue queue(program.process(), TargetOrder::kDepthFirst, 1);
  push_all(queue, program);
  program.explore();
  EXPECT_FALSE(queue.pop().valid());
}

TEST(TargetQueue, depth_first_takes_the_last_one) {
  Explored program(kTwoWrites);
  program.step();
  TargetQueue queue(program.process(), TargetOrder::kDepthFirst, 1);
  const std::vector<EventId> targets = unexecuted(program);
  for (const EventId e : targets) queue.push(e);
  EXPECT_EQ(queue.pop(), targets.back());
}

TEST(TargetQueue, random_order_takes_each_target_once_and_depends_only_on_the_seed) {
  Explored program("shared x; thread w { x = 1; x = 2; x = 3; x = 4; x = 5; } thread r { local a = x; }");
  program.step();
  const auto take_all = [&](std::uint64_t seed) {
    TargetQueue queue(program.process(), TargetOrder::kRandom, seed);
    push_all(queue, program);
    std::vector<EventId> order;
    for (EventId e = queue.pop(); e.valid(); e = queue.pop()) order.push_back(e);
    return order;
  };
  const std::vector<EventId> order = take_all(1);
  EXPECT_EQ(order, take_all(1));
  EXPECT_EQ(std::set<EventId>(order.begin(), order.end()).size(), 5U);
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 10; ++seed) differs = differs || take_all(seed) != order;
  EXPECT_TRUE(differs);
}

TEST(TargetQueue, peek_leaves_the_targets_in_the_queue) {
  Explored program(kTwoWrites);
  program.step();
  TargetQueue queue(program.process(), TargetOrder::kFewestPreemptions, 1);
  push_all(queue, program);
  std::vector<EventId> candidates;
  queue.peek(1, candidates);
  EXPECT_EQ(candidates.size(), 1U);
  queue.peek(10, candidates);
  EXPECT_EQ(candidates.size(), 2U);
  EXPECT_TRUE(queue.pop().valid());
  EXPECT_TRUE(queue.pop().valid());
  EXPECT_FALSE(queue.pop().valid());
}

// The first run takes no branch of the loop, and never reaches the last one.
constexpr std::string_view kBranches =
    "shared x; thread t { for (local i = 0; i < 6; i = i + 1) { if (input == 7) x = x + 1; } if (input == 9) x = 0; }";

TEST(TargetQueue, coverage_takes_each_decision_once_and_depends_only_on_the_seed) {
  Explored program(kBranches);
  program.step();
  const auto take_all = [&](std::uint64_t seed) {
    TargetQueue queue(program.process(), TargetOrder::kCoverage, seed, program.executor().expressions());
    queue.observe(program.trace());
    push_all(queue, program);
    std::vector<EventId> order;
    for (EventId e = queue.pop(); e.valid(); e = queue.pop()) order.push_back(e);
    EXPECT_EQ(queue.size(), 0U);
    return order;
  };
  const std::vector<EventId> order = take_all(1);
  EXPECT_EQ(order, take_all(1));
  EXPECT_EQ(std::set<EventId>(order.begin(), order.end()).size(), order.size());
  EXPECT_EQ(order.size(), unexecuted(program).size());
}

TEST(TargetQueue, coverage_takes_branches_first_that_no_run_has_taken) {
  Explored program(kBranches);
  program.step();
  const auto takes_branch_of_loop = [&] {
    const auto& operations = program.trace().operations;
    const auto first = std::ranges::find(operations, trace::OpKind::kBranch, &trace::Operation::kind);
    return std::ranges::any_of(operations, [&](const trace::Operation& op) {
      return op.kind == trace::OpKind::kBranch && op.place == first->place && op.choice == 1;
    });
  };
  while (!takes_branch_of_loop()) ASSERT_TRUE(program.step());
  TargetQueue queue(program.process(), TargetOrder::kCoverage, 1, program.executor().expressions());
  queue.observe(program.trace());
  push_all(queue, program);
  const BranchCounts counts = [&] {
    BranchCounts result(program.executor().expressions());
    result.observe(program.trace());
    return result;
  }();
  const auto is_new = [&](EventId e) {
    return counts.taken(program.process().operation(e), program.process()[e].choice) == 0;
  };
  bool was_taken = false;
  for (EventId e = queue.pop(); e.valid(); e = queue.pop()) {
    EXPECT_FALSE(is_new(e) && was_taken);
    was_taken = was_taken || !is_new(e);
  }
  EXPECT_TRUE(was_taken);
}

}  // namespace
}  // namespace heddle::explore
