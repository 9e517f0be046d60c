#include "explore/finding.h"

#include <fmt/format.h>

namespace heddle::explore {

SourcePlace source_place(const trace::Names& names, trace::PlaceId place) {
  if (place.index() >= names.places.size()) return {};
  const trace::Names::Place& p = names.places[place.index()];
  return {p.file, p.line, p.column};
}

std::string name(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::kNone: return "";
    case FindingKind::kFailure: return std::string(name(finding.failure.kind));
    case FindingKind::kDeadlock: return std::string(name(trace::Outcome::kDeadlock));
    case FindingKind::kLivelock: return std::string(name(trace::FailureKind::kLivelock));
  }
  return "";
}

std::string where(const std::vector<SourcePlace>& places) {
  std::string result;
  for (const SourcePlace& place : places) {
    if (!result.empty()) result += ", ";
    result += place.file.empty() ? "?" : fmt::format("{}:{}:{}", place.file, place.line, place.column);
  }
  return result;
}

std::string where(const Finding& finding) { return where(finding.places); }

}  // namespace heddle::explore
