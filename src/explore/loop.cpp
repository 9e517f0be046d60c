#include "explore/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "base/check.h"
#include "explore/doom.h"
#include "explore/findings.h"
#include "explore/flights.h"
#include "explore/incompleteness.h"
#include "explore/needed_orders.h"
#include "explore/rarity.h"
#include "explore/simplify_run.h"
#include "trace/semantics.h"
#include "trace/short_text.h"
#include "trace/surprise.h"

namespace heddle::explore {

namespace {

constexpr double kStatusSeconds = 0.2;
constexpr const char* kOutOfMemory = "stopped because there is no memory left";

// Seconds since the start, read from the clock only now and then: tests may take less than a microsecond.
class Stopwatch {
 public:
  // Reads the clock if enough tests have been run since the last time for about a millisecond to have passed.
  bool tick() {
    if (--countdown_ > 0) return false;
    const double now = read();
    stride_ = now - seconds_ < kMillisecond ? std::min(2 * stride_, kMaxStride) : std::max(stride_ / 2, 1);
    countdown_ = stride_;
    seconds_ = now;
    return true;
  }

  // What the last tick read.
  double seconds() const { return seconds_; }

  double read() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  static constexpr double kMillisecond = 1e-3;
  static constexpr int kMaxStride = 64;

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double seconds_ = 0;
  int stride_ = 1;
  int countdown_ = 1;
};

// One exploration.
class Loop {
 public:
  // `strategy` was created by `make_strategy`, or there is no such function.
  Loop(trace::Executor& executor, std::shared_ptr<Strategy> strategy, const StrategyMaker& make_strategy,
       const Options& options)
      : executor_(executor),
        make_strategy_(make_strategy),
        strategy_(std::move(strategy)),
        options_(options),
        flights_(executor),
        findings_(executor, options.budget.depth),
        incompleteness_(options.budget.depth, !strategy_->explores_inputs()),
        max_tests_(options.budget.tests),
        restart_tests_(options.before.tests) {
    findings_.set_aside(options.before.findings);
    const bool unlimited = options.budget.tests == Budget{}.tests && options.budget.seconds == Budget{}.seconds;
    if (unlimited && strategy_->endless()) max_tests_ = kEndlessTests;
  }

  Result run() {
    try {
      run_tests();
    } catch (const base::Stopped&) {
      stopped_ = stop_text(base::stop_reason(), options_.budget);
    } catch (const std::bad_alloc&) {
      stopped_ = kOutOfMemory;
    }
    if (options_.running != nullptr) *options_.running = nullptr;
    flights_.drop();
    return finish();
  }

 private:
  // Which test is planned when depends on what was observed before, never on time: a result is looked at as soon as it
  // is the oldest and no further test fits in.
  void run_tests() {
    while (send_tests() && !flights_.empty()) {
      if (options_.running != nullptr) *options_.running = &flights_.oldest().test;
      const Flight& flight = flights_.land();
      if (flight.plan.early && !flight.trace.refines) {
        strategy_->observe_early(flight.plan.ticket, flight.trace);
        flights_.keep();
      } else {
        look_at(flight);
        if (has_ended()) return;
      }
    }
  }

  bool has_ended() const { return !stopped_.empty() || (!findings_.empty() && !options_.keep_going); }

  // Sends tests as long as there are any, and room for them; false if the exploration has ended.
  bool send_tests() {
    while (!flights_.full() && !(flights_.awaited() != 0 && tests_run() + flights_.awaited() >= max_tests_)) {
      Plan& plan = flights_.next();
      plan.test.depth = options_.budget.depth;
      switch (strategy_->next(plan)) {
        case Next::kPlan:
          if (!plan.early && must_stop()) return false;
          flights_.send();
          break;
        case Next::kWanted:
          if (must_stop()) return false;
          if (flights_.want()) look_at(flights_.landed());
          if (has_ended()) return false;
          break;
        case Next::kNothingNow: CHECK(!flights_.empty()); return true;
        case Next::kNothingLeft: return true;
      }
    }
    return true;
  }

  std::uint64_t tests_run() const { return tests_ + confirmations_ + restart_tests_; }

  // Has the budget run out although there is another test to run?
  bool must_stop() {
    if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed)) {
      stopped_ = stop_text(base::StopReason::kInterrupted, options_.budget);
      return true;
    }
    if (base::stop_requested()) {
      stopped_ = stop_text(base::stop_reason(), options_.budget);
      return true;
    }
    if (const std::uint64_t run = tests_run(); run >= max_tests_) {
      stopped_ = fmt::format("stopped after {} test{}", run, run == 1 ? "" : "s");
      return true;
    }
    if (options_.max_events != Options{}.max_events && strategy_->progress().events > options_.max_events) {
      stopped_ = fmt::format("stopped because the unfolding has more than {} events", options_.max_events);
      return true;
    }
    if (stopwatch_.tick()) {
      if (stopwatch_.seconds() >= options_.budget.seconds) {
        stopped_ = stop_text(base::StopReason::kTime, options_.budget);
        return true;
      }
      show_status();
    }
    return false;
  }

  // Takes the result of a test.
  void look_at(const Flight& flight) {
    const trace::Trace& trace = flight.trace;
    if (flight.plan.scouts) return look_at_scout(flight);
    ++(flight.plan.confirms ? confirmations_ : tests_);
    // What the run learnt on its way may have given threads different steps than were known.
    if (trace.outcome == trace::Outcome::kDiverged && executor_.refine()) return restart();
    if (trace.outcome == trace::Outcome::kDiverged && !executor_.is_exact()) {
      if (strategy_->observe_divergence(flight.plan.ticket)) return;
      stopped_ = fmt::format("stopped because the program is not deterministic: test {} cannot be followed at step {}",
                             tests_ + confirmations_, trace.diverged_at + 1);
      return;
    }
    CHECK_MSG(trace.outcome != trace::Outcome::kDiverged, "test {} cannot be followed at step {}: {}", tests_,
              trace.diverged_at, short_text(flight.plan.test));
    look_for_findings(trace);
    incompleteness_.observe(trace);
    const auto is_stopped = [](const trace::Pending& p) {
      const bool waits = p.why == trace::Pending::Why::kBlocked;
      return p.why == trace::Pending::Why::kAssumeFailed || (waits && trace::awaits_assumption(p.operation));
    };
    got_through_ = got_through_ || std::ranges::none_of(trace.pending, is_stopped);
    if (options_.on_trace) options_.on_trace(trace);
    if (executor_.refine()) {
      restart();
      return;
    }
    if (!observe(flight)) return;
    const std::vector<trace::VisibleCell> cells = strategy_->take_cells_to_show();
    if (cells.empty()) return;
    executor_.drop_sent();
    // What was considered unordered may be ordered by locks that seemed useless.
    if (executor_.wake_idle_locks() || executor_.make_visible(cells)) return restart();
    flights_.send_again();
  }

  // What it shows is shown again by a test that the strategy plans because of it.
  void look_at_scout(const Flight& flight) {
    ++scouts_;
    if (executor_.refine()) return restart();
    strategy_->observe(flight.plan.ticket, flight.trace);
  }

  void look_for_findings(const trace::Trace& trace) {
    // If a finding is the end, nobody waits for the tests in flight.
    const bool may_end =
        !options_.keep_going && (!trace.failures.empty() || trace.outcome == trace::Outcome::kDeadlock);
    if (may_end) executor_.drop_sent();
    findings_.observe(trace);
    announce();
    if (may_end && findings_.empty()) flights_.send_again();
  }

  // Passes it to the strategy; false if the run was not what it had predicted. Then the exploration ends, since what
  // was known about the program is not true, unless that is Heddle's fault.
  bool observe(const Flight& flight) {
    if (tests_ + confirmations_ == 1) {
      first_test_ = flight.plan.test;
      first_trace_ = flight.trace;
    }
    try {
      strategy_->observe(flight.plan.ticket, flight.trace);
      return true;
    } catch (const trace::Surprise& surprise) {
      flights_.drop();
      if (is_cut_short(flight)) {
        stopped_ =
            fmt::format("stopped because runs are longer than can be followed: test {} was cut after {} operations",
                        tests_ + confirmations_, flight.trace.operations.size());
        return false;
      }
      const bool is_repeatable = is_repeated(flight.plan.test, flight.trace) && is_repeated(first_test_, first_trace_);
      // What is not controlled may carry something from thread to thread that no step shows.
      CHECK_MSG(!is_repeatable || !executor_.reasons_of_incompleteness().empty(),
                "test {}, operation {}: {}; the program is deterministic; test: {}", tests_ + confirmations_,
                surprise.operation, surprise.what, short_text(flight.plan.test));
      stopped_ = fmt::format("stopped because {}: test {} is not as predicted at {}",
                             is_repeatable ? "something is not controlled" : "the program is not deterministic",
                             tests_ + confirmations_, describe_surprise(surprise, flight.trace));
      return false;
    }
  }

  // Did the run reach its bound before its schedule was over? Strategies know how many steps a thread may take, but not
  // how many operations a run has room for.
  static bool is_cut_short(const Flight& flight) {
    const trace::Trace& trace = flight.trace;
    const auto is_cut = [](const trace::Pending& p) { return p.why == trace::Pending::Why::kReady; };
    const auto steps = std::ranges::count_if(trace.operations, [](const trace::Operation& op) { return is_step(op); });
    return static_cast<std::size_t>(steps) < flight.plan.test.schedule.size() &&
           std::ranges::any_of(trace.pending, is_cut);
  }

  // Does the test give the same run over and over: at least twice, and often as long as that takes little time?
  // Otherwise nothing can be predicted.
  bool is_repeated(const trace::Test& test, const trace::Trace& trace) {
    constexpr int kAtLeast = 2;
    constexpr int kAtMost = 64;
    constexpr double kSeconds = 1;
    const double begin = stopwatch_.read();
    for (int i = 0; i < kAtMost && (i < kAtLeast || stopwatch_.read() - begin < kSeconds); ++i) {
      trace::Trace again;
      executor_.run(test, again);
      if (again.operations != trace.operations || again.outcome != trace.outcome) return false;
    }
    return true;
  }

  std::string describe_surprise(const trace::Surprise& surprise, const trace::Trace& trace) const {
    if (surprise.operation >= trace.operations.size()) return "its end";
    const trace::Operation& op = trace.operations[surprise.operation];
    const auto is_before = [&](const trace::Operation& other) { return is_step(other) && &other <= &op; };
    const auto step = std::ranges::count_if(trace.operations, is_before);
    return fmt::format("step {} ({}, {})", step, name(op.kind), short_text(executor_.names(), op.place));
  }

  void announce() {
    for (; announced_ < findings_.size(); ++announced_) {
      if (options_.on_finding) options_.on_finding(findings_.all()[announced_]);
    }
  }

  // The program has more steps than were known: nothing that was observed counts any more, but the findings do.
  void restart() {
    flights_.drop();
    CHECK_MSG(make_strategy_, "a program whose steps become finer needs new strategies");
    strategy_ = make_strategy_();
    incompleteness_ = Incompleteness(options_.budget.depth, !strategy_->explores_inputs());
    restart_tests_ += tests_ + confirmations_;
    tests_ = confirmations_ = 0;
    findings_.set_aside();
    announced_ = 0;
    if (options_.on_restart) options_.on_restart({restart_tests_, findings_.aside()});
  }

  void show_status() {
    if (!options_.on_status || stopwatch_.seconds() < next_status_) return;
    next_status_ = stopwatch_.seconds() + kStatusSeconds;
    Status status{
        tests_, scouts_, stopwatch_.seconds(), findings_.size(), strategy_->progress(), {}, strategy_->endless()};
    left_.observe(status.progress, tests_);
    if (!status.is_endless) status.left = left_.left();
    options_.on_status(status);
  }

  Result finish() {
    announce();  // a stop may have come between two findings of one run
    Result result;
    // If the exploration has not finished, the tests before it started again are all that was done.
    result.tests = stopped_.empty() ? tests_ : tests_ + restart_tests_;
    result.confirmations = confirmations_;
    result.scouts = scouts_;
    result.assumed_away = !got_through_ && tests_ != 0;
    result.assumptions = executor_.assumptions();
    // A livelock is a state of several threads, and only a run shows it.
    if (options_.skips_traces && !strategy_->finds_livelocks() && incompleteness_.has_waited())
      result.assumptions.emplace_back("no livelock except in the tests that were run (--strategy=dpor)");
    result.progress = strategy_->progress();
    result.strategy = strategy_;
    result.findings = findings_.take();
    result.reasons = incompleteness_.reasons(executor_.names());
    for (std::string& reason : strategy_->reasons_of_incompleteness()) result.reasons.push_back(std::move(reason));
    result.outside = executor_.reasons_of_incompleteness();
    result.reasons.insert(result.reasons.end(), result.outside.begin(), result.outside.end());
    for (std::string& reason : findings_.take_unconfirmed()) result.reasons.push_back(std::move(reason));
    result.restart_tests = restart_tests_;
    if (!stopped_.empty()) result.reasons.push_back(stopped_ + describe_bound(result.progress));
    if (!result.reasons.empty() && result.progress.branches) result.progress.branches->withdraw_proofs();
    result.verdict = !result.findings.empty() ? Verdict::kBug
                     : result.reasons.empty() ? Verdict::kComplete
                                              : Verdict::kIncomplete;
    if (!base::stop_requested()) look_closer(result.findings);
    result.seconds = stopwatch_.read();
    return result;
  }

  // What is certain although the exploration was stopped.
  static std::string describe_bound(const Progress& progress) {
    if (!progress.preemptions) return {};
    const std::uint32_t n = *progress.preemptions;
    return fmt::format("; all schedules with at most {} preemption{} were run", n, n == 1 ? "" : "s");
  }

  // Called once everything else is known, since more runs may reveal more of the program.
  void look_closer(std::vector<Finding>& findings) {
    const double end = stopwatch_.read() + options_.simplify_seconds;
    for (Finding& finding : findings) {
      const double left = end - stopwatch_.read();
      bool changed = left > 0 && simplify_run(finding, executor_, options_.budget.depth, left);
      const double rest = end - stopwatch_.read();
      changed = (rest > 0 && find_needed_orders(finding, executor_, options_.budget.depth, rest)) || changed;
      const double last = end - stopwatch_.read();
      changed = (last > 0 && find_doom(finding, executor_, options_.budget.depth, last)) || changed;
      if (options_.rarity_seconds > 0)
        finding.rarity = rarity_of(finding, executor_, options_.rarity_seconds / static_cast<double>(findings.size()));
      if ((changed || finding.rarity.of != 0) && options_.on_finding) options_.on_finding(finding);
    }
  }

  trace::Executor& executor_;
  StrategyMaker make_strategy_;
  std::shared_ptr<Strategy> strategy_;
  const Options& options_;
  Flights flights_;
  Findings findings_;
  std::size_t announced_ = 0;  // how many findings were passed to on_finding
  Incompleteness incompleteness_;
  bool got_through_ = false;  // has any test avoided false assumptions?
  Stopwatch stopwatch_;
  std::uint64_t max_tests_;
  std::uint64_t tests_ = 0;
  std::uint64_t confirmations_ = 0;
  std::uint64_t scouts_ = 0;
  std::uint64_t restart_tests_ = 0;
  double next_status_ = kStatusSeconds;
  LeftEstimate left_;
  std::string stopped_;  // why the exploration was stopped before its end
  // The strategy's, to be run again in case of doubt.
  trace::Test first_test_;
  trace::Trace first_trace_;
};

}  // namespace

std::string stop_text(base::StopReason reason, const Budget& budget) {
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
  switch (reason) {
    case base::StopReason::kNone: return "";
    case base::StopReason::kInterrupted: return "interrupted";
    case base::StopReason::kTime:
      return fmt::format("stopped after {:g} second{}", budget.seconds, budget.seconds == 1 ? "" : "s");
    case base::StopReason::kProgram: return "stopped because the program cannot be started again";
    case base::StopReason::kChanged:
      return "stopped because the program does something else than in its kept runs (start again without --resume)";
    case base::StopReason::kMemory:
      if (budget.memory == Budget{}.memory) return kOutOfMemory;
      return fmt::format("stopped at the limit of {} MB of memory (--max-memory)", budget.memory / kMegabyte);
  }
  return "";
}

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kBug: return "bug";
    case Verdict::kComplete: return "complete";
    case Verdict::kIncomplete: return "incomplete";
  }
  return "";
}

Result explore(trace::Executor& executor, Strategy& strategy, const Options& options) {
  return Loop(executor, {std::shared_ptr<void>(), &strategy}, {}, options).run();
}

Result explore(trace::Executor& executor, const StrategyMaker& make_strategy, const Options& options) {
  std::shared_ptr<Strategy> strategy = make_strategy();
  CHECK_MSG(strategy != nullptr, "the executor cannot do what the strategy needs");
  return Loop(executor, std::move(strategy), make_strategy, options).run();
}

}  // namespace heddle::explore
