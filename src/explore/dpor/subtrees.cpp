#include "explore/dpor/subtrees.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/hash.h"
#include "explore/dpor/optimal.h"
#include "trace/surprise.h"

namespace heddle::explore::dpor {

namespace {

std::uint64_t hash(const std::vector<trace::Step>& schedule) {
  std::uint64_t result = schedule.size();
  for (const trace::Step& step : schedule)
    result = base::mix(result + (step.thread.index() << 32U) + static_cast<std::uint32_t>(step.choice));
  return result;
}

// What depends on inputs is not searched ahead: only the main search knows them. Nor is a run that is not as planned.
bool can_follow(const trace::Trace& trace) {
  const auto is_decision = [](const trace::Operation& op) { return op.kind == trace::OpKind::kBranch; };
  return trace.outcome != trace::Outcome::kDiverged && std::ranges::none_of(trace.operations, is_decision);
}

}  // namespace

Subtrees::Subtrees(std::function<std::unique_ptr<Optimal>()> make_search) : make_search_(std::move(make_search)) {}
Subtrees::~Subtrees() = default;

Subtrees::Owned Subtrees::take_unused() {
  if (unused_.empty()) {
    auto result = std::make_unique<Subtree>();
    result->search = make_search_();
    return result;
  }
  Owned result = std::move(unused_.back());
  unused_.pop_back();
  return result;
}

void Subtrees::begin(std::uint32_t node, Ticket ticket, const trace::Test& test) {
  Owned subtree = take_unused();
  subtree->node = node;
  subtree->root = static_cast<std::uint32_t>(test.schedule.size());
  subtree->results.clear();
  subtree->results.push_back({ticket, hash(test.schedule)});
  subtree->in_flight = ticket;
  subtree->has_begun = subtree->has_ended = false;
  // Branches of one node are taken in their order.
  const auto at = std::ranges::lower_bound(subtrees_, node, {}, [](const Owned& other) { return other->node; });
  subtrees_.insert(at, std::move(subtree));
}

bool Subtrees::plan(trace::Test& test, Ticket ticket, std::size_t room) {
  for (auto it = subtrees_.rbegin(); it != subtrees_.rend(); ++it) {
    Subtree& s = **it;
    if (s.has_ended || s.in_flight != kNobody || s.results.size() >= std::max<std::size_t>(room / kPartOfRoom, 1))
      continue;
    if (!s.search->next_test(test)) {
      s.has_ended = true;
      continue;
    }
    s.results.push_back({ticket, hash(test.schedule)});
    s.in_flight = ticket;
    return true;
  }
  return false;
}

void Subtrees::observe(Ticket ticket, const trace::Trace& trace) {
  const auto found = std::ranges::find(subtrees_, ticket, [](const Owned& s) { return s->in_flight; });
  if (found == subtrees_.end()) return;  // the main search is there
  Subtree& s = **found;
  s.in_flight = kNobody;
  if (!can_follow(trace)) {
    s.has_ended = true;
    return;
  }
  try {
    if (!std::exchange(s.has_begun, true)) s.search->begin_below(s.root);
    s.search->observe_run(trace);
  } catch (const trace::Surprise&) {
    s.has_ended = true;  // the main search will say so when it gets there
  }
}

void Subtrees::enter(Ticket leaf) {
  CHECK(entered_ == nullptr);
  const auto found = std::ranges::find(subtrees_, leaf, [](const Owned& s) { return s->results.front().ticket; });
  if (found == subtrees_.end()) return;
  entered_ = std::move(*found);
  subtrees_.erase(found);
}

Ticket Subtrees::follow(const trace::Test& test) {
  const Early next = entered_->results.front();
  CHECK_MSG(next.schedule == hash(test.schedule), "a search ahead has planned other tests");
  entered_->results.pop_front();
  if (entered_->results.empty()) unused_.push_back(std::move(entered_));
  return next.ticket;
}

std::uint32_t Subtrees::first_inside() const { return entered_ != nullptr ? entered_->root : ~std::uint32_t{0}; }

}  // namespace heddle::explore::dpor
