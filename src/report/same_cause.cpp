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

// Does the race show what the use after free is: the same access, and the same free, in another order or the same?
bool is_same_free(const explore::Finding& race, const explore::Finding& use) {
  if (use.kind != explore::FindingKind::kFailure || use.failure.kind != trace::FailureKind::kUseAfterFree) return false;
  const std::size_t frees = freeing_side(race);
  if (frees == explore::kNoOperation) return false;
  const trace::Operation& free = race.trace.operations[frees];
  const trace::PlaceId used = free.place == race.failure.place ? race.failure.other : race.failure.place;
  return used == use.failure.place && std::ranges::any_of(use.trace.operations, [&](const trace::Operation& op) {
           return op.kind == free.kind && op.place == free.place && op.thread != use.failing;
         });
}

explore::SameCause merged_race(explore::Finding& race) {
  return {std::move(race.places), std::move(race.note), race.count};
}

// A free that races with an access is the mistake that a use after free there shows.
void merge_races_with_free(std::vector<explore::Finding>& findings) {
  for (std::size_t i = 0; i < findings.size();) {
    const auto use =
        std::ranges::find_if(findings, [&](const auto& other) { return is_same_free(findings[i], other); });
    if (use == findings.end()) {
      ++i;
    } else {
      use->also.push_back(merged_race(findings[i]));
      findings.erase(findings.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
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
  merge_races_with_free(findings);
  std::map<std::string, std::size_t> first;  // by cause: the index of the first one
  std::vector<explore::Finding> merged;
  for (explore::Finding& finding : findings) {
    const std::string cause = cause_of(finding, names);
    const auto [known, is_new] = first.try_emplace(cause, merged.size());
    if (cause.empty() || is_new) {
      merged.push_back(std::move(finding));
    } else {
      merged[known->second].also.push_back(merged_race(finding));
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
