#include "runtime/schedule/twins.h"

#include <cstring>
#include <span>

#include "runtime/anchor.h"

namespace heddle::runtime {

using trace::ThreadId;

namespace {

// std::thread and the like give each thread an object of its own, which says what to do.
const Block* argument_object(Runtime& rt, const Thread& thread) {
  if (!is_in_library(reinterpret_cast<const void*>(thread.function))) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(thread.argument);
  const Block* const block = rt.heap.find_block(address);
  return block != nullptr && block->begin() == address && block->size <= kMaxArgument ? block : nullptr;
}

void keep_argument(Runtime& rt, Thread& thread) {
  const Block* const block = argument_object(rt, thread);
  if (block == nullptr) return;
  thread.twins.argument_size = static_cast<std::uint32_t>(block->size);
  std::memcpy(thread.argument_object, thread.argument, block->size);
}

// Before the thread has begun, and the attributes of its creation are forgotten.
Inherited inherited_by(Runtime& rt, Thread& parent, const Thread& child) {
  constexpr std::uint32_t kFlags = 0x3f;  // of past exceptions: those are also the runtime's
  Inherited result{.nanoseconds = child.nanoseconds, .stack = child.fiber.stack_size()};
  if (parent.child_has_signals) {
    result.blocked = parent.child_signals;
  } else if (rt.run.uses_signals) {
    result.blocked = parent.fiber.signals().blocked();
  }
  result.floating_mode = __builtin_ia32_stmxcsr() & ~kFlags;
  asm volatile("fnstcw %0" : "=m"(result.old_mode));
  result.policy = child.scheduling.policy;
  result.priority = child.scheduling.priority;
  result.name_hash = child.name_hash;
  return result;
}

bool do_the_same(const Thread& a, const Thread& b) {
  if (a.function != b.function || a.twins.inherited != b.twins.inherited) return false;
  if (a.argument_shadow != 0 || b.argument_shadow != 0) return false;
  if (a.argument == b.argument) return true;
  const std::uint32_t size = a.twins.argument_size;
  return size != 0 && size == b.twins.argument_size && std::memcmp(a.argument_object, b.argument_object, size) == 0;
}

Thread& eldest_of(Runtime& rt, Thread& thread) {
  return thread.twins.eldest.valid() ? *rt.scheduler.find(thread.twins.eldest) : thread;
}

void add_twin(Runtime& rt, Thread& before, Thread& child) {
  Thread& eldest = eldest_of(rt, before);
  eldest.twins.members = eldest.twins.members == 0 ? 2 : eldest.twins.members + 1;
  child.twins.before = before.id;
  child.twins.eldest = eldest.id;
  rt.slot->twins[rt.slot->twins_size++] = {child.id, before.id};
  // Its creator has handed over the object, and nobody else knows it.
  if (child.twins.argument_size != 0)
    rt.races.clear(reinterpret_cast<std::uintptr_t>(child.argument), child.twins.argument_size);
}

}  // namespace

void give_up_twins(Runtime& rt) {
  rt.channel->twins_differ = true;
  rt.slot->start_again = true;
}

void find_twin(Runtime& rt, Thread& parent, Thread& child) {
  Twins& row = parent.twins;
  const std::uint32_t nth = parent.children - 1;
  if (nth == 0 || parent.steps != row.creation + 1) row.first_in_row = nth;
  row.creation = parent.steps;
  keep_argument(rt, child);
  child.twins.inherited = inherited_by(rt, parent, child);
  for (std::uint32_t n = nth; n > row.first_in_row; --n) {
    Thread& other = rt.scheduler.child(parent, n - 1);
    if (!do_the_same(other, child)) continue;
    if (!other.twins.has_seen_itself) add_twin(rt, other, child);
    return;
  }
}

bool join_twin(Runtime& rt, Thread& self, Thread& other, bool takes_result) {
  Thread& eldest = eldest_of(rt, other);
  Twins& twins = eldest.twins;
  if (self.steps != self.twins.join + 1) self.twins.first_join = self.steps;
  self.twins.join = self.steps;
  if (twins.members == 0) return true;
  if (twins.joined == 0) {
    twins.group_join = self.steps;
    twins.result = other.result;
  }
  const bool in_row = twins.group_join >= self.twins.first_join;
  twins.results_differ |= other.result != twins.result || other.result_shadow != 0;
  twins.results_taken |= takes_result;
  ++twins.joined;
  const bool is_creator = rt.channel->threads[other.id.index()].parent == self.id;
  if (!in_row || !is_creator || (twins.results_taken && twins.results_differ)) give_up_twins(rt);
  if (twins.joined != twins.members) return false;
  for (const trace::Twin& twin : std::span(rt.slot->twins, rt.slot->twins_size)) {
    if (rt.scheduler.find(twin.thread)->twins.eldest == eldest.id) rt.races.join(self.id, twin.thread);
  }
  rt.races.join(self.id, eldest.id);
  return true;
}

namespace {

// Does the creator wait for a twin that never ends, although this one has ended? Under the other's name it would have
// been joined instead.
bool could_be_joined(Runtime& rt, const Thread& creator, const Thread& twin) {
  if (!rt.scheduler.is_joining(creator.id) || twin.joined || !rt.scheduler.has_ended(twin.id)) return false;
  Thread& awaited = *rt.scheduler.find(ThreadId(static_cast<std::size_t>(creator.pending.choice)));
  return eldest_of(rt, awaited).id == (twin.twins.eldest.valid() ? twin.twins.eldest : twin.id);
}

}  // namespace

void end_twins(Runtime& rt) {
  for (const trace::Twin& twin : std::span(rt.slot->twins, rt.slot->twins_size)) {
    const Thread& eldest = eldest_of(rt, *rt.scheduler.find(twin.thread));
    const Thread& creator = *rt.scheduler.find(rt.channel->threads[eldest.id.index()].parent);
    if (could_be_joined(rt, creator, *rt.scheduler.find(twin.thread)) || could_be_joined(rt, creator, eldest))
      give_up_twins(rt);
    if (eldest.twins.joined == 0 || eldest.twins.joined == eldest.twins.members) continue;
    const bool only_joins = rt.scheduler.is_joining(creator.id) && creator.steps == creator.twins.join &&
                            eldest.twins.group_join >= creator.twins.first_join;
    if (!only_joins) give_up_twins(rt);
  }
}

void see_itself(Thread& self) {
  Runtime& rt = runtime();
  for (Thread* thread = &self;;) {
    thread->twins.has_seen_itself = true;
    tell_apart(*thread);
    const ThreadId parent = rt.channel->threads[thread->id.index()].parent;
    if (!parent.valid()) return;
    thread = rt.scheduler.find(parent);
  }
}

void tell_apart(const Thread& thread) {
  if (thread.twins.has_twin()) give_up_twins(runtime());
}

}  // namespace heddle::runtime
