#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/executor.h"
#include "trace/names.h"
#include "trace/test.h"
#include "trace/trace.h"

namespace heddle::explore {

// A failure that an earlier version of the program showed. Lines move when a program is changed, so it is identified by
// its kind, and an assertion by its text.
struct KnownFailure {
  std::string kind;  // name(Finding)
  std::string note;  // Finding::note
};

bool shows(const trace::Trace& trace, const KnownFailure& failure, const trace::Names& names);

// Looks for a known failure near a schedule for an earlier version of the program.
//
// 1. The schedule itself, repaired where the program cannot follow it: threads take more steps there, or fewer; what
//    gets furthest is kept.
// 2. One switch between threads earlier or later, by few steps first.
// 3. Several switches at random, by more and more of them.
//
// Bounded by a number of runs, and the same each time: nothing depends on the clock. Whatever a run shows about the
// steps of the program (Executor::refine) applies from then on.
class NearSchedule {
 public:
  NearSchedule(trace::Executor& executor, trace::Test test, KnownFailure failure, std::uint64_t max_runs);

  // The run that shows the failure; none if the budget runs out first.
  std::optional<trace::Trace> find();

  // The schedule as far as the program can now follow it; none if the budget runs out first, or the failure shows up.
  std::optional<trace::Test> repaired();

  std::uint64_t runs() const { return runs_; }
  // The first step of the schedule that the program could not take as it was; none if it could take all of them.
  std::optional<std::size_t> diverged_at() const { return diverged_at_; }
  // The run of the schedule as it was, as far as it went.
  const trace::Trace& first_run() const { return first_run_; }

 private:
  // How many more steps a block of the schedule (consecutive steps of one thread) gets.
  struct Deviation {
    std::size_t block = 0;
    int steps = 0;
  };

  // Runs the test; true if it shows the failure, or the budget allows no further run.
  bool try_out(const trace::Test& test);
  // The same for a test that need not be followed to its end: from the point where it cannot be, the run is free.
  bool try_out_leniently(trace::Test test);
  bool repair();
  std::vector<trace::Test> repairs(std::size_t at) const;
  bool move_one_switch();
  void move_switches_at_random();
  trace::Test deviated(std::vector<Deviation> deviations) const;

  trace::Executor& executor_;
  trace::Test test_;  // repaired so far
  KnownFailure failure_;
  std::uint64_t max_runs_;
  std::uint64_t runs_ = 0;
  std::optional<std::size_t> diverged_at_;
  trace::Trace first_run_;
  trace::Trace trace_;  // the last run
  bool found_ = false;
  // The run with the failure, if what it showed gave the program finer steps, in which it must be found again.
  std::optional<trace::Trace> in_coarser_steps_;
};

}  // namespace heddle::explore
