#include "explore/near_schedule.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/rng.h"
#include "explore/finding_run.h"
#include "explore/schedule_blocks.h"
#include "trace/deadlock_cores.h"

namespace heddle::explore {

using trace::Step;
using trace::Test;
using trace::ThreadId;
using trace::Trace;

bool shows(const Trace& trace, const KnownFailure& failure, const trace::Names& names) {
  const auto is_it = [&](const trace::Failure& f) {
    return name(f.kind) == failure.kind &&
           (f.kind != trace::FailureKind::kAssertion || note_of(f, names) == failure.note);
  };
  if (std::ranges::any_of(trace.failures, is_it)) return true;
  trace::DeadlockCores cores;
  return std::ranges::any_of(cores.find(trace), [&](const trace::DeadlockCore& core) {
    return name({.kind = kind_of(core, trace)}) == failure.kind;
  });
}

NearSchedule::NearSchedule(trace::Executor& executor, Test test, KnownFailure failure, std::uint64_t max_runs)
    : executor_(executor), test_(std::move(test)), failure_(std::move(failure)), max_runs_(max_runs) {}

std::optional<Trace> NearSchedule::find() {
  if (!repair() && !move_one_switch()) move_switches_at_random();
  if (found_) return std::move(trace_);
  return std::move(in_coarser_steps_);
}

std::optional<Test> NearSchedule::repaired() {
  if (repair()) return {};
  return test_;
}

bool NearSchedule::try_out(const Test& test) {
  do {
    if (runs_ == max_runs_) return true;
    ++runs_;
    executor_.run(test, trace_);
    found_ = trace_.outcome != trace::Outcome::kDiverged && shows(trace_, failure_, executor_.names());
    if (found_) in_coarser_steps_ = trace_;
  } while (executor_.refine());
  return found_;
}

bool NearSchedule::try_out_leniently(Test test) {
  if (try_out(test)) return true;
  if (trace_.outcome != trace::Outcome::kDiverged) return false;
  test.schedule.resize(std::min<std::size_t>(test.schedule.size(), trace_.diverged_at));
  return try_out(test);
}

// Until the program can follow the whole schedule. Each time, the repair that leaves the fewest remaining steps is
// kept.
bool NearSchedule::repair() {
  if (try_out(test_)) {
    first_run_ = trace_;
    return true;
  }
  first_run_ = trace_;
  if (trace_.outcome == trace::Outcome::kDiverged) diverged_at_ = trace_.diverged_at;
  for (std::size_t at = trace_.diverged_at; trace_.outcome == trace::Outcome::kDiverged; at = trace_.diverged_at) {
    std::size_t fewest = test_.schedule.size() - at;
    std::optional<Test> best;
    for (Test& candidate : repairs(at)) {
      if (try_out(candidate)) return true;
      const bool follows = trace_.outcome != trace::Outcome::kDiverged;
      const std::size_t left = follows ? 0 : candidate.schedule.size() - trace_.diverged_at;
      if (left >= fewest) continue;
      fewest = left;
      best = std::move(candidate);
      if (left == 0) break;
    }
    if (!best) best = repairs(at).back();
    test_ = *std::move(best);
    if (try_out(test_)) return true;
  }
  return false;
}

// For a step that cannot be taken: others go first, or its outcome is left to the program, or its thread does not take
// it, nor what immediately follows. The last one always leaves fewer steps.
std::vector<Test> NearSchedule::repairs(std::size_t at) const {
  constexpr int kMostSteps = 3;
  const std::vector<Step>& schedule = test_.schedule;
  const Step step = schedule[at];
  const auto place = [at](Test& test) { return test.schedule.begin() + static_cast<std::ptrdiff_t>(at); };
  std::vector<Test> result;
  std::vector<ThreadId> helpers;
  const std::vector<trace::Names::Thread>& threads = executor_.names().threads;
  if (at > 0 && schedule[at - 1].thread != step.thread) helpers.push_back(schedule[at - 1].thread);
  if (step.thread.index() < threads.size() && threads[step.thread.index()].parent.valid())
    helpers.push_back(threads[step.thread.index()].parent);
  for (int steps = 1; steps <= kMostSteps; ++steps) {
    for (const ThreadId helper : helpers) {
      result.push_back(test_);
      result.back().schedule.insert(place(result.back()), static_cast<std::size_t>(steps), Step{helper});
    }
  }
  if (step.choice != trace::kNoChoice) {
    result.push_back(test_);
    result.back().schedule[at].choice = trace::kNoChoice;
  }
  result.push_back(test_);
  result.back().schedule.erase(place(result.back()));
  result.push_back(test_);
  const auto other = std::find_if(place(result.back()), result.back().schedule.end(),
                                  [&](const Step& s) { return s.thread != step.thread; });
  result.back().schedule.erase(place(result.back()), other);
  return result;
}

bool NearSchedule::move_one_switch() {
  constexpr std::array<int, 10> kBy = {1, -1, 2, -2, 3, -3, 4, -4, 6, -6};
  const std::size_t count = blocks_of(test_.schedule).size();
  for (const int by : kBy) {
    for (std::size_t i = count; i-- > 0;) {
      if (try_out_leniently(deviated({{i, by}}))) return true;
    }
  }
  return false;
}

void NearSchedule::move_switches_at_random() {
  constexpr std::uint64_t kMostSteps = 6;
  constexpr std::uint64_t kRunsPerMore = 64;  // after this many runs, one more switch is moved
  const std::size_t count = blocks_of(test_.schedule).size();
  if (count == 0) return;
  base::Rng rng(1);
  const std::uint64_t begin = runs_;
  for (;;) {
    std::vector<Deviation> deviations;
    for (std::uint64_t i = 0; i < 2 + (runs_ - begin) / kRunsPerMore % count; ++i) {
      const int steps = static_cast<int>(1 + rng.below(kMostSteps));
      deviations.push_back({rng.below(count), rng.below(2) == 0 ? steps : -steps});
    }
    if (try_out_leniently(deviated(std::move(deviations)))) return;
  }
}

Test NearSchedule::deviated(std::vector<Deviation> deviations) const {
  // From the end, so that the positions of others do not change.
  std::ranges::sort(deviations, std::greater(), &Deviation::block);
  Test test = test_;
  const std::vector<Block> blocks = blocks_of(test.schedule);
  const auto repeated = std::ranges::unique(deviations, {}, &Deviation::block);
  deviations.erase(repeated.begin(), repeated.end());
  for (const auto& [index, steps] : deviations) {
    const Block& block = blocks[index];
    const auto at = [&](std::size_t i) { return test.schedule.begin() + static_cast<std::ptrdiff_t>(i); };
    if (steps > 0) {
      test.schedule.insert(at(block.end), static_cast<std::size_t>(steps), Step{block.thread});
    } else {
      const std::size_t fewer = std::min(static_cast<std::size_t>(-steps), block.end - block.begin);
      test.schedule.erase(at(block.end - fewer), at(block.end));
    }
  }
  return test;
}

}  // namespace heddle::explore
