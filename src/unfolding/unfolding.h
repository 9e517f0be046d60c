#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/trace.h"
#include "unfolding/branching_process.h"
#include "unfolding/closings.h"
#include "unfolding/concurrency.h"
#include "unfolding/deadlock_search.h"
#include "unfolding/extensions.h"
#include "unfolding/marking.h"

namespace heddle::unfolding {

// The part of a program's unfolding that is known: built from traces, it says which events could come next. JASE 2014,
// Fig. 8, without the choice of the target, which is up to the strategy.
//
// With Joins::kClosing the joins with which a thread closes are not events (docs/unfolding.md, "Joins that carry
// nothing"), until it turns out that it matters how the joined threads have ended:
// 1. A condition at which a thread closes has closed in every trace so far; otherwise it is *opened*: its next
//    operation is the join, and its extensions are those of any other condition.
// 2. A thread that somebody joins by an event does not close: the event needs to know how it ended. It is *open*, and
//    so are all threads that it joins.
class Unfolding {
 public:
  enum class Joins : std::uint8_t { kPrecise, kClosing };

  Unfolding(Net net, Extensions::Oracle oracle, Joins joins = Joins::kPrecise);

  // Adds the events of a trace. The first steps of the trace are the events `prefix`, as planned. Throws a
  // trace::Surprise if a step was not predicted, and is unusable after that.
  void observe(const trace::Trace& trace, std::span<const EventId> prefix);

  // Are there joins that are not events?
  bool closes_joins() const { return joins_ == Joins::kClosing; }
  // How the threads of the last observed trace closed; valid as long as there are such joins.
  const Closings& closings() const { return closings_; }
  // Makes all joins events from now on.
  void open_joins();

  // Executed events, without pseudo-events.
  std::uint64_t event_count() const { return event_count_; }
  // The extensions that observe() found; clear them after taking them.
  Extensions& extensions() { return extensions_; }
  // The deadlocks that observe() found; clear them after taking them.
  DeadlockSearch& deadlocks() { return deadlocks_; }
  BranchingProcess& process() { return process_; }
  const BranchingProcess& process() const { return process_; }
  Concurrency& concurrency() { return concurrency_; }
  const std::vector<EventId>& starts() const { return starts_; }
  // The events of the last observed trace, by index of the operation; none where that is not a step, or is a step of a
  // closing thread.
  const std::vector<EventId>& events_of_trace() const { return events_; }
  // Where the last observed trace ended.
  const Marking& marking() const { return marking_; }

 private:
  // What a thread does after a step, found by looking ahead in the trace.
  struct Next {
    OperationId operation;
    bool last = false;
    const Closings::Part* closes = nullptr;
  };

  void look_ahead(const trace::Trace& trace);
  std::int32_t& upcoming(trace::ThreadId t);
  Next next_of(std::int32_t index, trace::ThreadId thread);
  void start_initial_threads();
  void add_thread(EventId start, const Next& next);
  EventId event_of(const trace::Operation& op);
  bool is_predicted(const trace::Operation& op, EventId e) const;
  // The event of a step happens; it may be new.
  void fire(EventId e, const trace::Operation& op, std::int32_t next);
  void execute(EventId e, const trace::Operation& op, const Next& next);
  // Passes a new thread condition to the possible extensions and the search for deadlocks.
  void condition_reached(EventId e);
  // The same if the thread closes there.
  void close(EventId condition, const Next& next);

  // Opens the threads that are joined by events in this trace.
  void open_joined();
  // False if it is open.
  bool open_thread(trace::ThreadId thread);
  void open(EventId condition);
  // This comes next in the trace: opens the condition if the thread usually closes there, but not in this trace.
  void check_closing(EventId condition, std::int32_t next);

  BranchingProcess process_;
  Concurrency concurrency_;
  Extensions extensions_;
  DeadlockSearch deadlocks_;
  Marking marking_;
  Joins joins_;
  Closings closings_;                         // of the observed trace
  trace::ThreadSet open_;                     // the threads that do not close
  std::vector<std::vector<EventId>> closed_;  // by thread: the conditions at which it closes, or has once closed
  std::vector<EventId> starts_;               // of the threads that exist from the start
  std::uint64_t event_count_ = 0;
  std::vector<EventId> events_;  // of the last observed trace
  // Scratch of observe().
  std::vector<std::uint32_t> steps_;      // indices of the steps of the trace
  std::vector<std::int32_t> next_index_;  // by step: see look_ahead
  std::vector<std::int32_t> upcoming_;    // by thread
  std::vector<EventId> to_open_;          // after the trace: conditions that its joins do not concern
  const trace::Trace* trace_ = nullptr;
};

}  // namespace heddle::unfolding
