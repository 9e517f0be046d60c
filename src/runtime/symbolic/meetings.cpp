#include "abi/meeting.h"
#include "runtime/anchor.h"
#include "runtime/symbolic/symbolic_state.h"

// Where a thread's ways around a branch meet again (trace::Meeting): what it has learnt in between and no longer holds
// in a variable makes no difference to what follows.

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kMixer = 0x9E3779B97F4A7C15;  // an odd number without pattern
constexpr unsigned kWidthMask = 0xff;

// Writes that were not announced.
void count_quiet_writes(Thread& self) {
  if (runtime().quiet.take_wrote()) self.add_change();
}

}  // namespace

bool SymbolicState::knows_meetings() const {
  return channel_->settings.symbolic == trace::SymbolicValues::kInputsReadsAndMeetings;
}

// If the thread reaches a branch whose ways have not met yet, what counts is where it first reached one.
void SymbolicState::fork(heddle_fork& fork) {
  if (!knows_meetings() || fork.is_set != 0) return;
  Thread& self = runtime().scheduler.current();
  count_quiet_writes(self);
  fork = {1, runtime().slot->operations_size, self.locals, log_size_, self.changes};
}

// The number of its first record, plus one.
std::uint32_t SymbolicState::meet(heddle_fork& fork, std::uint64_t hash) {
  if (fork.is_set == 0) return 0;
  fork.is_set = 0;
  abi::Slot& slot = *runtime().slot;
  const abi::MeetingRecords none{};
  if (slot.locals_size + none.size() > abi::kMaxLocals) {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kLocals);
    return 0;
  }
  Thread& self = runtime().scheduler.current();
  count_quiet_writes(self);
  forget_decided(fork.decided);
  ++self.locals;
  const std::uint32_t first = slot.locals_size;
  for (const abi::LocalRecord& record : abi::pack(trace::Meeting{.at = slot.operations_size,
                                                                 .thread = self.id,
                                                                 .since = fork.operation,
                                                                 .since_names = fork.names,
                                                                 .hash = hash,
                                                                 .changed = self.changes != fork.changes})) {
    slot.locals[slot.locals_size++] = record;
  }
  return first + 1;
}

// A pointer usually points to the same place whatever was read: then it needs no name.
Expr SymbolicState::name_met(std::uint32_t meeting, std::uint32_t how, Expr shadow_of, std::uint64_t value) {
  if (meeting == 0) return shadow_of;
  abi::LocalRecord* const records = &runtime().slot->locals[meeting - 1];
  trace::Meeting met = abi::unpack_meeting(records);
  const bool is_place = shadow_of == 0 && (how & HEDDLE_POINTER) != 0;
  met.hash = (met.hash ^ (is_place ? value : 1)) * kMixer;
  if (!is_place) ++met.names;
  const abi::MeetingRecords changed = abi::pack(met);
  for (std::size_t i = 0; i < changed.size(); ++i) records[i] = changed[i];
  constexpr std::uint32_t kNoLocal = 0;
  return is_place ? 0 : new_name(kNoLocal, how & kWidthMask, shadow_of, value);
}

void SymbolicState::forget_decided(std::uint32_t from) {
  const trace::ThreadId self = runtime().scheduler.current().id;
  for (std::uint32_t i = from; i < log_size_; ++i) {
    if (log_[i].thread != self) continue;
    decided_[log_[i].expression].by &= ~bit_of(self);
    log_[i].thread = trace::ThreadId::none();
  }
}

}  // namespace heddle::runtime
