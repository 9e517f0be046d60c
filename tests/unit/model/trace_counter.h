#pragma once

#include <cstdint>
#include <vector>

#include "trace/executor.h"
#include "trace/semantics.h"

namespace heddle::model {

struct TraceCount {
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t failures = 0;  // traces with at least one
};

// Counts the Mazurkiewicz traces of a program in the most obvious way: a search with sleep sets (Godefroid 1996) that
// reaches every state from the start. A test in which all threads sleep stops right after its prefix, and its pending
// operations are what can happen there.
class TraceCounter {
 public:
  explicit TraceCounter(trace::Executor& executor) : executor_(executor) {}

  TraceCount count() {
    count_ = {};
    explore({});
    return count_;
  }

 private:
  std::int64_t state(const trace::Trace& trace, trace::LocationId location) const {
    for (auto op = trace.operations.rbegin(); op != trace.operations.rend(); ++op) {
      if (op->location == location && location.valid()) return op->value;
    }
    return location.valid() ? executor_.initial_state(location) : 0;
  }

  // May the step `done` and the pending operation of a sleeping thread be swapped?
  static bool independent(const trace::Operation& done, trace::Operation op) {
    if (op.location != done.location) return true;
    for (const std::int64_t s : {done.before, done.value}) {
      if (!trace::enabled_at(op, s)) return false;
      op.effect = trace::effect_at(op, s);
      if (trace::dependent(done, op)) return false;
    }
    return true;
  }

  void explore(trace::ThreadSet sleep) {
    test_.sleep = trace::ThreadSet::all();
    trace::Trace here;
    executor_.run(test_, here);
    if (here.outcome != trace::Outcome::kAsleep) {
      ++count_.traces;
      count_.deadlocks += here.outcome == trace::Outcome::kDeadlock;
      count_.failures += !here.failures.empty();
      return;
    }
    for (const trace::Pending& p : here.pending) {
      if (p.why != trace::Pending::Why::kAsleep || sleep.contains(p.operation.thread)) continue;
      const std::int64_t outcomes = trace::outcomes(p.operation, state(here, p.operation.location));
      for (std::int64_t n = 0; n < outcomes; ++n) {
        const std::int32_t choice = trace::outcome(p.operation, state(here, p.operation.location), n);
        test_.schedule.push_back({p.operation.thread, choice});
        trace::Trace next;
        executor_.run(test_, next);
        explore(still_asleep(here, next, sleep));
        test_.schedule.pop_back();
      }
      sleep.insert(p.operation.thread);
    }
  }

  trace::ThreadSet still_asleep(const trace::Trace& here, const trace::Trace& next,
                                const trace::ThreadSet& sleep) const {
    std::size_t at = here.operations.size();
    while (!trace::is_step(next.operations[at])) ++at;
    trace::ThreadSet result;
    for (const trace::Pending& p : here.pending) {
      if (!sleep.contains(p.operation.thread)) continue;
      if (independent(next.operations[at], p.operation)) result.insert(p.operation.thread);
    }
    return result;
  }

  trace::Executor& executor_;
  trace::Test test_;
  TraceCount count_;
};

}  // namespace heddle::model
