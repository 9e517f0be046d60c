#include "report/exploration.h"

#include "report/story.h"

namespace heddle::report {

namespace {

SourcePlace source_place(trace::PlaceId id, const trace::Names& names) {
  if (id.index() >= names.places.size()) return {};
  const trace::Names::Place& place = names.places[id.index()];
  return {place.file, place.line, place.column};
}

}  // namespace

SourcePlace place_of(const explore::Finding& finding, const trace::Names& names) {
  if (const trace::Failure* const failure = failure_of(finding, names)) return source_place(failure->place, names);
  for (const trace::Pending& pending : finding.trace.pending) {
    if (pending.why == trace::Pending::Why::kBlocked) return source_place(pending.operation.place, names);
  }
  return {};
}

}  // namespace heddle::report
