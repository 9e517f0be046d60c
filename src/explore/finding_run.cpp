#include "explore/finding_run.h"

#include <algorithm>

#include "base/stop.h"
#include "explore/inputs_of.h"
#include "trace/semantics.h"

namespace heddle::explore {

using trace::Operation;
using trace::OpKind;
using trace::ThreadId;

namespace {

// The operation that last changed the location.
std::size_t last_change(trace::LocationId location, const trace::Trace& trace) {
  for (std::size_t i = trace.operations.size(); i-- > 0;) {
    const Operation& op = trace.operations[i];
    if (op.location == location && op.effect == trace::Effect::kModify) return i;
  }
  return kNoOperation;
}

Wait wait_of(std::size_t pending, const trace::Trace& trace) {
  const Operation& op = trace.pending[pending].operation;
  Wait wait{.pending = pending, .held = held_by(op.thread, trace, trace.operations.size())};
  if (op.kind == OpKind::kJoin && op.choice >= 0) wait.holder = ThreadId(static_cast<std::size_t>(op.choice));
  if (op.kind != OpKind::kLock) return wait;
  const std::size_t taken = last_change(op.location, trace);
  if (taken == kNoOperation || trace.operations[taken].value <= 0) return wait;
  wait.holder = ThreadId(static_cast<std::size_t>(trace.operations[taken].value - 1));
  wait.since = taken;
  return wait;
}

// The accesses of a race, if both were steps of the run.
void find_accesses(Finding& finding) {
  const trace::Failure& race = finding.failure;
  const std::vector<Operation>& all = finding.trace.operations;
  const auto modifies = [](const Operation& op) { return op.effect == trace::Effect::kModify; };
  for (std::size_t j = 0; j < all.size(); ++j) {
    if (all[j].thread != race.thread || all[j].place != race.place || !all[j].location.valid()) continue;
    for (std::size_t i = j; i-- > 0;) {
      const bool is_it = all[i].thread != race.thread && all[i].place == race.other &&
                         all[i].location == all[j].location && (modifies(all[i]) || modifies(all[j]));
      if (!is_it) continue;
      finding.earlier = {i, held_by(all[i].thread, finding.trace, i)};
      finding.later = {j, held_by(all[j].thread, finding.trace, j)};
      return;
    }
  }
}

}  // namespace

ThreadId thread_in_loop(const trace::DeadlockCore& core, const trace::Trace& trace) {
  for (const trace::Pending& p : trace.pending) {
    if (core.waiting.contains(p.operation.thread) && trace::is_await(p.operation.kind)) return p.operation.thread;
  }
  return {};
}

FindingKind kind_of(const trace::DeadlockCore& core, const trace::Trace& trace) {
  return thread_in_loop(core, trace).valid() ? FindingKind::kLivelock : FindingKind::kDeadlock;
}

std::vector<SourcePlace> places_of(const trace::Failure& failure, const trace::Names& names) {
  std::vector<SourcePlace> places = {source_place(names, failure.place)};
  if (failure.other.valid()) places.push_back(source_place(names, failure.other));
  std::ranges::sort(places);
  return places;
}

std::vector<SourcePlace> places_of(const trace::DeadlockCore& core, const trace::Trace& trace,
                                   const trace::Names& names) {
  std::vector<trace::PlaceId> ids;
  trace::places_of(core, trace, ids);
  std::vector<SourcePlace> places;
  places.reserve(ids.size());
  for (const trace::PlaceId id : ids) places.push_back(source_place(names, id));
  std::ranges::sort(places);
  return places;
}

std::string note_of(const trace::Failure& failure, const trace::Names& names) {
  if (failure.note.index() < names.notes.size()) return names.notes[failure.note.index()];
  return failure.place.index() < names.places.size() ? names.places[failure.place.index()].text : "";
}

std::vector<Wait> waits_of(const trace::DeadlockCore& core, const trace::Trace& trace) {
  std::vector<Wait> waits;
  for (std::size_t i = 0; i < trace.pending.size(); ++i) {
    if (core.waiting.contains(trace.pending[i].operation.thread)) waits.push_back(wait_of(i, trace));
  }
  if (core.kind != trace::DeadlockCore::Kind::kCycle) return waits;
  for (std::size_t i = 0; i + 1 < waits.size(); ++i) {
    const auto next = std::find_if(waits.begin() + static_cast<std::ptrdiff_t>(i) + 1, waits.end(), [&](const Wait& w) {
      return trace.pending[w.pending].operation.thread == waits[i].holder;
    });
    if (next != waits.end()) std::swap(waits[i + 1], *next);
  }
  return waits;
}

Shown shown_in(const trace::Trace& trace, const Finding& finding, const trace::Names& names) {
  // The same livelock may show as a failure or as a deadlock.
  const std::string kind = name(finding);
  for (const trace::Failure& failure : trace.failures) {
    if (name(failure.kind) == kind && places_of(failure, names) == finding.places) return {failure, {}};
  }
  trace::DeadlockCores cores;
  for (const trace::DeadlockCore& core : cores.find(trace)) {
    if (name({.kind = kind_of(core, trace)}) == kind && places_of(core, trace, names) == finding.places)
      return {{}, core};
  }
  return {};
}

Finding finding_of(const Shown& shown, const trace::Trace& trace, const trace::Names& names) {
  if (shown.failure)
    return {.kind = FindingKind::kFailure, .places = places_of(*shown.failure, names), .failure = *shown.failure};
  if (!shown.core) return {};
  return {.kind = kind_of(*shown.core, trace), .places = places_of(*shown.core, trace, names), .core = *shown.core};
}

std::vector<std::size_t> steps_until_failure(const Finding& finding) {
  const std::vector<Operation>& operations = finding.trace.operations;
  const auto last = std::ranges::find(operations.rbegin(), operations.rend(), finding.failing, &Operation::thread);
  const auto end = finding.failing.valid() ? std::distance(last, operations.rend()) : std::ssize(operations);
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < static_cast<std::size_t>(end); ++i) {
    if (is_step(operations[i])) steps.push_back(i);
  }
  return steps;
}

void describe_run(Finding& finding, const Shown& shown, trace::Executor& executor, std::uint32_t depth) {
  // A run that was cut short by others goes on in its replay: the schedule of the whole run is kept.
  finding.test = test_of(finding.trace, depth);
  finding.earlier = finding.later = {};
  finding.waits.clear();
  if (shown.failure) {
    finding.kind = FindingKind::kFailure;
    finding.failure = *shown.failure;
    finding.failing = shown.failure->thread;
    finding.note = note_of(*shown.failure, executor.names());
    if (finding.is_race()) find_accesses(finding);
  } else if (shown.core) {
    finding.kind = kind_of(*shown.core, finding.trace);
    finding.core = *shown.core;
    finding.failing = thread_in_loop(*shown.core, finding.trace);
    finding.waits = waits_of(*shown.core, finding.trace);
  }
  finding.inputs = inputs_of(finding.trace, executor.expressions());
  if (executor.expressions() != nullptr) mark_fractions(finding.inputs, *executor.expressions());
  finding.output = executor.output();
  try {
    finding.explanation = executor.explain(finding.test, shown.failure ? &finding.failure : nullptr);
  } catch (const base::Stopped&) {
    finding.explanation = {};  // it is confirmed, and a replay shows them
  }
  if (!finding.explanation.note.empty()) finding.note = finding.explanation.note;  // it has better names
  finding.visible_cells = executor.visible_cells();
}

}  // namespace heddle::explore
