#include "runtime/schedule/spin.h"

#include <cerrno>
#include <utility>

#include "runtime/anchor.h"
#include "runtime/memory/frames.h"
#include "runtime/sys/paths.h"

namespace heddle::runtime {

namespace {

// A variable's place on the stack, wherever it lives (memory/frames.h), as an offset within all stacks.
std::uint64_t on_stacks(std::uint64_t address) {
  return address - (Frames::contains(address) ? kFramesBase : kStackBase);
}

// Is the address on a stack, and beyond this end of it?
bool is_beyond(std::uint64_t address, std::uint64_t stack) {
  const std::uint64_t place = on_stacks(address);
  const std::uint64_t end = stack - kStackBase;
  return place < end && end < kStacksSize && place / kStackStride == end / kStackStride;
}

bool is_on_stack_of(const Thread& self, std::uint64_t address) {
  return on_stacks(address) / kStackStride == self.id.index();
}

// Does the content have an expression? Then it need not have the same value as before for other inputs.
bool is_symbolic(std::uint64_t address, std::uint64_t size) {
  SymbolicState& symbolic = runtime().symbolic;
  return !symbolic.memory().empty() && !symbolic.reads_are_variables() && symbolic.memory().has(address, size);
}

// Where reads are variables: which expressions are there.
std::uint64_t shadows_at(std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  SymbolicState& symbolic = runtime().symbolic;
  if (!symbolic.reads_are_variables() || !symbolic.memory().has(address, size)) return 0;
  std::uint64_t hash = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    const auto byte = *reinterpret_cast<const std::uint8_t*>(address + i);
    hash = (hash + symbolic.memory().at(address + i, byte)) * kOdd;
  }
  return hash;
}

bool has_changed(Thread& self, const Thread::Write& write) {
  if (is_symbolic(write.address, write.size) ||
      content(reinterpret_cast<const void*>(write.address), write.size) != write.before)
    return true;
  if (shadows_at(write.address, write.size) != write.shadows) ++self.guesses;
  return false;
}

// At most one word. What loops around the innermost one have recorded is theirs.
void note_part(Thread& self, std::uint64_t address, std::uint64_t size) {
  for (std::uint32_t i = self.loops[self.loop_count - 1].first_write; i < self.write_count; ++i) {
    const Thread::Write& other = self.writes[i];
    if (other.address <= address && address + size <= other.address + other.size) return;
    if (address < other.address + other.size && other.address < address + size) {
      self.add_effect();  // a part of it: not worth the trouble
      return;
    }
  }
  if (self.write_count == Thread::kMaxWrites || is_symbolic(address, size)) {
    self.add_effect();
    return;
  }
  self.writes[self.write_count++] = {address, size, content(reinterpret_cast<const void*>(address), size), false,
                                     shadows_at(address, size)};
}

// Back at the head of a loop: did what was written since the last time change anything that is still there?
void settle_writes(Thread& self, std::uint32_t first, std::uint64_t stack) {
  for (std::uint32_t i = first; i < self.write_count; ++i) {
    const Thread::Write& write = self.writes[i];
    if (write.size == 0 || is_beyond(write.address, stack) || (!write.released && !has_changed(self, write))) continue;
    self.add_effect();
    break;
  }
  self.write_count = first;
}

// Has another thread changed this location, in a step after this one?
bool was_changed_by_others(const Thread& self, trace::LocationId location, const abi::Slot& slot, std::uint32_t from) {
  for (std::uint32_t i = from; i < slot.operations_size; ++i) {
    const trace::Operation& op = slot.operations[i];
    if (op.location == location && op.thread != self.id && op.effect == trace::Effect::kModify) return true;
  }
  return false;
}

// Here is one half of a pair; does it close the pair that was opened last?
bool closes_section(Thread& self, trace::LocationId lock, bool released) {
  if (self.section_count == 0) return false;
  const Thread::Section& open = self.sections[self.section_count - 1];
  if (open.lock != lock || open.released == released || open.after != self.effects) return false;
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(lock);
  if (record.looked_at) return false;
  if (open.released && was_changed_by_others(self, lock, *rt.slot, open.operation)) return false;
  rt.locations.learn(record.paired);
  if (open.released) ++self.guesses;  // others need not have left it alone
  self.effects = open.before;
  --self.section_count;
  return true;
}

void open_section(Thread& self, trace::LocationId lock, bool released) {
  // What was opened before an effect is never closed.
  const bool stale = self.section_count != 0 && self.sections[self.section_count - 1].after != self.effects;
  if (stale || self.section_count == Thread::kMaxSections) self.section_count = 0;
  // One that was closed and is opened again is the same pair.
  const bool is_old = self.section_count < self.sections_used;
  Thread::Section& section = self.sections[self.section_count++];
  if (!is_old) self.sections_used = self.section_count;
  const bool again = is_old && section.lock == lock && section.released == released && section.before == self.effects;
  if (!again) {
    section = {.lock = lock, .released = released, .before = self.effects};
    self.add_effect();
    section.after = self.effects;
  }
  self.effects = section.after;
  section.operation = runtime().slot->operations_size;
}

// Which of the thread's current loops is this one? Null if there are too many.
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
  if (self.loop_count == Thread::kMaxLoops) return nullptr;  // loops nested deeper are ignored
  Thread::Loop& loop = self.loops[self.loop_count++];
  loop.frame = nullptr;
  return &loop;
}

}  // namespace

// Others may see what was written. For variables on the thread's own stack, it is determined at the head whether they
// still exist: if not, nobody else has known them, since passing on their address is an effect.
void release_writes(Thread& self) {
  bool changed = false;
  for (std::uint32_t i = 0; i < self.write_count; ++i) {
    Thread::Write& write = self.writes[i];
    if (write.size == 0 || write.released || !has_changed(self, write)) continue;
    if (is_on_stack_of(self, write.address)) {
      write.released = true;
    } else {
      changed = true;
    }
  }
  if (changed) self.add_effect();
}

void note_write(Thread& self, std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kWord = sizeof(std::uint64_t);
  if (is_beyond(address, self.loops[self.loop_count - 1].stack)) return;
  if (size > kWord * Thread::kMaxWrites) return self.add_effect();
  for (; size > kWord; size -= kWord, address += kWord) note_part(self, address, kWord);
  note_part(self, address, size);
}

void forget_writes(Thread& self, std::uint64_t address, std::uint64_t size) {
  for (std::uint32_t i = 0; i < self.write_count; ++i) {
    Thread::Write& write = self.writes[i];
    if (address <= write.address && write.address + write.size <= address + size) write.size = 0;
  }
  const std::uint32_t first = self.loop_count != 0 ? self.loops[self.loop_count - 1].first_write : 0;
  while (self.write_count > first && self.writes[self.write_count - 1].size == 0) --self.write_count;
}

void note_effect_in_loop(Thread& self, const trace::Operation& op) {
  bool released = false;
  switch (op.kind) {
    case trace::OpKind::kLock:
    case trace::OpKind::kTryLock:
    case trace::OpKind::kReadLock:
    case trace::OpKind::kTryReadLock:
    case trace::OpKind::kWriteLock:
    case trace::OpKind::kTryWriteLock: break;
    case trace::OpKind::kUnlock:
    case trace::OpKind::kReadUnlock:
    case trace::OpKind::kWriteUnlock:
      if (self.write_count != 0) release_writes(self);
      released = true;
      break;
    default: self.add_effect(); return;
  }
  if (self.pausing) {
    self.add_effect();
  } else if (!closes_section(self, op.location, released)) {
    open_section(self, op.location, released);
  }
}

namespace {

void keep_look(trace::LocationId lock) {
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(lock);
  if (record.looked_at) return;
  record.looked_at = true;
  ++rt.channel->flags_changed;
  ++rt.channel->knowledge;
  if (record.paired) rt.slot->start_again = true;
}

// This iteration is left out.
void forget_looks(Thread& self, std::uint32_t from) {
  while (self.look_count != 0 && self.looks[self.look_count - 1].operation >= from) --self.look_count;
}

}  // namespace

void note_look(Thread& self, const trace::Operation& op) {
  Runtime& rt = runtime();
  if (self.loop_count != 0 && op.effect == trace::Effect::kModify) return;
  if (rt.locations.record(op.location).looked_at) return;
  if (self.loop_count == 0 || self.look_count == Thread::kMaxLooks) return keep_look(op.location);
  self.looks[self.look_count++] = {op.location, static_cast<std::uint32_t>(&op - rt.slot->operations)};
}

void keep_looks(Thread& self) {
  for (std::uint32_t i = 0; i < self.look_count; ++i) keep_look(self.looks[i].lock);
}

Pause::Pause(Thread& self) : self_(self), operation_(runtime().slot->operations_size) {
  if (self.write_count != 0) release_writes(self);
  effects_ = self.effects;
  self.pausing = true;
}

Pause::~Pause() { self_.pausing = false; }

void Pause::was_in_vain(Thread& self, trace::LocationId mutex) const {
  Runtime& rt = runtime();
  abi::LocationRecord& record = rt.locations.record(mutex);
  if (record.looked_at) return;
  const bool again = self.last_pause == effects_ && self.last_pause_mutex == mutex;
  if (again || !was_changed_by_others(self, mutex, *rt.slot, operation_)) {
    rt.locations.learn(record.paired);
    ++self.guesses;  // others need not have left it alone
    self.effects = effects_;
    return;
  }
  self.last_pause = self.effects;
  self.last_pause_mutex = mutex;
}

namespace {

// A loop that runs this long without a step is considered endless. The time limit would cut it, too, but at a different
// point in every run. While a thread is alone, iterations are cheap and there may be many: it may be preparing
// something large.
constexpr std::uint32_t kMostTurns = 1 << 18;
constexpr std::uint32_t kMostTurnsAlone = 1 << 27;

constexpr std::uint32_t kMostCalls = 1 << 21;

void begin_count(Thread& self) {
  if (self.turns_behind == self.segment) return;
  self.turns_behind = self.segment;
  self.turns = 0;
  self.calls = 0;
}

void count_turn(Scheduler& scheduler, Thread& self, const heddle_place* place) {
  begin_count(self);
  if (++self.turns < kMostTurns) [[likely]]
    return;
  if (self.turns >= kMostTurnsAlone || !runtime().quiet.alone()) scheduler.stop(Stop::kEndless, place);
}

}  // namespace

void count_call(const heddle_place* place) {
  Scheduler& scheduler = runtime().scheduler;
  Thread& self = scheduler.current();
  begin_count(self);
  if (++self.calls < kMostCalls) [[likely]]
    return;
  if (self.calls >= kMostTurnsAlone || !runtime().quiet.alone()) scheduler.stop(Stop::kEndless, place);
}

void at_loop_head(Scheduler& scheduler, const LoopHead& head, std::uint64_t state) {
  const auto& [frame, end_of_stack, place] = head;
  const auto stack = reinterpret_cast<std::uint64_t>(end_of_stack);
  Thread& self = scheduler.current();
  // What functions without hooks pass on: a failed try leaves its reason. The factor is not the one by which the pass
  // has multiplied the state, or a small change of errno could make up for one of what the loop carries over.
  constexpr std::uint64_t kOdd = 0xD1B54A32D192ED03;  // a different state for every number
  state += static_cast<unsigned>(errno) * kOdd;
  // Values that are equal now need not be equal for other inputs: their expressions must be. What was read is a
  // different variable in each iteration; whether that makes a difference is reported with the iteration.
  const std::uint64_t shadows = std::exchange(self.loop_shadows, 0);
  const bool reads_are_variables = runtime().symbolic.reads_are_variables();
  if (!reads_are_variables) state ^= shadows;
  Quiet& quiet = runtime().quiet;
  count_turn(scheduler, self, place);
  Thread::Loop* loop = self.loop_count != 0 ? &self.loops[self.loop_count - 1] : nullptr;
  if (loop == nullptr || !loop->is(frame, place)) [[unlikely]] {
    loop = find_loop(self, frame, place);
    if (loop == nullptr) return;
  }
  if (loop->frame == nullptr) loop->first_write = self.write_count;  // earlier writes belong to the loops around it
  settle_writes(self, loop->first_write, stack);
  const std::uint64_t told = self.effects;
  const bool wrote = quiet.take_wrote();
  if (wrote) self.add_change();
  quiet.at_loop_head(loop->frame == nullptr);
  runtime().moment.tell_writes();
  if (loop->frame != nullptr && loop->state == state) {
    if (loop->effects == self.effects) [[unlikely]] {
      forget_looks(self, loop->first_read);
      const bool is_certain = loop->shadows == shadows && loop->guesses == self.guesses;
      scheduler.stop_in_vain(place, is_certain ? loop->first_read : trace::kNoTurn);
    }
    // Did none of these writes have an effect?
    if (wrote && loop->effects == told) quiet.listen();
  }
  *loop = {frame,
           place,
           state,
           self.effects,
           scheduler.operation_count(),
           stack,
           self.write_count,
           reads_are_variables ? shadows : 0,
           self.guesses};
}

bool begin_last_look(Thread& self, const void* frame, const heddle_place* place) {
  for (std::uint32_t i = self.loop_count; i != 0; --i) {
    const Thread::Loop& loop = self.loops[i - 1];
    if (!loop.is(frame, place)) continue;
    self.turn_place = place;
    self.turn_begin = loop.first_read;
    return true;
  }
  return false;
}

namespace {

// A thread that is stopped in a loop has changed nothing in its last turn, whatever locks it has taken and released
// there. Is this change such a step, and has it come to this location in that turn only after the look?
bool is_undone(const trace::Operation& change, const abi::Slot& slot, const Scheduler& scheduler, std::uint32_t look) {
  const Thread* const other = scheduler.stopped_in_loop(change.thread);
  if (other == nullptr || other->loop_count == 0 || other->all_locks.depth != 0) return false;
  const std::uint32_t turn = other->loops[other->loop_count - 1].first_read;
  if (&change < slot.operations + turn) return false;
  for (std::uint32_t i = turn; i < look; ++i) {
    const trace::Operation& op = slot.operations[i];
    if (op.thread == change.thread && op.location == change.location && op.effect == trace::Effect::kModify)
      return false;
  }
  return true;
}

// Would the thread find something else at this location than in this step of its last turn?
bool is_different_now(const Thread& self, const abi::Slot& slot, const Scheduler& scheduler, std::uint32_t look) {
  const trace::LocationId location = slot.operations[look].location;
  for (std::uint32_t i = look; i < slot.operations_size; ++i) {
    const trace::Operation& op = slot.operations[i];
    const bool is_change = op.location == location && op.thread != self.id && op.effect == trace::Effect::kModify;
    if (is_change && !is_undone(op, slot, scheduler, look)) return true;
  }
  return false;
}

}  // namespace

// Other threads change what the thread has read without steps only if they are ordered after it by a step on one of
// these locations; anything else is a race, after which the exploration starts again. Who waits for a location may go
// on in the middle of an iteration that modifies it, although it is as before in the end.
bool is_stuck(const Thread& thread, const abi::Slot& slot, const Scheduler& scheduler) {
  if (thread.awaited >= 0) return !is_ready(thread.awaited, thread.awaited_events);
  const bool waits = trace::awaits_turn(thread.pending);
  if (!waits && (thread.loop_count == 0 || thread.all_locks.depth != 0)) return false;
  const std::uint32_t first = waits ? thread.turn_begin : thread.loops[thread.loop_count - 1].first_read;
  for (std::uint32_t i = first; i < slot.operations_size; ++i) {
    const trace::Operation& op = slot.operations[i];
    if (op.thread != thread.id || !op.location.valid()) continue;
    if (is_different_now(thread, slot, scheduler, i)) return false;
    if (op.effect == trace::Effect::kModify && scheduler.is_awaited(op.location)) return false;
  }
  return true;
}

}  // namespace heddle::runtime
