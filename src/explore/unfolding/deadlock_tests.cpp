#include "explore/unfolding/deadlock_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "base/check.h"
#include "trace/surprise.h"

namespace heddle::explore {

using trace::DeadlockCore;
using trace::ThreadId;
using trace::ThreadSet;
using unfolding::Answer;
using unfolding::EventId;

namespace {

// The threads of a core on locks and joins, including the one that ended while holding a lock.
ThreadSet threads_of(const DeadlockCore& core) {
  ThreadSet result = core.waiting;
  if (core.keeper.valid()) result.insert(core.keeper);
  return result;
}

base::Hash128 hash(std::span<const EventId> deadlock) {
  base::Hash128 h;
  for (const EventId c : deadlock) h.add(c.value);
  return h;
}

// Adds up the time during which it exists.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

#ifdef HEDDLE_CHECKED
constexpr std::size_t kMaxTwinEvents = 1000;  // above this, the solver is not asked in addition
#endif

}  // namespace

void DeadlockTests::observe(const trace::Trace& trace) {
  for (const DeadlockCore& core : cores_.find(trace)) {
    if (core.kind == DeadlockCore::Kind::kWaiting) {
      Places places;
      places_of(core, trace, places);
      waiting_.insert(std::move(places));
      continue;
    }
    current_.clear();
    for (const ThreadId t : threads_of(core)) current_.push_back(unfolding_.marking().condition(t));
    std::ranges::sort(current_);
    visited_.insert(hash(current_));
  }
  unfolding::DeadlockSearch& search = unfolding_.deadlocks();
  cycles_ += search.found();
  for (std::size_t i = 0; i < search.found(); ++i) {
    const std::span<const EventId> deadlock = search.found(i);
    if (visited_.contains(hash(deadlock))) continue;
    open_.insert(open_.end(), deadlock.begin(), deadlock.end());
    sizes_.push_back(static_cast<std::uint32_t>(deadlock.size()));
  }
  search.clear_found();
}

bool DeadlockTests::plan_cycle(trace::Test& test, Expected& expected) {
  while (!sizes_.empty()) {
    const auto first = open_.end() - sizes_.back();
    current_.assign(first, open_.end());
    open_.erase(first, open_.end());
    sizes_.pop_back();
    if (visited_.contains(hash(current_))) continue;
    cut_.clear();
    for (const EventId c : current_) cut_.join(unfolding_.process(), unfolding_.process().history(c));
    if (planner_.plan(cut_.view(), test)) {
      expected.conditions = current_;
      expected.waiting.reset();
      return true;
    }
    --cycles_;  // its threads cannot be there with the same inputs
  }
  return false;
}

bool DeadlockTests::plan_current(trace::Test& test) {
  cut_.clear();
  for (const EventId c : current_) {
    if (c.valid()) cut_.join(unfolding_.process(), unfolding_.process().history(c));
  }
  return planner_.plan(cut_.view(), test);
}

void DeadlockTests::stop_for_time() {
  incompleteness_ = fmt::format("the search for deadlocks other than by locks was stopped after {:g} seconds",
                                options_.limits.seconds);
}

bool DeadlockTests::plan_waiting(trace::Test& test, Expected& expected) {
  if (!options_.waiting) return false;
  if (!searched_ && search_waiting(test, expected)) return true;
  return searched_ == Answer::kUnknown && ask_waiting(test, expected);
}

bool DeadlockTests::search_waiting(trace::Test& test, Expected& expected) {
  const unfolding::BranchingProcess& process = unfolding_.process();
  const Stopwatch stopwatch(seconds_);
  if (search_ == nullptr) {
    if (!unfolding::WaitingDeadlocks::possible(process)) {
      searched_ = Answer::kNo;
      return false;
    }
    search_ = std::make_unique<unfolding::WaitingSearch>(process, unfolding_.concurrency(),
                                                         unfolding_.extensions().trees(), unfolding_.starts());
    const bool can_ask = unfolding_.event_count() <= options_.limits.events;
    work_ = can_ask ? options_.search_work + options_.search_share * unfolding_.concurrency().checks() : kUnlimited;
  }
  const std::uint64_t before = unfolding_.concurrency().checks();
  const Answer answer = search_->next(work_, seconds_left(), [&](std::span<const EventId> last) {
    Places places = unfolding::waiting_places(process, last);
    if (waiting_.contains(places)) return false;
    current_.assign(last.begin(), last.end());
    if (!plan_current(test)) return false;  // its threads cannot be there with the same inputs
    waiting_.insert(places);
    expected = {current_, std::move(places)};
    return true;
  });
  work_ -= std::min(work_, unfolding_.concurrency().checks() - before);
  if (answer == Answer::kYes) return true;
  search_.reset();
  searched_ = answer;
#ifdef HEDDLE_CHECKED
  const bool compare = answer == Answer::kNo && unfolding_.event_count() <= kMaxTwinEvents;
  const std::uint64_t queries = queries_;
  CHECK_MSG(!compare || !ask_waiting(test, expected), "the solver finds a deadlock that was not found by the search");
  queries_ = queries;  // that of a twin does not count
#endif
  return false;
}

bool DeadlockTests::prepare_query() {
  if (asked_) return query_ != nullptr;
  asked_ = true;
  if (seconds_left() <= 0) {
    stop_for_time();
    return false;
  }
  query_ = std::make_unique<unfolding::WaitingDeadlocks>(unfolding_.process());
  for (const Places& places : waiting_) query_->exclude(places);
  return true;
}

bool DeadlockTests::ask_waiting(trace::Test& test, Expected& expected) {
  for (;;) {
    const Stopwatch stopwatch(seconds_);
    if (!prepare_query()) return false;
    const Answer answer = query_->next(seconds_left(), current_);
    ++queries_;
    if (answer != Answer::kYes) {
      query_.reset();
      if (answer == Answer::kUnknown) stop_for_time();
      return false;
    }
    if (plan_current(test)) break;
    query_->exclude_together(planner_.decisions().events(cut_.view()));
  }
  expected = {current_, unfolding::waiting_places(unfolding_.process(), current_)};
  const Places& places = *expected.waiting;
  CHECK_MSG(waiting_.insert(places).second, "a deadlock at {} places was found again", places.size());
  query_->exclude(places);
  return true;
}

void DeadlockTests::check(const trace::Trace& trace, const Expected& expected) {
  ThreadSet threads;
  for (const EventId c : expected.conditions) {
    if (c.valid()) threads.insert(unfolding_.process()[c].thread_id());
  }
  Places places;
  const bool shown = std::ranges::any_of(cores_.find(trace), [&](const DeadlockCore& core) {
    if (!expected.waiting) return core.kind != DeadlockCore::Kind::kWaiting && threads_of(core) == threads;
    places_of(core, trace, places);
    return core.kind == DeadlockCore::Kind::kWaiting && places == *expected.waiting;
  });
  trace::expect_step(shown, trace.operations.size(),
                     "a deadlock of {} threads, {} of them waiting, does not show: the run ended as {}", threads.size(),
                     expected.waiting ? expected.waiting->size() : 0, name(trace.outcome));
}

}  // namespace heddle::explore
