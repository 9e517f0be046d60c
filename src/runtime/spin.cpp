#include "runtime/spin.h"

#include "runtime/anchor.h"

namespace heddle::runtime {

void note_write(Thread& self, std::uint64_t address, std::uint64_t size) {
  for (std::uint32_t i = 0; i < self.write_count; ++i) {
    const Thread::Write& other = self.writes[i];
    if (other.address == address && other.size == size) return;
    if (address < other.address + other.size && other.address < address + size) {
      ++self.effects;  // a part of it: not worth the trouble
      return;
    }
  }
  if (self.write_count == Thread::kMaxWrites) {
    ++self.effects;
    return;
  }
  self.writes[self.write_count++] = {address, size, content(reinterpret_cast<const void*>(address), size)};
}

namespace {

// Has one of the writes since the last head changed anything?
void settle_writes(Thread& self) {
  for (std::uint32_t i = 0; i < self.write_count; ++i) {
    const Thread::Write& write = self.writes[i];
    if (content(reinterpret_cast<const void*>(write.address), write.size) == write.before) continue;
    ++self.effects;
    break;
  }
  self.write_count = 0;
}

// Which of the loops that the thread is in is this one? Null if there are too many.
Thread::Loop* find_loop(Thread& self, const void* frame, const heddle_place* place) {
  // Loops of functions that have returned, and loops inside this one, are over.
  while (self.loop_count > 0) {
    Thread::Loop& top = self.loops[self.loop_count - 1];
    if (top.is(frame, place)) return &top;
    bool is_below = false;
    for (std::uint32_t i = 0; i < self.loop_count - 1; ++i) is_below |= self.loops[i].is(frame, place);
    if (top.frame >= frame && !is_below) break;
    --self.loop_count;
  }
  if (self.loop_count == Thread::kMaxLoops) return nullptr;  // loops nested deeper are not looked at
  Thread::Loop& loop = self.loops[self.loop_count++];
  loop.frame = nullptr;
  return &loop;
}

}  // namespace

void at_loop_head(Scheduler& scheduler, const void* frame, std::uint64_t state, const heddle_place* place) {
  Thread& self = scheduler.current();
  Quiet& quiet = runtime().quiet;
  if (self.write_count != 0) settle_writes(self);
  const bool wrote = quiet.take_wrote();
  if (wrote) ++self.effects;
  Thread::Loop* loop = self.loop_count != 0 ? &self.loops[self.loop_count - 1] : nullptr;
  if (loop == nullptr || !loop->is(frame, place)) [[unlikely]] {
    loop = find_loop(self, frame, place);
    if (loop == nullptr) return;
  }
  quiet.at_loop_head(loop->frame == nullptr);
  if (loop->frame != nullptr && loop->state == state) {
    if (loop->effects == self.effects) [[unlikely]]
      scheduler.stop(Stop::kSpinning, place);
    // Were all these writes in vain?
    if (wrote && loop->effects + 1 == self.effects) quiet.listen();
  }
  *loop = {frame, place, state, self.effects, scheduler.operation_count()};
}

bool is_stuck(const Thread& thread, const abi::Channel& channel, Locations& locations) {
  if (thread.loop_count == 0) return false;
  for (std::uint32_t i = thread.loops[thread.loop_count - 1].first_read; i < channel.operations_size; ++i) {
    const trace::Operation& op = channel.operations[i];
    if (op.thread == thread.id && op.location.valid() && locations.state(op.location).state != op.value) return false;
  }
  return true;
}

}  // namespace heddle::runtime
