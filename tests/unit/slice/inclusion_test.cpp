#include "slice/inclusion.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace heddle::slice {
namespace {

using Node = Inclusions::Node;

std::set<Node> set_of(const InclusionSolver& solver, Node node) {
  return {solver.set(node).begin(), solver.set(node).end()};
}

TEST(inclusion, a_pointer_that_is_stored_is_loaded_again) {
  Inclusions system;
  const Node p = system.add(), q = system.add(), r = system.add(), object = system.add(), target = system.add();
  system.elements = {{p, object}, {q, target}};
  system.stores = {{p, q}};
  system.loads = {{r, p}};
  InclusionSolver solver(system);
  solver.solve();
  EXPECT_EQ(set_of(solver, r), std::set<Node>{target});
  EXPECT_EQ(set_of(solver, object), std::set<Node>{target});
}

TEST(inclusion, a_cycle_of_copies_is_one_set) {
  Inclusions system;
  system.nodes = 5;
  system.copies = {{0, 1}, {1, 2}, {2, 0}};
  system.elements = {{2, 3}, {0, 4}};
  InclusionSolver solver(system);
  solver.solve();
  for (const Node node : {0U, 1U, 2U}) EXPECT_EQ(set_of(solver, node), (std::set<Node>{3, 4}));
}

TEST(inclusion, an_object_may_contain_itself) {
  Inclusions system;
  system.nodes = 2;
  system.elements = {{0, 1}};
  system.stores = {{0, 0}};
  system.loads = {{0, 0}};
  InclusionSolver solver(system);
  solver.solve();
  EXPECT_EQ(set_of(solver, 1), std::set<Node>{1});
}

void add_random(Inclusions& system, base::Rng& rng, std::size_t count) {
  const auto pair = [&] {
    return Inclusions::Pair{static_cast<Node>(rng.below(system.nodes)), static_cast<Node>(rng.below(system.nodes))};
  };
  for (std::size_t i = 0; i < count; ++i) {
    switch (rng.below(5)) {
      case 0: system.elements.push_back(pair()); break;
      case 1: system.loads.push_back(pair()); break;
      case 2: system.stores.push_back(pair()); break;
      default: system.copies.push_back(pair());
    }
  }
}

// Systems grow in steps, as they do while calls through pointers are found.
TEST(inclusion, random_systems_have_the_solution_of_the_slow_twin) {
  std::size_t elements = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    base::Rng rng(base::mix(seed));
    Inclusions system;
    InclusionSolver solver(system);
    for (int step = 0; step < 3; ++step) {
      system.nodes += 1 + static_cast<Node>(rng.below(12));
      add_random(system, rng, rng.below(2 * system.nodes + 1));
      solver.solve();
      const std::vector<std::set<Node>> expected = solve_naively(system);
      for (Node node = 0; node < system.nodes; ++node) {
        ASSERT_EQ(set_of(solver, node), expected[node]) << "seed " << seed << ", step " << step << ", node " << node;
        elements += expected[node].size();
      }
    }
  }
  EXPECT_GT(elements, 100'000U);
}

}  // namespace
}  // namespace heddle::slice
