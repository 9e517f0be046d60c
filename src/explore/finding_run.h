#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/loop.h"
#include "trace/deadlock_cores.h"
#include "trace/executor.h"
#include "trace/names.h"

// What identifies a finding in whatever run shows it, and what is told of the run that is kept.

namespace heddle::explore {

// The first thread of a deadlock that waits in a loop (trace/await.h); none if none does.
trace::ThreadId thread_in_loop(const trace::DeadlockCore& core, const trace::Trace& trace);

// "deadlock", or "livelock" if a thread waits in a loop.
std::string kind_of(const trace::DeadlockCore& core, const trace::Trace& trace);

// The waiting operations of a deadlock, or the accesses of a race, in the order of the text: the same in every run.
std::string where_of(const trace::Names& names, std::vector<trace::PlaceId> places);
std::string where_of(const trace::Names& names, const trace::Failure& failure);

// Where a finding shows in a trace; neither if it does not.
struct Shown {
  std::optional<trace::Failure> failure;
  std::optional<trace::DeadlockCore> core;

  explicit operator bool() const { return failure.has_value() || core.has_value(); }
};
Shown shown_in(const trace::Trace& trace, const Finding& finding, const trace::Names& names);

// Fills in all that follows from `finding.trace`, in which this failure shows (null: a deadlock): the test that runs it
// again, inputs, output, explanation.
void tell_run(Finding& finding, const trace::Failure* failure, trace::Executor& executor, std::uint32_t depth);

}  // namespace heddle::explore
