#include "report/same_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/describe.h"

namespace heddle::report {

namespace {

// The first run that shows a race may not have its accesses as steps: then nothing is known of locks.
std::string cause_by_stacks(const explore::Finding& finding, const trace::Names& names) {
  std::vector<std::string> sides;
  for (const trace::Stack& stack : finding.explanation.stacks) {
    const std::string who = thread_name(stack.thread, names);
    sides.push_back(who.substr(0, who.find('#')));
  }
  if (sides.size() != 2) return {};
  std::ranges::sort(sides);
  return fmt::format("{}, {}", sides[0], sides[1]);
}

}  // namespace

std::string cause_of(const explore::Finding& finding, const trace::Names& names) {
  if (!finding.is_race() || finding.explanation.operations.empty()) return {};
  if (finding.later.operation == explore::kNoOperation) return cause_by_stacks(finding, names);
  const auto side = [&](const explore::RacingAccess& access) {
    const std::string who = thread_name(finding.trace.operations[access.operation].thread, names);
    std::string text = who.substr(0, who.find('#'));  // threads of one function do the same
    for (const auto& [lock, taken] : access.held) text += fmt::format(" {}", lock.value);
    return text;
  };
  std::string sides[] = {side(finding.earlier), side(finding.later)};
  std::ranges::sort(sides);
  return fmt::format("{}, {}", sides[0], sides[1]);
}

void merge_same_cause(std::vector<explore::Finding>& findings, const trace::Names& names) {
  std::map<std::string, std::size_t> first;  // by cause: the index of the first one
  std::vector<explore::Finding> merged;
  for (explore::Finding& finding : findings) {
    const std::string cause = cause_of(finding, names);
    const auto [known, is_new] = first.try_emplace(cause, merged.size());
    if (cause.empty() || is_new) {
      merged.push_back(std::move(finding));
    } else {
      merged[known->second].also.push_back({std::move(finding.places), std::move(finding.note), finding.count});
    }
  }
  findings = std::move(merged);
}

MergedRace words_of(const explore::SameCause& race) {
  return {where(race.places), race_message(race.note), race.count};
}

std::string same_cause_text(const std::vector<MergedRace>& also) {
  constexpr std::size_t kMaxShown = 12;
  if (also.empty()) return {};
  std::string text =
      fmt::format("The same threads race also at {} other place{}:\n", also.size(), also.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(also.size(), kMaxShown); ++i)
    text += fmt::format("  {}: {}\n", also[i].where, also[i].message);
  if (also.size() > kMaxShown) text += fmt::format("  and {} more\n", also.size() - kMaxShown);
  return text;
}

}  // namespace heddle::report
