#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "explore/assumed_inputs.h"
#include "explore/strategy.h"
#include "explore/wrapped.h"

namespace heddle::explore {

// Gives the tests of a strategy that leaves the inputs to chance inputs that satisfy the assumptions, once runs have
// shown which assumptions are not met by chance. So that it does not matter when results arrive, a test uses what was
// shown by tests at least kWindow before it, in order.
class WithAssumptions : public Wrapped {
 public:
  WithAssumptions(std::unique_ptr<Strategy> strategy, const trace::Executor& executor,
                  const symbolic::SolverOptions& options, std::uint64_t seed)
      : Wrapped(std::move(strategy)), inputs_(executor, options, seed) {}

  Next next(Plan& plan) override {
    Run& run = run_of(planned_);
    if (planned_ >= kWindow && !run.has_come) return Next::kNothingNow;
    const Next next = wrapped().next(plan);
    if (next != Next::kPlan) return next;
    if (planned_ >= kWindow) take(run);
    run.has_come = false;
    run.theirs = plan.ticket;
    run.recipe = inputs_.draw(plan.test.inputs);
    plan.ticket = planned_++;
    return Next::kPlan;
  }
  void observe(Ticket ticket, const trace::Trace& trace) override {
    Run& run = run_of(ticket);
    run.has_failed = AssumedInputs::read(trace, run.failed);
    run.has_come = true;
    wrapped().observe(run.theirs, trace);
  }
  Progress progress() const override {
    Progress progress = wrapped().progress();
    inputs_.add_to(progress);
    return progress;
  }

 private:
  static constexpr std::size_t kWindow = 16;

  struct Run {
    Ticket theirs = 0;  // under which the strategy knows it
    AssumedInputs::RecipeNumber recipe = AssumedInputs::kNone;
    bool has_come = false;
    bool has_failed = false;
    FailedRun failed;
  };
  Run& run_of(Ticket ticket) { return runs_[ticket % kWindow]; }

  void take(Run& run) {
    inputs_.count(run.recipe, run.has_failed);
    if (run.has_failed) inputs_.learn(run.failed);
  }

  AssumedInputs inputs_;
  std::uint64_t planned_ = 0;
  std::array<Run, kWindow> runs_;
};

}  // namespace heddle::explore
