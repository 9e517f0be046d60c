#include "explore/needed_orders.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/stop.h"
#include "explore/finding_run.h"
#include "explore/schedule_blocks.h"
#include "trace/semantics.h"

namespace heddle::explore {

namespace {

using Clock = std::chrono::steady_clock;
using trace::Operation;

constexpr int kMaxRuns = 48;

// A step of one thread and a later step of another one, by position in the schedule.
struct Pair {
  std::size_t earlier = 0;
  std::size_t later = 0;
};

class NeededOrders {
 public:
  NeededOrders(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds)
      : finding_(finding),
        executor_(executor),
        depth_(depth),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        steps_(steps_until_failure(finding)) {}

  void find() {
    std::vector<trace::Step> until = finding_.test.schedule;
    until.resize(std::min(until.size(), steps_.size()));
    const std::vector<Block> blocks = blocks_of(until);
    // The last switches are the nearest to the failure. What comes after it plays no part.
    for (std::size_t i = blocks.size(); i-- > 1 && runs_ < kMaxRuns && Clock::now() < end_;) {
      for (const Pair& pair : dependent_steps(blocks[i - 1], blocks[i])) {
        const Turned turned = turn_round(blocks[i - 1], blocks[i], pair);
        if (turned == Turned::kDoesNotFail) finding_.needed.emplace_back(steps_[pair.earlier], steps_[pair.later]);
        if (turned != Turned::kImpossible) break;
      }
    }
    std::ranges::reverse(finding_.needed);
  }

 private:
  const Operation& operation(std::size_t step) const { return finding_.trace.operations[steps_[step]]; }

  // The first step of the other block that depends on the earlier block, with each step that it depends on, the last
  // one first: a thread that has a lock cannot be overtaken by one that wants it, but it can be before it takes the
  // lock.
  std::vector<Pair> dependent_steps(const Block& one, const Block& other) const {
    std::vector<Pair> pairs;
    for (std::size_t b = other.begin; b < other.end && pairs.empty(); ++b) {
      for (std::size_t a = one.end; a-- > one.begin;) {
        if (trace::dependent(operation(a), operation(b))) pairs.push_back({a, b});
      }
    }
    return pairs;
  }

  // What follows is left to the program: it need not be able to do the same.
  trace::Test reversed(const Block& one, const Block& other, const Pair& pair) const {
    trace::Test test = finding_.test;
    const std::vector<trace::Step>& old = finding_.test.schedule;
    const auto at = [&](std::size_t i) { return old.begin() + static_cast<std::ptrdiff_t>(i); };
    test.schedule.assign(old.begin(), at(pair.earlier));
    test.schedule.insert(test.schedule.end(), at(other.begin), at(pair.later + 1));
    test.schedule.insert(test.schedule.end(), at(pair.earlier), at(one.end));
    test.schedule.insert(test.schedule.end(), at(pair.later + 1), old.end());
    return test;
  }

  enum class Turned { kImpossible, kFails, kDoesNotFail };

  // Runs it with the later step first. Where the program cannot follow after that, it continues freely.
  Turned turn_round(const Block& one, const Block& other, const Pair& pair) {
    const std::size_t turned = pair.earlier + (pair.later - other.begin) + 1;
    trace::Test test = reversed(one, other, pair);
    test.depth = depth_;
    while (runs_++ < kMaxRuns) {
      executor_.run(test, trial_);
      if (trial_.refines) return Turned::kImpossible;
      if (trial_.outcome != trace::Outcome::kDiverged)
        return shown_in(trial_, finding_, executor_.names()) ? Turned::kFails : Turned::kDoesNotFail;
      if (trial_.diverged_at < turned) return Turned::kImpossible;
      test.schedule.resize(trial_.diverged_at);
    }
    return Turned::kFails;  // then nothing can be concluded
  }

  Finding& finding_;
  trace::Executor& executor_;
  std::uint32_t depth_;
  Clock::time_point end_;
  std::vector<std::size_t> steps_;
  int runs_ = 0;
  trace::Trace trial_;
};

}  // namespace

bool find_needed_orders(Finding& finding, trace::Executor& executor, std::uint32_t depth, double seconds) {
  finding.needed.clear();
  try {
    NeededOrders(finding, executor, depth, seconds).find();
  } catch (const base::Stopped&) {
    finding.needed.clear();  // what was not tried is not claimed
  }
  return !finding.needed.empty();
}

}  // namespace heddle::explore
