#include "explore/simplify_run.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "explore/finding_run.h"
#include "explore/schedule_blocks.h"
#include "trace/replay_state.h"

namespace heddle::explore {

using trace::Operation;
using trace::OpKind;
using trace::Step;
using trace::Test;
using trace::Trace;

namespace {

constexpr int kMaxRuns = 300;

// Operations from here on come after the failure, when only the others continue.
std::size_t end_of(const Trace& trace, trace::ThreadId failing) {
  if (!failing.valid()) return trace.operations.size();
  const auto last = std::ranges::find(trace.operations.rbegin(), trace.operations.rend(), failing, &Operation::thread);
  return static_cast<std::size_t>(std::distance(last, trace.operations.rend()));
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

class Simplification {
 public:
  Simplification(const Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds)
      : finding_(finding),
        executor_(executor),
        depth_(depth),
        end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds))) {}

  // The simplest run found; none if none is simpler, or if it does not show the finding again.
  std::optional<Trace> find() {
    best_ = finding_.trace;
    best_complexity_ = complexity_of(best_, finding_.failing, executor_);
    try {
      go_on_early();
      while (improve_order()) {
      }
      shrink_inputs();
      if (!improved_ || !shows_again()) return {};
    } catch (const base::Stopped&) {
      return {};
    }
    return std::move(best_);
  }

 private:
  // What must be followed until it fails, and nothing after that.
  Test relevant_test() const {
    Trace until;
    const std::size_t end = end_of(best_, failing());
    until.operations.assign(best_.operations.begin(), best_.operations.begin() + static_cast<std::ptrdiff_t>(end));
    Test test = test_of(best_, depth_);
    test.schedule = test_of(until, depth_).schedule;
    return test;
  }

  trace::ThreadId failing() const { return failing_.valid() ? failing_ : finding_.failing; }

  bool may_run() const { return runs_ < kMaxRuns && !refines_ && std::chrono::steady_clock::now() < end_; }

  // Is the run of this test a simpler one? Then it is kept.
  bool try_out(const Test& test) {
    if (!may_run()) return false;
    ++runs_;
    executor_.run(test, trial_);
    refines_ = refines_ || trial_.refines;
    if (refines_ || trial_.outcome == trace::Outcome::kDiverged) return false;
    const std::optional<trace::ThreadId> failing = find_in(trial_);
    if (!failing) return false;
    const Complexity complexity = complexity_of(trial_, *failing, executor_);
    if (complexity >= best_complexity_) return false;
    std::swap(best_, trial_);
    best_complexity_ = complexity;
    failing_ = *failing;
    improved_ = true;
    return true;
  }

  // The thread that fails in the same way in this trace; in a deadlock none does.
  std::optional<trace::ThreadId> find_in(const Trace& trace) const {
    const Shown shown = shown_in(trace, finding_, executor_.names());
    if (shown.failure) return shown.failure->thread;
    return shown.core ? std::optional(thread_in_loop(*shown.core, trace)) : std::nullopt;
  }

  bool shows_again() {
    executor_.run(test_of(best_, depth_), trial_);
    return trial_.operations == best_.operations && trial_.failures == best_.failures && find_in(trial_).has_value();
  }

  // Perhaps the first few switches are enough: the rest continues without any unnecessary ones.
  void go_on_early() {
    Test test = relevant_test();
    const std::vector<Step> schedule = test.schedule;
    for (const Block& block : blocks_of(schedule)) {
      test.schedule.assign(schedule.begin(), schedule.begin() + static_cast<std::ptrdiff_t>(block.begin));
      if (try_out(test) || !may_run()) return;
    }
  }

  // One improvement, or none.
  bool improve_order() {
    const Test test = relevant_test();
    const std::vector<Block> blocks = blocks_of(test.schedule);
    for (std::size_t i = blocks.size(); i-- > 0 && may_run();) {
      if (try_out(without(test, blocks[i])) ||
          (i + 1 < blocks.size() && try_out(swapped(test, blocks[i], blocks[i + 1]))))
        return true;
    }
    return false;
  }

  static Test without(Test test, const Block& block) {
    const auto at = [&](std::size_t i) { return test.schedule.begin() + static_cast<std::ptrdiff_t>(i); };
    test.schedule.erase(at(block.begin), at(block.end));
    return test;
  }

  static Test swapped(Test test, const Block& one, const Block& other) {
    const auto at = [&](std::size_t i) { return test.schedule.begin() + static_cast<std::ptrdiff_t>(i); };
    std::rotate(at(one.begin), at(one.end), at(other.end));
    return test;
  }

  void shrink_inputs() {
    constexpr std::int64_t kLetter = 'a';
    for (std::size_t i = 0; i < relevant_test().inputs.size() && may_run(); ++i) {
      const std::uint64_t size = magnitude(relevant_test().inputs[i].value);
      std::vector<std::int64_t> smaller = {0, 1, -1};
      for (std::int64_t power = 2; power > 0 && static_cast<std::uint64_t>(power) < size; power *= 2)
        smaller.push_back(power);
      smaller.push_back(kLetter);
      for (const std::int64_t value : smaller) {
        if (magnitude(value) < size && try_out(with_input(i, value))) break;
      }
    }
  }

  // Decisions are left to the new values.
  Test with_input(std::size_t index, std::int64_t value) const {
    Test test = relevant_test();
    test.inputs[index].value = value;
    std::size_t step = 0;
    for (const Operation& op : best_.operations) {
      if (!is_step(op)) continue;
      if (step == test.schedule.size()) break;
      if (op.kind == OpKind::kBranch) test.schedule[step].choice = trace::kNoChoice;
      ++step;
    }
    return test;
  }

  const Finding& finding_;
  trace::Executor& executor_;
  std::uint32_t depth_;
  std::chrono::steady_clock::time_point end_;
  int runs_ = 0;
  bool refines_ = false;  // a run has shown that the program has more steps: what is known about it no longer counts
  bool improved_ = false;
  Trace best_;
  Complexity best_complexity_;
  trace::ThreadId failing_;  // in best_, unless that is the first run
  Trace trial_;
};

}  // namespace

Complexity complexity_of(const Trace& trace, trace::ThreadId failing, const trace::Executor& executor) {
  Complexity result;
  const std::size_t end = end_of(trace, failing);
  for (std::size_t i = 0; i < end; ++i) {
    const Operation& op = trace.operations[i];
    if (op.kind == OpKind::kInput) result.inputs = saturated_sum(result.inputs, magnitude(op.value));
  }
  trace::ReplayState state(executor);
  trace::ThreadId last;
  for (state.start(trace); !state.at_end() && state.position() < end; state.advance()) {
    const trace::ThreadId thread = state.current().thread;
    ++result.steps;
    if (thread != last) ++result.switches;
    if (last.valid() && thread != last && state.alive().contains(last) && state.enabled(last)) ++result.preemptions;
    last = thread;
  }
  return result;
}

bool simplify_run(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds) {
  std::optional<Trace> simpler = Simplification(finding, executor, depth, seconds).find();
  if (!simpler) return false;
  finding.trace = *std::move(simpler);
  describe_run(finding, shown_in(finding.trace, finding, executor.names()), executor, depth);
  return true;
}

}  // namespace heddle::explore
