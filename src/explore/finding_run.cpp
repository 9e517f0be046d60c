#include "explore/finding_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "base/stop.h"
#include "explore/describe.h"
#include "explore/inputs_of.h"
#include "trace/semantics.h"

namespace heddle::explore {

trace::ThreadId thread_in_loop(const trace::DeadlockCore& core, const trace::Trace& trace) {
  for (const trace::Pending& p : trace.pending) {
    if (core.waiting.contains(p.operation.thread) && trace::is_await(p.operation.kind)) return p.operation.thread;
  }
  return {};
}

std::string kind_of(const trace::DeadlockCore& core, const trace::Trace& trace) {
  const bool loops = thread_in_loop(core, trace).valid();
  return std::string(loops ? name(trace::FailureKind::kLivelock) : name(trace::Outcome::kDeadlock));
}

std::string where_of(const trace::Names& names, std::vector<trace::PlaceId> places) {
  std::ranges::sort(places, {}, [&](trace::PlaceId p) {
    const trace::Names::Place& place = names.places[p.index()];
    return std::tuple(std::string_view(place.file), place.line, place.column);
  });
  std::string result;
  for (const trace::PlaceId p : places)
    result += fmt::format("{}{}", result.empty() ? "" : ", ", describe_place(names, p));
  return result;
}

std::string where_of(const trace::Names& names, const trace::Failure& failure) {
  if (!failure.other.valid()) return describe_place(names, failure.place);
  return where_of(names, {failure.place, failure.other});
}

Shown shown_in(const trace::Trace& trace, const Finding& finding, const trace::Names& names) {
  for (const trace::Failure& failure : trace.failures) {
    if (name(failure.kind) == finding.kind && where_of(names, failure) == finding.where) return {failure, {}};
  }
  trace::DeadlockCores cores;
  std::vector<trace::PlaceId> places;
  for (const trace::DeadlockCore& core : cores.find(trace)) {
    places_of(core, trace, places);
    if (kind_of(core, trace) == finding.kind && where_of(names, places) == finding.where) return {{}, core};
  }
  return {};
}

void tell_run(Finding& finding, const trace::Failure* failure, trace::Executor& executor, std::uint32_t depth) {
  // A run that others have cut short goes on in its replay: the schedule of the whole is what is kept.
  finding.test = test_of(finding.trace, depth);
  if (failure != nullptr) finding.failing = failure->thread;
  finding.inputs = inputs_of(finding.trace, executor.expressions());
  finding.output = executor.output();
  try {
    finding.explanation = executor.explain(finding.test, failure);
  } catch (const base::Stopped&) {
    finding.explanation = {};  // it is confirmed, and a replay shows them
  }
  if (!finding.explanation.note.empty()) finding.message = describe_failure(failure->kind, finding.explanation.note);
  finding.visible_cells = executor.visible_cells();
}

}  // namespace heddle::explore
