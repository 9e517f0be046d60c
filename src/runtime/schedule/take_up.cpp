// A run continues as that of another test: would it have got here with that one, too?

#include "runtime/anchor.h"

namespace heddle::runtime {

using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

// Like Scheduler::choose. While main is alone, this needs no schedule: there is no other thread. Later, what a free run
// would do is not known without running it.
bool Scheduler::lets_go_on(ThreadId thread) {
  choice_ = trace::kNoChoice;
  if (position_ < slot_->schedule_size) {
    const trace::Step& step = slot_->schedule[position_++];
    choice_ = step.choice;
    return step.thread == thread;
  }
  if (sets_.exists.size() != 1) return false;
  if (!free_) {
    free_ = true;
    enabled_before_ = ThreadSet(thread);
    if (slot_->sleep.contains(thread)) return false;
  }
  picker_.pick(ThreadSet(thread), last_, steps_);
  return true;
}

bool Scheduler::answers_alike(const trace::Operation& op) {
  if (!lets_go_on(op.thread)) return false;
  last_ = op.thread;
  ++steps_;
  const bool is_given = choice_ != trace::kNoChoice;
  if (op.kind == OpKind::kChoose)
    return (is_given ? choice_ : picker_.pick_outcome(trace::outcomes(op, 0))) == op.choice;
  if (op.kind == OpKind::kBranch) return !is_given || choice_ == op.choice;
  if (op.kind != OpKind::kSignal) return true;
  const std::int64_t picked = is_given ? 0 : picker_.pick_outcome(trace::outcomes(op, op.before));
  return (is_given ? choice_ : trace::outcome(op, op.before, picked)) == op.choice;
}

bool Scheduler::answers_alike(const AskedInput& asked) {
  bool given = false;
  return answer_input(threads_[asked.thread.index()], given) == asked.value && given == asked.given;
}

bool Scheduler::take_up(abi::Slot& slot, std::span<const trace::Operation> start) {
  slot_ = &slot;
  picker_.reset(slot.policy);
  position_ = steps_ = next_input_ = 0;
  for (const ThreadId t : sets_.exists) threads_[t.index()].inputs = 0;
  last_ = ThreadId::none();
  last_step_ = nullptr;
  free_ = false;
  asleep_.clear();
  const AskedInput* asked = asked_.begin();
  const auto inputs_before = [&](std::uint32_t operation) {
    for (; asked != asked_.end() && asked->operation == operation; ++asked) {
      if (!answers_alike(*asked)) return false;
    }
    return true;
  };
  for (std::uint32_t i = 0; i < start.size(); ++i) {
    if (!inputs_before(i)) return false;
    if (!trace::is_step(start[i])) continue;
    if (!answers_alike(start[i])) return false;
    last_step_ = &slot.operations[i];
  }
  learn_threads();
  is_looked_at_ = truncated_ || runtime().checkpoint.looks_at_steps();
  return inputs_before(static_cast<std::uint32_t>(start.size()));
}

}  // namespace heddle::runtime
