#include "explore/interference/temporal_constraints.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/check.h"
#ifdef HEDDLE_CHECKED
#include "explore/interference/integer_order.h"
#endif

namespace heddle::explore::interference {

using trace::OpKind;

Verdict TemporalConstraints::solve(const Scenario& scenario) {
  events_.start(scenario);
  was_searched_ = false;
  are_ends_ignored_ = false;
  Verdict verdict = solver_.solve(events_);
  core_ = solver_.core();
  if (!core_.ends.empty() && events_.goal().is_standstill()) look_for_other_reasons();
  if (verdict == Verdict::kRealizable) {
    solver_.linearise(linear_);
    taken_.clear();
    for (const std::uint32_t e : linear_) taken_.push_back({e, events_.node(e).other});
  } else if (verdict == Verdict::kUnknown) {
    verdict = search_order();
  }
  check(scenario, verdict);
  if (verdict == Verdict::kRealizable) finish();
  return verdict;
}

// A thread that is joined has not ended, and there are many ways to its end. If the events of a standstill have no
// order for another reason, whatever its end is, none of them helps.
void TemporalConstraints::look_for_other_reasons() {
  const OrderCore ends = core_;
  events_.ignore_ends(true);
  Verdict verdict = solver_.solve(events_);
  core_ = solver_.core();
  if (verdict == Verdict::kUnknown) verdict = search_order();
  events_.ignore_ends(false);
  are_ends_ignored_ = verdict == Verdict::kNotRealizable;
  if (are_ends_ignored_) return;
  was_searched_ = false;
  core_ = ends;
}

Verdict TemporalConstraints::search_order() {
  was_searched_ = true;
  const Verdict verdict = search_.solve(events_);
  states_ += search_.states();
  core_ = search_.core();
  taken_ = search_.order();
  return verdict;
}

void TemporalConstraints::shrink_core() {
  if (core_.size() < 2) return;
  candidates_ = core_.reads;
  // Reads with many writers are dropped first: they are the worst to extend.
  const ThreadTrees& trees = events_.trees();
  std::ranges::sort(candidates_, std::greater(),
                    [&](NodeId read) { return std::pair(trees.at(trees[read].location).size(), read); });
  events_.ignore_ends(are_ends_ignored_);
  if (was_searched_) {
    shrink_by_search();
  } else {
    shrink_by_solver();
  }
  events_.ignore_ends(false);
}

// If there is no order even when only the others bind, it is not the reason.
void TemporalConstraints::shrink_by_solver() {
  OrderCore smaller;
  const auto is_enough = [&] {
    if (solver_.solve(events_, &smaller) == Verdict::kNotRealizable) core_ = solver_.core();
  };
  for (const NodeId read : candidates_) {
    smaller = core_;
    if (std::erase(smaller.reads, read) != 0) is_enough();
  }
  const std::vector<trace::LocationId> objects = core_.objects;
  for (const trace::LocationId object : objects) {
    smaller = core_;
    if (std::erase(smaller.objects, object) != 0) is_enough();
  }
}

void TemporalConstraints::shrink_by_search() {
  const std::uint64_t max_states = std::min(OrderSearch::kMaxStates, 4 * search_.states() + 100);
  for (const NodeId read : candidates_) {
    if (std::ranges::find(core_.reads, read) == core_.reads.end()) continue;
    const std::uint32_t e = events_.event_of(read);
    events_.free_read(e);
    const Verdict verdict = search_.solve(events_, max_states);
    states_ += search_.states();
    if (verdict == Verdict::kNotRealizable) {
      core_ = search_.core();
    } else {
      events_.bind_read(e);
    }
  }
}

void TemporalConstraints::finish() {
  schedule_.clear();
  order_.clear();
  for (const OrderSearch::Taken& t : taken_) {
    const Node& node = events_.node(t.event);
    order_.push_back(events_[t.event].node);
    if (!trace::is_step({.kind = node.kind})) continue;
    std::int32_t choice = t.choice;
    if (node.kind == OpKind::kBranch || node.kind == OpKind::kChoose) {
      const bool is_open = node.outcome == kAnyOutcome || node.outcome == kOtherOutcome;
      choice = is_open ? trace::kNoChoice : static_cast<std::int32_t>(node.outcome);
    }
    schedule_.push_back({node.thread, choice});
  }
}

#ifdef HEDDLE_CHECKED
// The slow twins must agree, also that the core is one.
void TemporalConstraints::check(const Scenario& scenario, Verdict verdict) {
  if (was_searched_ || verdict == Verdict::kUnknown) return;
  if (const Verdict searched = search_.solve(events_); searched != Verdict::kUnknown) CHECK(searched == verdict);
  if (events_.events_of_turns() != 0) return;  // which the paper does not cover
  IntegerOrder twin(events_.trees(), scenario, z3_);
  if (!twin.add(verdict == Verdict::kNotRealizable ? &core_ : nullptr)) return;
  CHECK(twin.has_solution() == (verdict == Verdict::kRealizable));
}
#else
void TemporalConstraints::check(const Scenario& /*scenario*/, Verdict /*verdict*/) {}
#endif

}  // namespace heddle::explore::interference
