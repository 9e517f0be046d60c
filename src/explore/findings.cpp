#include "explore/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "explore/finding_run.h"
#include "trace/hidden_counts.h"
#include "trace/semantics.h"
#include "trace/short_text.h"

namespace heddle::explore {

using trace::PlaceId;
using trace::Trace;

namespace {

constexpr std::uint64_t kDeadlockKey = trace::kFailureKindCount;
constexpr std::size_t kNotKept = ~std::size_t{0};

template <class T>
bool starts_with(const std::vector<T>& all, const std::vector<T>& start) {
  return all.size() >= start.size() && std::equal(start.begin(), start.end(), all.begin());
}

}  // namespace

bool Findings::count(const base::Hash128& key) {
  const auto [entry, is_new] = entries_.try_emplace(key, Entry{findings_.size(), tests_});
  if (!is_new && entry->second.last_test != tests_) {
    entry->second.last_test = tests_;
    if (entry->second.index < findings_.size()) ++findings_[entry->second.index].count;
  }
  return is_new;
}

void Findings::set_aside() {
  for (std::size_t i = 0; i < findings_.size(); ++i) aside_.emplace_back(keys_[i], std::move(findings_[i]));
  findings_.clear();
  keys_.clear();
  entries_.clear();
  // The target may have learnt something between a run and its replay; if there is a bug, it shows up again.
  unconfirmed_.clear();
}

std::vector<Finding> Findings::take() {
  for (auto& [key, finding] : aside_) {
    if (entries_.try_emplace(key, Entry{findings_.size(), tests_}).second) findings_.push_back(std::move(finding));
  }
  aside_.clear();
  return std::move(findings_);
}

void Findings::collect(const Trace& trace) {
  for (const trace::Failure& failure : trace.failures) {
    // A race is the same whichever of the two accesses comes first.
    const bool swap = failure.other.valid() && failure.other < failure.place;
    base::Hash128 key;
    key.add(static_cast<std::uint64_t>(failure.kind))
        .add(swap ? failure.other.value : failure.place.value)
        .add(swap ? failure.place.value : failure.other.value);
    if (count(key)) confirm(trace, {failure, {}}, key);
  }
  collect_deadlocks(trace);
}

void Findings::collect_deadlocks(const Trace& trace) {
  for (const trace::DeadlockCore& core : cores_.find(trace)) {
    trace::places_of(core, trace, places_);
    base::Hash128 key;
    key.add(kDeadlockKey);
    for (const PlaceId p : places_) key.add(p.value);
    if (count(key)) confirm(trace, {{}, core}, key);
  }
}

// Kept only once it has shown up again: stopping the work in the meantime leaves no half-finished finding.
void Findings::confirm(Trace trace, const Shown& shown, const base::Hash128& key) {
  trace::hide_counts(trace);
  const trace::Test test = test_of(trace, depth_);
  Finding finding = finding_of(shown, trace, executor_.names());
  finding.count = 1;
  executor_.run(test, finding.trace);
  const bool same = starts_with(finding.trace.operations, trace.operations) &&
                    starts_with(finding.trace.failures, trace.failures) &&
                    (finding.trace == trace || !ended_by_itself(trace.outcome));
  if (!same && !executor_.is_exact()) {
    unconfirmed_.push_back(fmt::format("{} at {} was seen once, but its replay ended as '{}'", name(finding),
                                       where(finding), name(finding.trace.outcome)));
    entries_.at(key).index = kNotKept;
    return;
  }
  CHECK_MSG(same, "{} at {} does not show itself again: the run ended as {}, its replay as {}; test: {}", name(finding),
            where(finding), name(trace.outcome), name(finding.trace.outcome), short_text(test));
  describe_run(finding, shown, executor_, depth_);
  findings_.push_back(std::move(finding));
  keys_.push_back(key);
}

}  // namespace heddle::explore
