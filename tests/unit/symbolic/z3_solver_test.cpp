#include "symbolic/solvers/z3_solver.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/stop.h"

namespace heddle::symbolic {
namespace {

// The request to stop, for the duration of a test.
class SharedStop {
 public:
  SharedStop() { base::share_stop(&word_); }
  ~SharedStop() { base::share_stop(&base::internal::own_stop); }
  SharedStop(const SharedStop&) = delete;
  SharedStop& operator=(const SharedStop&) = delete;

 private:
  std::atomic<std::uint32_t> word_ = 0;
};

// Asks over and over until it is stopped.
void solve_until_stopped(int rounds_before_the_end) {
  const SharedStop stop;
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
