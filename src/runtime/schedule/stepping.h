#pragma once

#include "runtime/anchor.h"
#include "runtime/names/places.h"
#include "runtime/schedule/scheduler.h"

// What every step passes through, to be inlined where the kind of the step is known. A run consists of little else:
// whatever is added here costs time in every step. Only the files of the hot path include this; see
// cmake/runtime.cmake.

namespace heddle::runtime {

// The operation that comes next in the trace. It counts once added() is called, with all its fields set.
inline trace::Operation& Scheduler::next_operation() { return slot_->operations[slot_->operations_size]; }

[[gnu::always_inline]] inline void Scheduler::added() {
  if (slot_->operations_size + 1 < abi::kMaxOperations) [[likely]] {
    ++slot_->operations_size;
  } else {
    truncated_ = is_looked_at_ = true;
    slot_->overflow |= static_cast<std::uint32_t>(abi::Overflow::kOperations);
  }
}

[[gnu::always_inline]] inline Thread* Scheduler::choose() {
  if (is_looked_at_) [[unlikely]] {
    if (truncated_) return nullptr;
    look_for_checkpoint();
  }
  if (position_ < slot_->schedule_size) return follow_schedule();
  if (!free_ || !asleep_.empty()) [[unlikely]]
    return choose_with_sleepers();
  if (sets_.enabled.empty() && (sets_.waiting.empty() || !look_again())) return nullptr;
  return &threads_[picker_.pick(sets_.enabled, last_, steps_).index()];
}

// Lets the next thread run, and returns when it is this one's turn again.
[[gnu::always_inline]] inline void Scheduler::go_on() {
  Thread& self = *current_;
  runtime().moment.end();
  if (slot_->capture || self.starter != nullptr) [[unlikely]] {
    if (is_start(self)) return;
  }
  Thread* const next = choose();
  if (next != &self) hand_over(next);
}

// The part of a step that is the same for all kinds, after it has been chosen and is in the trace.
[[gnu::always_inline]] inline void Scheduler::count_step(Thread& thread, trace::Operation& op) {
  sets_.enabled.erase(thread.id);
  last_ = thread.id;
  last_step_ = &op;
  ++steps_;
  if (++thread.steps == 1 && waiting_twins_ != 0) [[unlikely]]
    let_twin_begin(thread.id);
  thread.segment = slot_->operations_size;
  if (op.kind != trace::OpKind::kBranch) thread.visible = thread.segment;
}

inline void Scheduler::expect_write(trace::Operation& op, std::uint64_t address, std::uint64_t size) {
  unsettled_ = {&op, address, size};
}

template <trace::OpKind kKind>
[[gnu::always_inline]] inline const trace::Operation& Scheduler::access(trace::LocationId location,
                                                                        std::uint64_t address, std::uint64_t size,
                                                                        trace::PlaceId place, std::int64_t operand) {
  Thread& self = *current_;
  const trace::ThreadId id = self.id;
  self.pending = {.kind = kKind, .thread = id, .location = location, .place = place, .operand = operand};
  pend_enabled(self);
  go_on();
  std::int64_t& state = locations_->known_state(location);
  // What a write replaces is what the last step left there.
  const std::int64_t before =
      kKind == trace::OpKind::kWrite ? state : content(reinterpret_cast<const void*>(address), size);
  state = before;
  const trace::Effect effect = trace::effect_at(kKind, id, operand, before);
  // Not a copy of the pending operation: reading something immediately after it was written in different pieces is
  // slow.
  trace::Operation& op = next_operation();
  op = {.kind = kKind,
        .effect = effect,
        .thread = id,
        .location = location,
        .place = place,
        .operand = operand,
        .before = before,
        .value = before};
  added();
  count_step(self, op);
  if (looks_closely_) [[unlikely]]
    note_step(op);
  if (effect == trace::Effect::kModify) {
    self.add_effect();
    expect_write(op, address, size);
  }
  return op;
}

}  // namespace heddle::runtime
