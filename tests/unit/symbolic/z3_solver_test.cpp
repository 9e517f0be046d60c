#include "symbolic/solvers/z3_solver.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/stop.h"
#include "tests/support/shared_stop.h"

namespace heddle::symbolic {
namespace {

// Asks over and over until it is stopped.
void solve_until_stopped(int rounds_before_the_end) {
  const tests::SharedStop stop;
  std::atomic<bool> over = false;
  std::atomic<int> rounds = 0;
  std::thread watch([&] {
    while (rounds < rounds_before_the_end) std::this_thread::yield();
    base::request_stop(base::StopReason::kTime);
    while (!over) base::StopListener::notify();
  });
  Expressions in;
  SolverStatistics statistics;
  Z3Solver solver(in, 10, statistics);
  const ExprId x = in.variable(1, 0, 32, "x");
  EXPECT_THROW(
      {
        for (std::uint64_t value = 0;; ++value, ++rounds) {
          Model model;
          const std::vector constraints{in.equal(x, in.constant(value, 32))};
          solver.solve(constraints, model);
        }
      },
      base::Stopped);
  over = true;
  watch.join();
}

TEST(Z3SolverTest, what_interrupts_it_anywhere_is_the_request_to_end) {
  for (int i = 0; i < 100; ++i) solve_until_stopped(i % 10);
}

}  // namespace
}  // namespace heddle::symbolic
