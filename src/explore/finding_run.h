#pragma once

#include <optional>
#include <vector>

#include "explore/finding.h"
#include "trace/deadlock_cores.h"
#include "trace/executor.h"
#include "trace/names.h"

// What identifies a finding in any run that shows it, and what is known about the run that is kept.

namespace heddle::explore {

// The first thread of a deadlock that waits in a loop (trace/await.h); none if none does.
trace::ThreadId thread_in_loop(const trace::DeadlockCore& core, const trace::Trace& trace);

// A livelock if a thread waits in a loop, otherwise a deadlock.
FindingKind kind_of(const trace::DeadlockCore& core, const trace::Trace& trace);

// The place of the failure, and that of the earlier access of a race.
std::vector<SourcePlace> places_of(const trace::Failure& failure, const trace::Names& names);
std::vector<SourcePlace> places_of(const trace::DeadlockCore& core, const trace::Trace& trace,
                                   const trace::Names& names);

// What the failure is about: its note, or else the source at its place. May be empty.
std::string note_of(const trace::Failure& failure, const trace::Names& names);

// Who waits for whom: sorted by thread, and those of a cycle in its order.
std::vector<Wait> waits_of(const trace::DeadlockCore& core, const trace::Trace& trace);

// Where a finding shows up in a trace; neither if it does not.
struct Shown {
  std::optional<trace::Failure> failure;
  std::optional<trace::DeadlockCore> core;

  explicit operator bool() const { return failure.has_value() || core.has_value(); }
};
Shown shown_in(const trace::Trace& trace, const Finding& finding, const trace::Names& names);

// A finding for what shows up in a trace: its kind and its places.
Finding finding_of(const Shown& shown, const trace::Trace& trace, const trace::Names& names);

// The steps of the run up to the last one of the thread that fails, or all: by position in the schedule, the index of
// the operation.
std::vector<std::size_t> steps_until_failure(const Finding& finding);

// Fills in everything that follows from `finding.trace`, in which this shows up: who waits for whom, the accesses of a
// race, the test that runs it again, inputs, output, explanation.
void describe_run(Finding& finding, const Shown& shown, trace::Executor& executor, std::uint32_t depth);

}  // namespace heddle::explore
