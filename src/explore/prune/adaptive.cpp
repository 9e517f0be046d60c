#include "explore/prune/adaptive.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explore/prune/symbolic_values.h"
#include "trace/short_text.h"

namespace heddle::explore::prune {

namespace {

// What it costs to start Z3 and to ask it something, and twice as much.
constexpr Turns::Time kSolver = std::chrono::milliseconds(100);

symbolic::Effort worth(Turns::Time time) {
  return time < kSolver ? symbolic::Effort::kLeast : symbolic::Effort::kQuick;
}

}  // namespace

Adaptive::Adaptive(trace::Executor& executor, std::unique_ptr<AssertionGuided> pruned,
                   std::unique_ptr<OneAtATime> plain, const Turns& turns)
    : executor_(&executor),
      turns_(turns),
      pruned_(std::move(pruned)),
      plain_(std::move(plain)),
      before_(turns_.clock()),
      seen_(before_) {
  pruned_->set_effort(worth(left()));
}

bool Adaptive::next_test(trace::Test& test) {
  take_turns();
  ended_ = !search().next_test(test);
  return !ended_;
}

void Adaptive::take_turns() {
  // To look at the clock takes as long as a short run: then it is not done for each of them.
  const bool must_wait = !is_plain_ && postponed_;
  if (++unmeasured_ < between_looks_ && !must_wait) return;
  look_at_clock();
  const bool goes_on = is_plain_ ? turn_ < turns_.at_least || left() < std::max(2 * costliest_, turns_.at_least)
                                 : left() >= costliest_ && !must_wait;
  if (!goes_on) change_turns();
}

void Adaptive::look_at_clock() {
  const Time now = turns_.clock();
  const Time spent = now - seen_;
  between_looks_ = spent < turns_.at_least / 8 ? std::min(2 * between_looks_, kMaxBetweenLooks) : 1;
  unmeasured_ = 0;
  seen_ = now;
  turn_ += spent;
  costliest_ = std::max(costliest_, spent);
  (is_plain_ ? plain_time_ : pruned_time_) += spent;
}

void Adaptive::change_turns() {
  is_plain_ = !is_plain_;
  between_looks_ = 1;
  turn_ = {};
  executor_->make_symbolic(is_plain_ ? trace::SymbolicValues::kInputs : symbolic_values(*executor_));
  if (is_plain_) return;
  pruned_->set_effort(worth(left()));
  if (postponed_) pruned_->observe_run(*postponed_);
  postponed_.reset();
}

void Adaptive::observe_run(const trace::Trace& trace) {
  const bool is_first = !std::exchange(begun_, true);
  const auto is_input = [](const trace::Operation& op) { return op.kind == trace::OpKind::kInput; };
  if (is_first && !is_plain_ && std::ranges::any_of(trace.operations, is_input)) {
    postponed_ = trace;
    return;
  }
  search().observe_run(trace);
  if (!is_plain_) return;
  for (const trace::Operation& op : trace.operations) {
    const bool decides = op.kind == trace::OpKind::kBranch;
    if (decides && trace::unpack_branch(op.operand).mode == trace::BranchMode::kFix) fixed_.insert(op.place);
  }
}

std::vector<std::string> Adaptive::reasons_of_incompleteness() const {
  std::vector<std::string> result = search().reasons_of_incompleteness();
  if (!is_plain_) return result;
  for (const trace::PlaceId place : fixed_)
    result.push_back(fmt::format("symbolic value fixed ({})", short_text(executor_->names(), place)));
  return result;
}

Progress Adaptive::progress() const {
  Progress progress = search().progress();
  progress.pruning = pruned_->progress().pruning;
  if (progress.pruning && ended_ && is_plain_) progress.pruning->off = "the search without pruning was faster";
  return progress;
}

}  // namespace heddle::explore::prune
