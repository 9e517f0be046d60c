// A run continues as that of another test: would it have got here with that one, too?

#include "runtime/schedule/scheduler.h"

namespace heddle::runtime {

using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

namespace {

constexpr ThreadId kMain(0);

}  // namespace

// Like Scheduler::choose, where only main can continue.
bool Scheduler::lets_main_go_on() {
  choice_ = trace::kNoChoice;
  if (position_ < slot_->schedule_size) {
    const trace::Step& step = slot_->schedule[position_++];
    choice_ = step.choice;
    return step.thread == kMain;
  }
  if (!free_) {
    free_ = true;
    enabled_before_ = ThreadSet(kMain);
    if (slot_->sleep.contains(kMain)) return false;
  }
  picker_.pick(ThreadSet(kMain), last_, steps_);
  return true;
}

bool Scheduler::answers_alike(const trace::Operation& op) {
  if (!lets_main_go_on()) return false;
  last_ = kMain;
  ++steps_;
  if (op.kind == OpKind::kChoose) {
    const std::int64_t choice = choice_ != trace::kNoChoice ? choice_ : picker_.pick_outcome(trace::outcomes(op, 0));
    return choice == op.choice;
  }
  if (op.kind == OpKind::kBranch) return choice_ == trace::kNoChoice || choice_ == op.choice;
  if (op.kind != OpKind::kSignal) return true;
  // No thread waits for it.
  if (choice_ != trace::kNoChoice) return false;
  picker_.pick_outcome(trace::outcomes(op, op.before));
  return true;
}

bool Scheduler::answers_alike(const AskedInput& asked) {
  bool given = false;
  return answer_input(given) == asked.value && given == asked.given;
}

bool Scheduler::take_up(abi::Slot& slot, std::span<const trace::Operation> start) {
  slot_ = &slot;
  picker_.reset(slot.policy);
  position_ = steps_ = next_input_ = threads_[0].inputs = 0;
  last_ = ThreadId::none();
  last_step_ = nullptr;
  free_ = false;
  asleep_.clear();
  slot.twins_size = 0;
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
  return inputs_before(static_cast<std::uint32_t>(start.size()));
}

}  // namespace heddle::runtime
