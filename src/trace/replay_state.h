#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/executor.h"
#include "trace/semantics.h"
#include "trace/trace.h"

namespace heddle::trace {

// Could the thread do its pending operation in another run?
bool can_go_on(Pending::Why why);

// The state of the program along one trace, as far as it decides which steps are possible: the states of the locations,
// who has been woken, who has ended, and the next step of each thread. A thread's next step is known at every point,
// because it depends only on the thread's own history: it is the next one in the trace, or the one in Trace::pending.
//
// Invariants: (1) between two calls the state is that before the step at position(); the local operations after a step
// belong to it; (2) the trace must not change while it is walked; (3) nothing is allocated once the tables have grown;
// start() costs O(operations), advance() O(1). Owned by a strategy, which keeps one and restarts it for each trace.
class ReplayState {
 public:
  explicit ReplayState(const Executor& executor) : executor_(&executor) {}

  // Goes to the point before the first step.
  void start(const Trace& trace);

  bool at_end() const { return position_ == trace_->operations.size(); }
  // The index into trace.operations of the step that comes next.
  std::size_t position() const { return position_; }
  const Operation& current() const { return trace_->operations[position_]; }

  // Takes the step at position().
  void advance();

  // The threads that have a next step: they exist, and have not ended, failed, or been cut.
  const ThreadSet& alive() const { return alive_; }
  // Its kind, thread, location, place and operand, and the choice of a kCreate or kJoin, are those of the step that the
  // thread would take here; its other members belong to the point where the trace took it. For threads in alive().
  const Operation& next_of(ThreadId t) const { return *threads_[t.index()].next; }

  bool enabled(ThreadId t) const;
  // The threads of alive() that are enabled.
  ThreadSet enabled() const;

  std::int64_t state(LocationId location) const;
  // The state of the location of the thread's next step; 0 if it has none.
  std::int64_t state_before(const Operation& op) const { return op.location.valid() ? state(op.location) : 0; }
  Effect effect_of_next(ThreadId t) const { return effect_at(next_of(t), state_before(next_of(t))); }
  std::int64_t outcomes_of_next(ThreadId t) const { return outcomes(next_of(t), state_before(next_of(t))); }
  std::int32_t outcome_of_next(ThreadId t, std::int64_t n) const {
    return outcome(next_of(t), state_before(next_of(t)), n);
  }

 private:
  struct Cell {
    std::uint64_t run = 0;  // what earlier walks left is stale
    std::int64_t state = 0;
  };

  // Skips the local operations up to the next step.
  void skip_local();
  // The thread's next step is the one at `index` of the trace, or its pending one for kNowhere.
  void set_next(ThreadId t, std::uint32_t index);

  const Executor* executor_;
  const Trace* trace_ = nullptr;
  std::size_t position_ = 0;
  std::uint64_t run_ = 0;
  ThreadSet alive_;
  ThreadSet woken_;
  ThreadSet ended_;
  // What is known about each thread of the trace.
  struct Thread {
    std::uint64_t run = 0;  // what earlier walks left is stale
    const Operation* next = nullptr;
    const Operation* pending = nullptr;  // null if the thread takes no step after its last one
    std::uint32_t first = 0;             // its first step
  };
  Thread& thread(ThreadId t);

  std::array<Thread, kMaxThreads> threads_{};
  std::vector<std::uint32_t> following_;  // by operation: the next step of the same thread
  std::vector<Cell> cells_;
};

}  // namespace heddle::trace
