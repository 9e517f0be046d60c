// Farzan, Holzer, Razavi, Veith: Con2colic testing (2013): its running example.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "explore/con2colic.h"
#include "explore/interference/dot.h"
#include "explore/loop.h"
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

// Section 3, as it is written there: T and T' append u_cnt elements, an input of each of them.
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
  const std::string start = "rd v_cnt r0; ac lk; rd v_size r1; ";
  const std::set<std::string> paths = e.paths_of(0);
  ASSERT_EQ(paths.size(), 3U);
  std::size_t dangling = 0;
  for (const std::string& path : paths) {
    EXPECT_TRUE(path.starts_with(start + "br (")) << path;
    dangling += path.ends_with("?") ? 1 : 0;
  }
  EXPECT_EQ(dangling, 2U);
  const std::string whole =
      *std::find_if(paths.begin(), paths.end(), [](const auto& p) { return p.ends_with("exit"); });
  EXPECT_EQ(std::count(whole.begin(), whole.end(), ';'), 10);
  EXPECT_NE(whole.find("rd v_cnt r4; wt v_cnt T[0].input1 + r4; rel lk; exit"), std::string::npos) << whole;
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
  EXPECT_EQ(one.result.findings[0].kind, "assertion");
  const explore::BranchCoverage branches = one.result.progress.branches.value_or(explore::BranchCoverage{});
  EXPECT_EQ(branches.open, 0U);
  ASSERT_EQ(branches.covered.size(), 2U);
  EXPECT_EQ(branches.covered[1], 1U);
}

}  // namespace
}  // namespace heddle::papers
