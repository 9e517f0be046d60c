// Farzan, Holzer, Razavi, Veith: Con2colic testing (2013): its running example.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/con2colic.h"
#include "explore/interference/dot.h"
#include "explore/loop.h"
#include "tests/differential/compile.h"
#include "tests/differential/observations.h"

namespace heddle::papers {
namespace {

using differential::Observations;

// addall appends a vector of u_cnt elements (an input) to a shared one; it reads the count outside the lock.
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

// Section 3, as written there: T and T' append u_cnt elements, an input of each of them.
constexpr std::string_view kFig1 = R"(
shared v_cnt = 0, v_size = 10;
lock lk;
thread T[i : THREADS] {
  local u_cnt = input;
  local numelem = v_cnt + u_cnt;
  lock(lk);
  if (numelem > v_size) v_size = numelem;
  assert(v_size >= u_cnt + v_cnt);
  v_cnt = v_cnt + u_cnt;
  unlock(lk);
}
)";

struct Explored {
  std::unique_ptr<trace::Executor> executor;
  std::unique_ptr<explore::Con2colic> strategy;
  explore::Result result;

  // A thread tree as text: the nodes of each path that ends, one line each; dangling ones have a question mark.
  std::set<std::string> paths_of(std::size_t thread) const;
};

Explored con2colic(std::string_view source, std::int64_t threads, std::uint32_t interferences, std::uint64_t tests) {
  Explored e;
  e.executor = differential::compile("const THREADS = " + std::to_string(threads) + ";" + std::string(source));
  e.executor->make_symbolic(trace::SymbolicValues::kInputsAndReads);
  e.strategy =
      std::make_unique<explore::Con2colic>(*e.executor, explore::Con2colicOptions{.interferences = interferences});
  explore::Options options;
  options.keep_going = true;
  options.budget.tests = tests;
  e.result = explore::explore(*e.executor, *e.strategy, options);
  return e;
}

std::set<std::string> Explored::paths_of(std::size_t thread) const {
  using explore::interference::NodeId;
  const explore::interference::ThreadTrees& trees = strategy->trees();
  std::set<std::string> paths;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const NodeId end(i);
    const auto& siblings = trees[end].is_root ? trees[end].children : trees[trees[end].parent].children;
    if (trees[end].thread.index() != thread || !trees[end].children.empty()) continue;
    if (std::find(siblings.begin(), siblings.end(), end) == siblings.end()) continue;
    std::vector<NodeId> path;
    trees.path_to(end, path);
    std::string text;
    for (const NodeId n : path) {
      text += (text.empty() ? "" : "; ") + text_of(trees, n, executor->names(), *executor->expressions());
      if (!trees[n].covered) text += "?";
    }
    paths.insert(text);
  }
  return paths;
}

// Fig. 6: the sequential execution of one thread, with the dangling nodes d1 (the vector is too small) and d2 (the
// assertion fails).
TEST(Fse2013, fig6_sequential_execution_with_its_dangling_nodes) {
  const Explored e = con2colic(kFig1, 1, 0, 1);
  const std::string to_first = "rd v_cnt r0; ac lk; rd v_size r1; ";
  const std::string first = "br ((signed) (T[0].input1 + r0) <= (signed) r1); ";
  const std::string d1 = "br ((signed) r1 < (signed) (T[0].input1 + r0))?";
  const std::string to_second = "rd v_size r2; rd v_cnt r3; ";
  const std::string second = "br ((signed) (T[0].input1 + r3) <= (signed) r2); ";
  const std::string d2 = "br ((signed) r2 < (signed) (T[0].input1 + r3))?";
  const std::string rest = "rd v_cnt r4; wt v_cnt T[0].input1 + r4; rel lk; exit";
  EXPECT_EQ(e.paths_of(0), (std::set<std::string>{to_first + d1, to_first + first + to_second + d2,
                                                  to_first + first + to_second + second + rest}));
}

// Fig. 2 and 7: the violation is covered with one interference, from the write of one thread to the read of v_cnt in
// the assertion of the other; then both sides of both branches are covered in both threads.
TEST(Fse2013, fig7_the_violation_needs_one_interference) {
  constexpr std::uint64_t kAll = 1'000'000;
  EXPECT_TRUE(con2colic(kFig1, 1, UINT32_MAX, kAll).result.findings.size() <= 1);
  std::string source(kFig1);
  source.replace(source.find("input;"), 6, "input; assume(u_cnt >= 0 && u_cnt < 1000);");
  const Explored sequential = con2colic(source, 2, 0, kAll);
  EXPECT_TRUE(sequential.result.findings.empty());
  const Explored one = con2colic(source, 2, 1, kAll);
  ASSERT_EQ(one.result.findings.size(), 1U);
  EXPECT_EQ(name(one.result.findings[0]), "assertion");
  const explore::BranchCoverage branches = one.result.progress.branches.value_or(explore::BranchCoverage{});
  EXPECT_EQ(branches.open, 0U);
  ASSERT_EQ(branches.covered.size(), 2U);
  EXPECT_EQ(branches.covered[1], 1U);
}

using explore::interference::NodeId;

// The first run of Fig. 1 with two threads, in which T and T' run one after the other, as thread trees.
class Fig7 {
 public:
  Fig7() : executor_(differential::compile("const THREADS = 2;" + std::string(kFig1))) {
    executor_->make_symbolic(trace::SymbolicValues::kInputsAndReads);
    builder_ = std::make_unique<explore::interference::ForestBuilder>(trees_, *executor_->expressions());
    trace::Trace trace;
    executor_->run({}, trace);
    builder_->add(trace, UINT32_MAX);
  }

  std::string text(NodeId n) const { return text_of(trees_, n, executor_->names(), *executor_->expressions()); }
  NodeId node(std::size_t thread, const std::string& text) const {
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      const NodeId n(i);
      if (!trees_[n].is_root && trees_[n].thread.index() == thread && this->text(n) == text) return n;
    }
    ADD_FAILURE() << text;
    return NodeId::none();
  }
  std::vector<std::string> dangling() const {
    std::vector<std::string> result;
    for (const NodeId n : builder_->dangling()) result.push_back(text(n));
    return result;
  }
  const explore::interference::ThreadTrees& trees() const { return trees_; }
  trace::Executor& executor() { return *executor_; }

 private:
  std::unique_ptr<trace::Executor> executor_;
  explore::interference::ThreadTrees trees_;
  std::unique_ptr<explore::interference::ForestBuilder> builder_;
};

constexpr const char* kD4 = "br ((signed) r2 < (signed) (T[0].input1 + r3))";

TEST(Fse2013, fig7_the_forest_of_two_threads_has_four_dangling_nodes) {
  const Fig7 f;
  EXPECT_EQ(f.dangling(), (std::vector<std::string>{"br ((signed) r1 < (signed) (T[0].input1 + r0))", kD4,
                                                    "br ((signed) r1' < (signed) (T[1].input1 + r0'))",
                                                    "br ((signed) r2' < (signed) (T[1].input1 + r3'))"}));
}

// The candidate of d4: alone its branches contradict each other; with the write of T' before the last read of v_cnt and
// with the lock released it is realizable, in the order and with inputs as in Fig. 2.
TEST(Fse2013, fig7_candidate_d4_becomes_the_trace_of_fig2) {
  namespace in = explore::interference;
  Fig7 f;
  in::Scenarios scenarios(f.trees());
  in::DataConstraints data(f.trees(), f.executor(), {});
  in::TemporalConstraints order(f.trees(), f.executor());
  in::Scenario scenario;

  const in::ScenarioId alone = scenarios.start({in::Goal::Kind::kSink, {f.node(0, kD4)}});
  scenarios.unfold(alone, scenario);
  EXPECT_EQ(data.solve(scenario, {}), in::Verdict::kNotRealizable);
  const auto& core = data.core();
  EXPECT_NE(std::find(core.begin(), core.end(), f.node(0, "rd v_cnt r3")), core.end());

  const NodeId write = f.node(1, "wt v_cnt T[1].input1 + r4'");
  in::ScenarioId one = scenarios.extend(alone, write, f.node(0, "rd v_cnt r3"));
  scenarios.unfold(one, scenario);
  EXPECT_EQ(data.solve(scenario, {}), in::Verdict::kRealizable);
  ASSERT_EQ(order.solve(scenario), in::Verdict::kNotRealizable);  // 5.4: T' still has the lock
  EXPECT_EQ(order.core().objects.size(), 1U);

  one = scenarios.extend(one, f.node(1, "rel lk"), NodeId::none());
  scenarios.unfold(one, scenario);
  EXPECT_EQ(scenario.interferences.size(), 1U);
  ASSERT_EQ(data.solve(scenario, {}), in::Verdict::kRealizable);
  ASSERT_EQ(order.solve(scenario), in::Verdict::kRealizable);
  std::vector<std::string> fig2;
  for (const NodeId n : order.order()) fig2.push_back(f.text(n));
  EXPECT_EQ(fig2, (std::vector<std::string>{"rd v_cnt r0", "rd v_cnt r0'", "ac lk", "rd v_size r1'",
                                            "br ((signed) (T[1].input1 + r0') <= (signed) r1')", "rd v_size r2'",
                                            "rd v_cnt r3'", "br ((signed) (T[1].input1 + r3') <= (signed) r2')",
                                            "rd v_cnt r4'", "wt v_cnt T[1].input1 + r4'", "rel lk", "ac lk",
                                            "rd v_size r1", "br ((signed) (T[0].input1 + r0) <= (signed) r1)",
                                            "rd v_size r2", "rd v_cnt r3", kD4}));
}

}  // namespace
}  // namespace heddle::papers
