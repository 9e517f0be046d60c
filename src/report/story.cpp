#include "report/story.h"

#include <algorithm>
#include <map>
#include <set>

#include "report/between.h"
#include "trace/failing_calls.h"

namespace heddle::report {

using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

bool modifies(const Operation& op) { return op.effect == trace::Effect::kModify; }

// What an operation depends on: goes backwards through the trace.
class Causes {
 public:
  void add_thread(ThreadId thread) { threads_.insert(thread); }
  void add_location(trace::LocationId location) { locations_.insert(location); }

  // Is it a cause of what was encountered before? Then what it depends on itself is looked for from now on.
  bool meet(const Operation& op) {
    const bool starts = op.kind == OpKind::kCreate && threads_.contains(ThreadId(static_cast<std::size_t>(op.choice)));
    const bool gives = modifies(op) && locations_.contains(op.location);
    if (!threads_.contains(op.thread) && !starts && !gives) return false;
    threads_.insert(op.thread);
    if (op.location.valid()) locations_.insert(op.location);
    if (op.kind == OpKind::kJoin) threads_.insert(ThreadId(static_cast<std::size_t>(op.choice)));
    return true;
  }

 private:
  std::set<ThreadId> threads_;
  std::set<trace::LocationId> locations_;
};

// Is its thread one of those that the deadlock is about? Others only wait for them.
bool is_waiting(const explore::Finding& finding, std::size_t pending) {
  if (!finding.waits.empty())
    return std::ranges::find(finding.waits, pending, &explore::Wait::pending) != finding.waits.end();
  const trace::Pending::Why why = finding.trace.pending[pending].why;
  return why == trace::Pending::Why::kBlocked || why == trace::Pending::Why::kAbandoned;
}

// The reads of the thread that fails of what others write only after its failure: it was too early.
std::set<std::size_t> early_reads(const explore::Finding& finding, const Story& story) {
  std::set<std::size_t> reads;
  if (finding.kind != explore::FindingKind::kFailure || finding.is_race()) return reads;
  const trace::Trace& trace = finding.trace;
  std::set<trace::LocationId> written;
  for (std::size_t i = story.end; i < trace.operations.size(); ++i) {
    if (modifies(trace.operations[i])) written.insert(trace.operations[i].location);
  }
  for (std::size_t i = 0; i < story.end; ++i) {
    const Operation& op = trace.operations[i];
    if (op.kind == OpKind::kRead && op.thread == finding.failing && written.contains(op.location)) reads.insert(i);
  }
  return reads;
}

// What concerns a location used by only one thread concerns nobody else.
void leave_out_private(const explore::Finding& finding, Story& story) {
  const trace::Trace& trace = finding.trace;
  const std::set<std::size_t> early = early_reads(finding, story);
  std::map<trace::LocationId, std::set<ThreadId>> users;
  for (std::size_t i = 0; i < story.end; ++i) {
    if (story.told[i]) users[trace.operations[i].location].insert(trace.operations[i].thread);
  }
  for (const trace::Pending& pending : trace.pending)
    users[pending.operation.location].insert(pending.operation.thread);
  for (std::size_t i = 0; i < story.end; ++i) {
    const Operation& op = trace.operations[i];
    const bool timed_out = op.kind == OpKind::kTimedWake && modifies(op);
    const bool is_private = op.location.valid() && users[op.location].size() < 2;
    if (is_private && !timed_out && !early.contains(i)) story.told[i] = false;
    if (op.kind == OpKind::kExit) story.told[i] = false;
  }
}

// Threads of which nothing is shown need not be started or joined.
void leave_out_silent(const trace::Trace& trace, Story& story) {
  std::set<ThreadId> speaking;
  for (const trace::Pending& pending : trace.pending) speaking.insert(pending.operation.thread);
  for (std::size_t i = 0; i < story.end; ++i) {
    if (story.told[i]) speaking.insert(trace.operations[i].thread);
  }
  for (std::size_t i = 0; i < story.end; ++i) {
    const Operation& op = trace.operations[i];
    if (op.kind != OpKind::kCreate && op.kind != OpKind::kJoin) continue;
    if (!speaking.contains(ThreadId(static_cast<std::size_t>(op.choice)))) story.told[i] = false;
  }
}

// Threads that have a part only by what they do between their steps are started, too.
void tell_starts(const explore::Finding& finding, Story& story) {
  const trace::Trace& trace = finding.trace;
  std::set<ThreadId> speaking;
  for (std::size_t i = 0; i < story.between.size(); ++i) {
    if (story.between[i]) speaking.insert(finding.explanation.between[i].thread);
  }
  for (std::size_t i = 0; i < story.end; ++i) {
    const Operation& op = trace.operations[i];
    if (op.kind == OpKind::kCreate && speaking.contains(ThreadId(static_cast<std::size_t>(op.choice))))
      story.told[i] = true;
  }
}

void fold_set_up(const trace::Trace& trace, Story& story) {
  for (std::size_t i = 0; i < story.end && trace.operations[i].kind != OpKind::kCreate; ++i) {
    if (i == story.earlier || i == story.later || trace::is_failing_call(trace.operations[i])) continue;
    if (is_step(trace.operations[i])) ++story.set_up;
    story.told[i] = false;
  }
}

// A call that succeeds is what everybody expects.
void leave_out_succeeding(const trace::Trace& trace, Story& story) {
  for (std::size_t i = 0; i < story.end; ++i) {
    if (trace::is_failing_call(trace.operations[i]) && trace.operations[i].choice == 0) story.told[i] = false;
  }
}

// Threads that are started one after another at the beginning do not need a row each.
void fold_starts(const trace::Trace& trace, Story& story) {
  for (std::size_t i = 0; i < story.end; ++i) {
    const Operation& op = trace.operations[i];
    if (!story.told[i]) continue;
    if (op.kind != OpKind::kCreate || op.thread.index() != 0) return;
    story.started.push_back(i);
    story.told[i] = false;
  }
}

std::size_t end_of(const trace::Trace& trace, ThreadId until) {
  if (!until.valid()) return trace.operations.size();
  const auto last = std::find_if(trace.operations.rbegin(), trace.operations.rend(),
                                 [&](const Operation& op) { return op.thread == until; });
  return static_cast<std::size_t>(std::distance(last, trace.operations.rend()));
}

}  // namespace

Story whole_story(const trace::Trace& trace, ThreadId until) {
  Story story;
  story.end = end_of(trace, until);
  story.told.assign(trace.operations.size(), true);
  return story;
}

Story story_of(const explore::Finding& finding) {
  const trace::Trace& trace = finding.trace;
  const bool is_failure = finding.kind == explore::FindingKind::kFailure;
  const bool is_livelock = is_failure && finding.failure.kind == trace::FailureKind::kLivelock;
  Story story = whole_story(trace, is_livelock ? ThreadId() : finding.failing);
  story.earlier = finding.earlier.operation;
  story.later = finding.later.operation;
  if (story.later != kNoOperation) story.end = story.later + 1;
  Causes causes;
  if (is_failure) causes.add_thread(finding.failure.thread);
  for (std::size_t i = 0; i < trace.pending.size(); ++i) {
    const trace::Pending& pending = trace.pending[i];
    const bool stuck = is_failure ? is_livelock : is_waiting(finding, i);
    if (!stuck) continue;
    causes.add_thread(pending.operation.thread);
    if (pending.operation.location.valid()) causes.add_location(pending.operation.location);
  }
  for (std::size_t i = story.end; i-- > 0;) {
    // The earlier access of a race is not a cause of the later one: nothing orders them.
    if (i == story.earlier) causes.add_thread(trace.operations[i].thread);
    story.told[i] = causes.meet(trace.operations[i]);
  }
  leave_out_private(finding, story);
  leave_out_silent(trace, story);
  story.between = told_between(finding, story);
  tell_starts(finding, story);
  leave_out_succeeding(trace, story);
  fold_set_up(trace, story);
  for (std::size_t i = 0; i < story.end; ++i) {
    if (!story.told[i] && is_step(trace.operations[i])) ++story.left_out;
  }
  story.left_out -= story.set_up;
  fold_starts(trace, story);
  return story;
}

}  // namespace heddle::report
