#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/stop.h"
#include "explore/finding.h"
#include "explore/left_estimate.h"
#include "explore/strategy.h"
#include "trace/executor.h"

namespace heddle::explore {

// When to stop although there is more to do.
struct Budget {
  std::uint64_t tests = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::uint32_t depth = trace::kDefaultDepth;                        // steps per thread and run
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();  // bytes of all processes; enforced elsewhere
};

// "stopped after 5 seconds": a reason for incompleteness.
std::string stop_text(base::StopReason reason, const Budget& budget);

// How many tests an endless strategy runs if the budget has no limit either.
inline constexpr std::uint64_t kEndlessTests = 10'000;

enum class Verdict : std::uint8_t { kBug, kComplete, kIncomplete };
std::string_view name(Verdict verdict);

struct Result {
  Verdict verdict = Verdict::kComplete;
  std::vector<std::string> reasons;  // for incompleteness
  std::vector<std::string> outside;  // those that come from the executor: what it does not control
  std::uint64_t tests = 0;
  std::uint64_t confirmations = 0;  // tests besides these that showed a bug which the strategy knew (Plan::confirms)
  std::uint64_t scouts = 0;         // tests besides these that have only looked for inputs (Plan::scouts)
  std::uint64_t restart_tests = 0;  // tests besides these after which the exploration started anew (Executor::refine)
  Progress progress;
  std::vector<Finding> findings;         // in the order of discovery
  std::vector<std::string> assumptions;  // under which "complete" holds; see Executor::assumptions
  bool assumed_away = false;             // in every test, a thread was stopped by a false assumption
  std::shared_ptr<Strategy> strategy;    // the one created last, for callers that want to know more about it
  double seconds = 0;
  std::uint64_t recalled = 0;  // how many of the tests an earlier session ran
  bool resumable = false;      // can a later session continue from here?
};

// A snapshot for the status line.
struct Status {
  std::uint64_t tests = 0;
  std::uint64_t scouts = 0;
  double seconds = 0;
  std::size_t findings = 0;
  Progress progress;
  std::optional<Left> left;  // none if nothing is known about that
  bool is_endless = false;   // does the strategy plan tests without end?
};

// What an exploration that starts again (Executor::refine) takes along.
struct Restart {
  std::uint64_t tests = 0;  // run until then
  // What was found until then, and perhaps not again, each with what distinguishes it from others.
  std::vector<std::pair<base::Hash128, Finding>> findings;
};

struct Options {
  Budget budget;
  bool keep_going = false;                         // continue exploring after a finding
  double simplify_seconds = 0;                     // for finding simpler runs that show the findings, at the end
  double rarity_seconds = 0;                       // for finding out how rare they are, at the end
  std::uint64_t max_events = ~std::uint64_t{0};    // stop when the unfolding has more
  bool skips_traces = false;                       // does the strategy reach all local states without every trace?
  const std::atomic<bool>* interrupted = nullptr;  // when set: stop with the partial result, as by base/stop.h
  const trace::Test** running = nullptr;  // where to record which test is being run, for others who ask in the meantime
  std::function<void(const Status&)> on_status;       // called a few times a second; may be empty
  std::function<void(const trace::Trace&)> on_trace;  // called after every test; may be empty
  std::function<void(const Finding&)> on_finding;     // called once for each, as soon as it is confirmed; may be empty
  std::function<void(const Restart&)> on_restart;     // called when it has started again; may be empty
  Restart before;                                     // what earlier sessions left
};

// Runs the tests that `strategy` plans until it has no more, a finding stops it, or the budget ends. Every finding is
// executed once more and must show up again before it is reported.
Result explore(trace::Executor& executor, Strategy& strategy, const Options& options);

// The same with a strategy that is created again whenever the executor has been refined (Executor::refine).
using StrategyMaker = std::function<std::unique_ptr<Strategy>()>;
Result explore(trace::Executor& executor, const StrategyMaker& make_strategy, const Options& options);

}  // namespace heddle::explore
