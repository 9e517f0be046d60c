#include "runtime/failures/stacks.h"

#include <unwind.h>

#include "runtime/anchor.h"

namespace heddle::runtime {

namespace {

_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  auto& stack = *static_cast<abi::StackRecord*>(data);
  const auto address = static_cast<std::uint64_t>(_Unwind_GetIP(context));
  if (address == 0 || stack.size == abi::kMaxFrames) return _URC_END_OF_STACK;
  stack.frames[stack.size++] = address - 1;  // within the call, not after it
  return _URC_NO_REASON;
}

// Uses the tables for exceptions, which the C library has, too, unlike frame pointers.
void capture(abi::StackRecord& stack) {
  stack.size = 0;
  _Unwind_Backtrace(add_frame, &stack);
}

}  // namespace

void keep_stop(trace::ThreadId thread) { capture(runtime().channel->captured.stops[thread.index()]); }

void keep_operation(std::size_t index) {
  abi::OperationStack& kept = runtime().channel->captured.operation_stacks[index % abi::kOperationStacks];
  kept.operation = static_cast<std::uint32_t>(index);
  capture(kept.stack);
}

void keep_access(trace::ThreadId thread, std::uint64_t address, std::uint64_t size, trace::PlaceId place) {
  abi::Channel& channel = *runtime().channel;
  if (channel.captured.wanted_race.address - address >= size || place != channel.captured.wanted_race.earlier) return;
  capture(channel.captured.accesses[thread.index()]);
}

void keep_race(const Race& race) {
  abi::Channel& channel = *runtime().channel;
  abi::RaceRecord& record = channel.captured.race;
  const abi::WantedRace& watched = channel.captured.wanted_race;
  const bool is_it =
      race.address == watched.address && race.earlier.place == watched.earlier && race.later.place == watched.later;
  if (!is_it || record.later.stack.size != 0) return;
  record.earlier.thread = race.earlier.thread;
  record.earlier.is_write = race.earlier.is_write;
  record.earlier.stack = channel.captured.accesses[race.earlier.thread.index()];
  record.later.thread = race.later.thread;
  record.later.is_write = race.later.is_write;
  capture(record.later.stack);
}

}  // namespace heddle::runtime
