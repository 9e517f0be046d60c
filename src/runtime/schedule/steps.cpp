#include <cstring>

#include "runtime/anchor.h"
#include "runtime/failures/stacks.h"
#include "runtime/names/naming.h"
#include "runtime/names/places.h"
#include "runtime/schedule/lock_all.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/stepping.h"
#include "runtime/schedule/synchronisation.h"
#include "runtime/schedule/thread_entry.h"

namespace heddle::runtime {

using trace::Effect;
using trace::OpKind;
using trace::ThreadId;
using trace::ThreadSet;

trace::Operation& Scheduler::log(const trace::Operation& op) {
  trace::Operation& logged = next_operation();
  logged = op;
  added();
  return logged;
}

void Scheduler::record(OpKind kind, const heddle_place* place, std::int64_t value, std::int64_t operand) {
  settle();
  log({.kind = kind, .thread = current_->id, .place = place_id(place), .operand = operand, .value = value});
}

namespace {

// A lock was tried.
void note_try(Thread& self, const trace::Operation& op) {
  const bool has_it = op.effect == Effect::kModify;
  if (self.all_locks.depth == 0) {
    note_look(self, op);
  } else if (has_it) {
    take_one_of_all(self, op.location);
  } else {
    self.all_locks.was_held = true;
  }
}

}  // namespace

// Takes the pending step of the thread.
trace::Operation& Scheduler::perform(Thread& thread) {
  trace::Operation& op = log(thread.pending);
  sets_.waiting.erase(thread.id);
  sets_.joining.erase(thread.id);
  count_step(thread, op);
  carry_out(thread, op);
  if (looks_closely_) note_step(op);
  if (op.effect == Effect::kModify) note_effect(thread, op);
  on_synchronisation(op);
  return op;
}

// With the outcome `choice_` (kNoChoice: chosen by the policy).
[[gnu::always_inline]] inline void Scheduler::carry_out(Thread& thread, trace::Operation& op) {
  switch (op.kind) {
    case OpKind::kRead:
    case OpKind::kWrite:
    case OpKind::kRmw:
    case OpKind::kAdd:
    case OpKind::kExchange:
    case OpKind::kCas:
    case OpKind::kAwait:
    case OpKind::kAwaitRmw: access_memory(op); break;
    case OpKind::kSignal:
      op.choice = trace::choose(op, choice_, locations_->state(op.location).state, picker_);
      synchronise(op);
      break;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
      synchronise(op);
      note_try(thread, op);
      break;
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kReadLock:
    case OpKind::kReadUnlock:
    case OpKind::kWriteLock:
    case OpKind::kWriteUnlock:
    case OpKind::kWait:
    case OpKind::kBroadcast:
    case OpKind::kSemWait:
    case OpKind::kSemTryWait:
    case OpKind::kSemPost:
    case OpKind::kInspect:
    case OpKind::kDestroy:
    case OpKind::kLook:
    case OpKind::kChange:
    case OpKind::kArrive: synchronise(op); break;
    case OpKind::kTimedWake:
      sets_.woken.erase(thread.id);
      synchronise(op);
      break;
    case OpKind::kWake:
    case OpKind::kLeave:
      sets_.woken.erase(thread.id);
      op.before = op.value = locations_->state(op.location).state;
      break;
    case OpKind::kChoose:
      op.choice = trace::choose(op, choice_, 0, picker_);
      op.value = trace::unpack_domain(op.operand).low + op.choice;
      break;
    case OpKind::kCreate:
    case OpKind::kJoin:
    case OpKind::kExit:
    case OpKind::kInput:
    case OpKind::kBranch:
    case OpKind::kAssert:
    case OpKind::kAssume: break;
  }
}

void Scheduler::read_state(trace::LocationId location) {
  const abi::LocationRecord& cell = locations_->record(location);
  locations_->state(location).state = content(reinterpret_cast<const void*>(cell.address), cell.size);
}

void Scheduler::access_memory(trace::Operation& op) {
  const abi::LocationRecord& cell = locations_->record(op.location);
  // What a write replaces is what the last step left there.
  if (op.kind != OpKind::kWrite) read_state(op.location);
  op.before = op.value = locations_->state(op.location).state;
  op.effect = trace::effect_at(op, op.before);
  if (op.effect != Effect::kModify) return;
  expect_write(op, cell.address, cell.size);
}

// --- words for what is read and written, and its expressions

void Scheduler::note_step(const trace::Operation& op) {
  if (slot_->capture) {
    keep_operation(static_cast<std::size_t>(&op - slot_->operations));
    runtime().explainer.begins(op, *current_);
  }
  if (op.kind == OpKind::kBranch || !channel_->has_shadows) return;
  runtime().symbolic.name_local_memory();
  const bool reads = op.kind == OpKind::kRead || op.kind == OpKind::kRmw || op.kind == OpKind::kAdd ||
                     op.kind == OpKind::kExchange || op.kind == OpKind::kCas;
  if (reads) note_read(op);
}

void Scheduler::note_read(const trace::Operation& op) {
  const abi::LocationRecord& cell = locations_->record(op.location);
  if (cell.size > sizeof(std::uint64_t)) return;
  // What a compare-exchange or the like finds is an expression of the trace only if it is a variable.
  SymbolicState& symbolic = runtime().symbolic;
  if (op.kind != OpKind::kRead && !symbolic.reads_are_variables()) return;
  symbolic.read(static_cast<std::uint32_t>(&op - slot_->operations), cell.address, static_cast<unsigned>(cell.size),
                static_cast<std::uint64_t>(op.before));
}

void Scheduler::note_written(const trace::Operation& op) {
  if (slot_->capture) runtime().explainer.has_written(op);
  if (!channel_->has_shadows) return;
  const abi::LocationRecord& cell = locations_->record(op.location);
  if (cell.size > sizeof(std::uint64_t)) return;
  runtime().symbolic.written(static_cast<std::uint32_t>(&op - slot_->operations), cell.address,
                             static_cast<unsigned>(cell.size), static_cast<std::uint64_t>(op.value));
}

// The effect of a synchronisation operation, according to trace/semantics.h, and whom it enables or disables.
void Scheduler::synchronise(trace::Operation& op) {
  Locations::State& location = locations_->state(op.location);
  if (!trace::synchronise(op, location.state)) return;
  if (const ThreadSet woken = trace::woken_by(op); !woken.empty()) wake(woken);
  let_go_on(op.location, location.state);
}

void Scheduler::let_go_on(trace::LocationId location, std::int64_t state) {
  trace::let_go_on(
      sets_, [&](ThreadId t) { return threads_[t.index()].pending.location == location; },
      [&](ThreadId t) {
        return trace::enabled_at(threads_[t.index()].pending, state) && !threads_[t.index()].twins.waits;
      });
}

bool Scheduler::look_again() {
  for (const ThreadId t : sets_.waiting) {
    const trace::Operation& op = threads_[t.index()].pending;
    if (!trace::is_await(op.kind) || sets_.cut.contains(t)) continue;
    const abi::LocationRecord& cell = locations_->record(op.location);
    // Memory that is gone is a finding.
    const bool is_there = may_access(cell.address, cell.size);
    const auto found = is_there ? content(reinterpret_cast<const void*>(cell.address), cell.size) : 0;
    const bool enabled = !is_there || trace::enabled_at(op, found);
    if (enabled && !threads_[t.index()].twins.waits) sets_.enabled.insert(t);
  }
  return !sets_.enabled.empty();
}

void Scheduler::wake(const ThreadSet& woken) {
  trace::wake(sets_, woken, [&](ThreadId t) {
    const OpKind kind = threads_[t.index()].pending.kind;
    // The last arrival at a barrier has not reached its kLeave yet.
    return t != current_->id && (kind == OpKind::kWake || kind == OpKind::kLeave);
  });
}

void Scheduler::end_waiting_joins(ThreadId ended) {
  trace::end_joins(sets_, [&](ThreadId t) {
    const Thread& thread = threads_[t.index()];
    return thread.pending.choice == ended.value && !thread.twins.waits;
  });
}

// --- threads

// The next child of `parent`: the same in every run. None if there are too many.
ThreadId Scheduler::intern_child(const Thread& parent, const void* function, const void* argument) {
  if (parent.children >= trace::kMaxThreads) return ThreadId::none();
  ThreadId& id = children_.at(parent.id, parent.children);
  if (!id.valid()) {
    if (channel_->threads_size == trace::kMaxThreads) return ThreadId::none();
    id = ThreadId(channel_->threads_size);
    channel_->threads[id.index()] = {.parent = parent.id, .nth = parent.children};
    known_threads_ = ++channel_->threads_size;
  }
  // For threads of stored tests, the explorer knows only the numbers.
  if (abi::ThreadRecord& record = channel_->threads[id.index()]; record.function == 0) {
    name_thread(record, function, argument);
    ++channel_->threads_named;
  }
  return id;
}

Thread* Scheduler::create(void* (*function)(void*), void* argument, const heddle_place* place, std::uintptr_t* handle,
                          bool detached) {
  Thread& parent = *current_;
  runtime().checkpoint.at(Checkpoint::Point::kThread);
  const ThreadId id = intern_child(parent, reinterpret_cast<void*>(function), argument);
  parent.pending = {.kind = OpKind::kCreate, .thread = parent.id, .place = place_id(place)};
  if (id.valid()) parent.pending.choice = id.value;
  pend(parent);
  go_on();
  perform(parent);
  ++parent.children;
  parent.add_change();
  Thread& child = threads_[id.index()];
  begin(child, id);
  child.function = function;
  child.argument = argument;
  child.argument_shadow = parent.child_shadow;
  parent.child_shadow = 0;
  child.fiber.resize(parent.child_stack != 0 ? parent.child_stack : kStackSize);
  parent.child_stack = 0;
  child.detached = detached;
  child.nanoseconds = parent.nanoseconds;
  child.random_seed = parent.random_seed;
  child.scheduling = parent.child_scheduling;
  parent.child_scheduling = {};
  std::memcpy(child.name, parent.child_name, sizeof child.name);
  child.name_hash = parent.child_name_hash;
  child.starter = &parent.fiber;
  if (handle != nullptr) *handle = handle_of(id);
  if (slot_->orders_twins) {
    find_twin(runtime(), parent, child);
    const ThreadId before = child.twins.before;
    child.twins.waits = before.valid() && !has_begun(threads_[before.index()]);
    waiting_twins_ += child.twins.waits ? 1 : 0;
  }
  on_create(parent, child);
  runtime().quiet.end(parent);
  child.fiber.start(run_thread, &child);
  if (runtime().run.uses_signals) child.fiber.signals() = SignalState::inherited(parent.fiber.signals());
  if (parent.child_has_signals) child.fiber.signals() = SignalState::with(parent.child_signals);
  parent.child_has_signals = false;
  current_ = &child;
  slot_->running = id;
  Fiber::switch_to(parent.fiber, child.fiber);  // until its first step
  current_ = &parent;
  slot_->running = parent.id;
  return &child;
}

void Scheduler::join(Thread& other, const heddle_place* place, bool takes_result) {
  Thread& self = *current_;
  self.pending = {.kind = OpKind::kJoin, .thread = self.id, .place = place_id(place), .choice = other.id.value};
  pend(self);
  go_on();
  perform(self);
  if (!slot_->orders_twins || join_twin(runtime(), self, other, takes_result)) on_join(self, other);
}

std::int64_t Scheduler::next_input(bool& given) {
  runtime().checkpoint.at(Checkpoint::Point::kDecision);
  const std::int64_t value = answer_input(*current_, given);
  if (!asked_.push({current_->id, slot_->operations_size, value, given})) looked_ahead_ = true;
  return value;
}

std::int64_t Scheduler::answer_input(Thread& thread, bool& given) {
  const std::span inputs(slot_->inputs, slot_->inputs_size);
  const trace::InputValue* const found = trace::find_input(inputs, thread.id, thread.inputs++, next_input_);
  given = found != nullptr;
  return given ? found->value : picker_.pick_input();
}

}  // namespace heddle::runtime
