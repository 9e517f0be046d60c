#include "explore/prune/adaptive.h"

#include <fmt/format.h>

#include <algorithm>

#include "explore/prune/symbolic_values.h"
#include "trace/short_text.h"

namespace heddle::explore::prune {

bool Adaptive::next_test(trace::Test& test) {
  take_turns();
  ended_ = !running_->search->next_test(test);
  return !ended_;
}

void Adaptive::take_turns() {
  // To look at the clock takes as long as a short run: then it is not done for each of them.
  if (++unmeasured_ < between_looks_) return;
  const Clock::time_point now = Clock::now();
  const bool is_soon = now - since_ < turns_.at_least / 8;
  between_looks_ = is_soon ? std::min(2 * between_looks_, kMaxBetweenLooks) : 1;
  unmeasured_ = 0;
  running_->time += now - since_;
  turn_ += now - since_;
  since_ = now;
  if (turn_ < turns_.at_least) return;
  Turn* const behind = turns_.before + plain_.time < kPlainTimes * pruned_.time ? &plain_ : &pruned_;
  if (behind == running_) return;
  running_ = behind;
  between_looks_ = 1;
  turn_ = {};
  executor_->make_symbolic(is_plain() ? trace::SymbolicValues::kInputs : symbolic_values(*executor_));
}

void Adaptive::observe_run(const trace::Trace& trace) {
  running_->search->observe_run(trace);
  if (!is_plain()) return;
  for (const trace::Operation& op : trace.operations) {
    const bool decides = op.kind == trace::OpKind::kBranch;
    if (decides && trace::unpack_branch(op.operand).mode == trace::BranchMode::kFix) fixed_.insert(op.place);
  }
}

std::vector<std::string> Adaptive::reasons_of_incompleteness() const {
  std::vector<std::string> result = running_->search->reasons_of_incompleteness();
  if (!is_plain()) return result;
  for (const trace::PlaceId place : fixed_)
    result.push_back(fmt::format("symbolic value fixed ({})", short_text(executor_->names(), place)));
  return result;
}

Progress Adaptive::progress() const {
  Progress progress = running_->search->progress();
  progress.pruning = pruned_.search->progress().pruning;
  if (progress.pruning && ended_ && is_plain()) progress.pruning->off = "the search without pruning was faster";
  return progress;
}

}  // namespace heddle::explore::prune
