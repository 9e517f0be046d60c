// What optimal partial order reduction plans before its turn.

#include <algorithm>
#include <memory>

#include "explore/dpor/optimal.h"
#include "explore/dpor/subtrees.h"

namespace heddle::explore::dpor {

Next Optimal::next(Plan& plan) {
  const Next next = TreeSearch::next(plan);
  if (next == Next::kNothingNow) return plan_early(plan) ? Next::kPlan : next;
  plan.test.orders_twins = orders_twins_;
  plan.test.counts_commute = counts_commute_;
  if (next != Next::kPlan) return next;
  const Ticket early = find_early(plan.test);
  if (early == 0) return next;
  --early_;
  rename(early);
  plan.ticket = early;
  return Next::kWanted;
}

Ticket Optimal::find_early(const trace::Test& test) {
  if (subtrees_ == nullptr) return 0;
  if (planned_early_ != 0) subtrees_->enter(planned_early_);
  return subtrees_->follows() ? subtrees_->follow(test) : planned_early_;
}

std::size_t Optimal::max_early() const {
  const std::size_t known = kLeastEarly + (progress_.traces + progress_.blocked) / kRunsPerEarly;
  return std::min({kMaxEarly, kMaxKeptOperations / (last_length_ + 1), known});
}

bool Optimal::plan_early(Plan& plan) {
  if (is_pruned_) return false;
  if (subtrees_ == nullptr) {
    subtrees_ = std::make_unique<Subtrees>([this] { return std::make_unique<Optimal>(executor_, solver_); });
  }
  const std::size_t most = max_early();
  if (early_ >= most) return false;
  plan.clear();
  const Ticket ticket = new_ticket();
  plan.ticket = ticket;
  if (!plan_next_leaf(plan) && !subtrees_->plan(plan.test, ticket, most - early_)) return false;
  plan.test.orders_twins = orders_twins_;
  plan.test.counts_commute = counts_commute_;
  plan.early = true;
  ++early_;
  return true;
}

bool Optimal::plan_next_leaf(Plan& plan) {
  auto end = std::ranges::lower_bound(leaves_, subtrees_->first_inside(), {}, &NewLeaf::node);
  while (end != leaves_.begin()) {
    --end;
    const NewLeaf next = *end;
    end = leaves_.erase(end);
    if (!forest_.contains(next.leaf) || !plan_leaf(next, plan.test)) continue;
    forest_.mark(next.leaf, plan.ticket);
    if (!subtrees_->full()) subtrees_->begin(next.node, plan.ticket, plan.test);
    return true;
  }
  return false;
}

void Optimal::observe_early(Ticket ticket, const trace::Trace& trace) { subtrees_->observe(ticket, trace); }

bool Optimal::plan_leaf(const NewLeaf& leaf, trace::Test& test) {
  const auto decides = [](const Action& action) { return action.condition.valid(); };
  forest_.find_path(leaf.leaf, leaf_path_);
  if (!history_.path().empty() || std::ranges::any_of(plan_, decides) || std::ranges::any_of(leaf_path_, decides))
    return false;
  // Up to the node of its tree it is what the test in flight begins with.
  const std::size_t first = leaf.length - leaf_path_.size();
  const std::uint32_t known = history_.length();
  for (std::uint32_t i = 0; i < first; ++i)
    test.schedule.push_back(i < known ? history_.event(i).action.step() : plan_[i - known].step());
  for (const Action& action : leaf_path_) test.schedule.push_back(action.step());
  return true;
}

void Optimal::note_leaf(const WakeupForest::Leaf& leaf, std::uint32_t node) {
  if (leaves_.size() > 2 * forest_.size() + kMaxEarly)
    std::erase_if(leaves_, [&](const NewLeaf& old) { return !forest_.contains(old.leaf); });
  forest_.find_path(leaf, leaf_path_);
  // Branches of one node are taken in their order.
  const auto at = std::ranges::lower_bound(leaves_, node, {}, &NewLeaf::node);
  leaves_.insert(at, {leaf, node, static_cast<std::uint32_t>(node + leaf_path_.size())});
}

}  // namespace heddle::explore::dpor
