#include "report/open_branches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

namespace heddle::report {

using State = explore::BranchCoverage::State;

namespace {

constexpr std::size_t kMaxShown = 6;  // places with the same reason

std::string text_of(const std::vector<std::string>& places, State state) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(places.size(), kMaxShown));
  const std::string more = places.size() > kMaxShown ? fmt::format(" and {} more", places.size() - kMaxShown) : "";
  return fmt::format("not covered, {}: {}{}\n", why_open(state),
                     fmt::join(places.begin(), places.begin() + shown, ", "), more);
}

}  // namespace

std::string_view why_open(State state) {
  switch (state) {
    case State::kCovered: return "covered";
    case State::kUnreachable: return "unreachable (no scenario is left)";
    case State::kTooHard: return "a scenario was too hard";
    case State::kBound: return "scenarios with more interferences were left out";
    case State::kGivenUp: return "a scenario was given up";
    case State::kUnfinished: return "the exploration has not finished";
    case State::kIncomplete: return "no scenario is left, but the exploration is incomplete";
  }
  return "";
}

std::string branch_text(const explore::BranchCoverage::Branch& branch) {
  return fmt::format("{}:{} ({})", branch.line, branch.column, branch.outcome == 0 ? "false" : "true");
}

std::string open_branches_text(const explore::BranchCoverage& coverage) {
  std::map<State, std::vector<std::string>> places;
  for (const explore::BranchCoverage::Branch& b : coverage.branches) {
    if (!b.is_covered()) places[b.state].push_back(fmt::format("{}:{}", b.file, branch_text(b)));
  }
  std::string result;
  for (const auto& [state, at] : places) result += text_of(at, state);
  return result;
}

}  // namespace heddle::report
