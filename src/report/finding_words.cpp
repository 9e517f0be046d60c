#include "report/finding_words.h"

#include "report/describe.h"
#include "report/same_cause.h"

namespace heddle::report {

explore::SourcePlace place_of(const explore::Finding& finding, const trace::Names& names) {
  if (finding.kind == explore::FindingKind::kFailure) return explore::source_place(names, finding.failure.place);
  if (!finding.waits.empty())
    return explore::source_place(names, finding.trace.pending[finding.waits.front().pending].operation.place);
  for (const trace::Pending& pending : finding.trace.pending) {
    if (pending.why == trace::Pending::Why::kBlocked) return explore::source_place(names, pending.operation.place);
  }
  return {};
}

FindingWords words_of(const explore::Finding& finding, const trace::Names& names) {
  FindingWords words{.kind = name(finding),
                     .where = where(finding),
                     .message = message_of(finding, names),
                     .count = finding.count,
                     .cause = cause_of(finding, names),
                     .place = place_of(finding, names)};
  for (const explore::SameCause& other : finding.also) words.also.push_back(words_of(other));
  return words;
}

}  // namespace heddle::report
