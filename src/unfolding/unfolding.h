#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/trace.h"
#include "unfolding/branching_process.h"
#include "unfolding/concurrency.h"
#include "unfolding/deadlock_search.h"
#include "unfolding/extensions.h"
#include "unfolding/marking.h"

namespace heddle::unfolding {

// The unfolding of a program as far as it is known: built from traces, it tells which events could come next.
// JASE 2014, Fig. 8, without the choice of the target, which is the strategy's.
class Unfolding {
 public:
  Unfolding(Net net, Extensions::Oracle oracle);

  // Adds the events of a trace. The first steps of the trace are the events `prefix`, as planned. Throws a
  // trace::Surprise, and is of no use any more, if a step was not predicted.
  void observe(const trace::Trace& trace, std::span<const EventId> prefix);

  // Executed events, without pseudo-events.
  std::uint64_t event_count() const { return event_count_; }
  // The extensions that observe() found; clear them when they are taken.
  Extensions& extensions() { return extensions_; }
  // The deadlocks that observe() found; clear them when they are taken.
  DeadlockSearch& deadlocks() { return deadlocks_; }
  BranchingProcess& process() { return process_; }
  const BranchingProcess& process() const { return process_; }
  Concurrency& concurrency() { return concurrency_; }
  const std::vector<EventId>& starts() const { return starts_; }
  // The events of the last observed trace, by index of the operation; none where that is no step.
  const std::vector<EventId>& events_of_trace() const { return events_; }
  // Where the last observed trace has ended.
  const Marking& marking() const { return marking_; }

 private:
  // What a thread does after a step, found by looking ahead in the trace.
  struct Next {
    OperationId operation;
    bool last = false;
  };

  void look_ahead(const trace::Trace& trace);
  std::int32_t& upcoming(trace::ThreadId t);
  void start_initial_threads();
  EventId event_of(const trace::Operation& op);
  bool is_predicted(const trace::Operation& op, EventId e) const;
  void execute(EventId e, const trace::Operation& op, const Next& next);
  // Tells a new thread condition to the possible extensions and the search for deadlocks.
  void condition_reached(EventId e);

  BranchingProcess process_;
  Concurrency concurrency_;
  Extensions extensions_;
  DeadlockSearch deadlocks_;
  Marking marking_;
  std::vector<EventId> starts_;  // of the threads that exist from the beginning
  std::uint64_t event_count_ = 0;
  std::vector<EventId> events_;  // of the last observed trace
  // Scratch of observe().
  std::vector<std::uint32_t> steps_;      // indices of the steps of the trace
  std::vector<std::int32_t> next_index_;  // by step: see look_ahead
  std::vector<std::int32_t> upcoming_;    // by thread
  const trace::Trace* trace_ = nullptr;
};

}  // namespace heddle::unfolding
