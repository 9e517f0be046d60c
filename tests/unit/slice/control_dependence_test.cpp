#include "slice/control_dependence.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "slice/program.h"

namespace heddle::slice {
namespace {

// The names of the blocks whose branches decide about a block.
std::set<std::string> deciders(const ControlDependence& control, llvm::Function& function, const std::string& name) {
  std::set<std::string> names;
  for (const llvm::BasicBlock& block : function) {
    if (block.getName() != name) continue;
    for (const llvm::Instruction* branch : control.of(block)) names.insert(branch->getParent()->getName().str());
  }
  return names;
}

// And those that decide about these.
std::set<std::string> all_deciders(const ControlDependence& control, llvm::Function& function,
                                   const std::string& name) {
  std::set<std::string> all;
  std::vector<std::string> worklist = {name};
  while (!worklist.empty()) {
    const std::string block = worklist.back();
    worklist.pop_back();
    for (const std::string& decider : deciders(control, function, block)) {
      if (all.insert(decider).second) worklist.push_back(decider);
    }
  }
  return all;
}

Program program_of(const std::string& body) { return parse_program("define void @f(i1 %c, i1 %d) {\n" + body + "}\n"); }

TEST(control_dependence, a_branch_decides_about_what_only_one_edge_leads_to) {
  const Program program = program_of(
      "start: br i1 %c, label %then, label %end\n"
      "then: br label %end\n"
      "end: ret void\n");
  llvm::Function& function = *program.module->getFunction("f");
  const ControlDependence control(function);
  EXPECT_EQ(deciders(control, function, "then"), std::set<std::string>{"start"});
  EXPECT_TRUE(deciders(control, function, "end").empty());
}

TEST(control_dependence, a_loop_decides_about_itself) {
  const Program program = program_of(
      "start: br label %head\n"
      "head: br i1 %c, label %body, label %end\n"
      "body: br label %head\n"
      "end: ret void\n");
  llvm::Function& function = *program.module->getFunction("f");
  const ControlDependence control(function);
  EXPECT_EQ(deciders(control, function, "head"), std::set<std::string>{"head"});
  EXPECT_EQ(deciders(control, function, "body"), std::set<std::string>{"head"});
  EXPECT_TRUE(deciders(control, function, "end").empty());
}

TEST(control_dependence, what_does_not_return_decides_about_the_rest) {
  const Program program = program_of(
      "start: br i1 %c, label %stop, label %end\n"
      "stop: unreachable\n"
      "end: ret void\n");
  llvm::Function& function = *program.module->getFunction("f");
  EXPECT_EQ(deciders(ControlDependence(function), function, "end"), std::set<std::string>{"start"});
}

TEST(control_dependence, where_no_way_ends_each_branch_decides_about_all_that_it_reaches) {
  const Program program = program_of(
      "start: br label %head\n"
      "head: br i1 %c, label %then, label %latch\n"
      "then: br label %latch\n"
      "latch: br label %head\n");
  llvm::Function& function = *program.module->getFunction("f");
  const ControlDependence control(function);
  EXPECT_EQ(deciders(control, function, "then"), std::set<std::string>{"head"});
  EXPECT_EQ(deciders(control, function, "latch"), std::set<std::string>{"head"});
}

using Graph = std::vector<std::vector<std::size_t>>;

// Can the end be reached from `from` without `avoided`? Blocks without successors are ends.
bool ends_without(const Graph& graph, std::size_t from, std::size_t avoided) {
  std::vector<bool> seen(graph.size());
  std::vector<std::size_t> worklist = {from};
  while (!worklist.empty()) {
    const std::size_t block = worklist.back();
    worklist.pop_back();
    if (block == avoided || seen[block]) continue;
    seen[block] = true;
    if (graph[block].empty()) return true;
    worklist.insert(worklist.end(), graph[block].begin(), graph[block].end());
  }
  return false;
}

std::string text_of(const Graph& graph) {
  std::string text;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const auto name = [&](std::size_t n) { return "label %b" + std::to_string(graph[i][n]); };
    text += "b" + std::to_string(i) + ": ";
    text += graph[i].empty()       ? "ret void"
            : graph[i].size() == 1 ? "br " + name(0)
                                   : "br i1 %c, " + name(0) + ", " + name(1);
    text += "\n";
  }
  return text;
}

Graph random_graph(base::Rng& rng) {
  Graph graph(2 + rng.below(6));
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const std::size_t edges = i + 1 == graph.size() ? 0 : rng.below(3);
    for (std::size_t n = 0; n < edges; ++n) graph[i].push_back(1 + rng.below(graph.size() - 1));
  }
  return graph;
}

// By definition: on every way from one edge to the end, and not on every way from the branch.
bool depends(const Graph& graph, std::size_t block, std::size_t branch) {
  if (graph[branch].size() < 2) return false;
  const auto always = [&](std::size_t from) { return !ends_without(graph, from, block); };
  const auto has_end = [&](std::size_t from) { return ends_without(graph, from, graph.size()); };
  const std::size_t one = graph[branch][0];
  const std::size_t other = graph[branch][1];
  return has_end(one) && has_end(other) && always(one) != always(other);
}

// Where there are ways without an end, there may be more, some of it only through others.
TEST(control_dependence, random_graphs_have_all_that_the_definition_says) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    base::Rng rng(base::mix(seed));
    const Graph graph = random_graph(rng);
    const Program program = program_of(text_of(graph));
    ASSERT_NE(program.module, nullptr) << program.error;
    llvm::Function& function = *program.module->getFunction("f");
    const ControlDependence control(function);
    for (std::size_t branch = 0; branch < graph.size(); ++branch) {
      for (std::size_t block = 0; block < graph.size(); ++block) {
        if (!depends(graph, block, branch)) continue;
        ++found;
        EXPECT_TRUE(all_deciders(control, function, "b" + std::to_string(block)).contains("b" + std::to_string(branch)))
            << text_of(graph) << block << " does not depend on " << branch;
      }
    }
  }
  EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace heddle::slice
