#include "runtime/schedule/scheduler.h"

#include <algorithm>
#include <new>

#include "runtime/failures/failures.h"
#include "runtime/failures/stacks.h"
#include "runtime/memory/layout.h"
#include "runtime/memory/map_pages.h"
#include "runtime/names/naming.h"
#include "runtime/names/places.h"
#include "runtime/schedule/spin.h"
#include "runtime/schedule/stepping.h"
#include "runtime/sys/die.h"
#include "trace/symbolic_values.h"

namespace heddle::runtime {

using trace::OpKind;
using trace::Outcome;
using trace::ThreadId;
using trace::ThreadSet;

namespace {

// Where the ways around branches meet again, nearly every branch is a decision. They are taken immediately, as if they
// were not steps.
bool decides_at_once(const abi::Channel& channel) {
  return channel.settings.symbolic == trace::SymbolicValues::kInputsReadsAndMeetings;
}

}  // namespace

void Scheduler::init(abi::Channel& channel, Locations& locations) {
  channel_ = &channel;
  slot_ = &channel.slots[0];
  locations_ = &locations;
  if (channel.threads_size == 0) {
    channel.threads[0] = {.parent = ThreadId::none(), .nth = 0, .name = add_text("main")};
    channel.threads_size = 1;
  }
  asked_.map(abi::kMaxInputs);
  threads_ = map_pages<Thread>(trace::kMaxThreads);
  runner_.adopt();
  if (channel.settings.os_threads) runner_.carry_by(carriers_[0]);
}

// Threads that an earlier target or the explorer has named.
void Scheduler::learn_threads() {
  for (; known_threads_ < channel_->threads_size; ++known_threads_) {
    const abi::ThreadRecord& record = channel_->threads[known_threads_];
    if (record.parent.valid()) children_.at(record.parent, record.nth) = ThreadId(known_threads_);
  }
}

void Scheduler::prepare(Thread& thread, ThreadId id) {
  if (thread.fiber.prepared()) return;
  const OwnMemory::Use own(runtime().own_memory);
  new (&thread) Thread();
  char* const tls = id.value != 0 ? reinterpret_cast<char*>(kTlsBase + id.index() * kTlsStride) : nullptr;
  thread.fiber.prepare(reinterpret_cast<char*>(stack_top(id.index()) - kStackSize), kStackSize, tls);
}

void Scheduler::prepare_threads() {
  const std::size_t count = std::max<std::size_t>(kPreparedThreads, channel_->threads_size);
  for (; prepared_threads_ < count; ++prepared_threads_)
    prepare(threads_[prepared_threads_], ThreadId(prepared_threads_));
}

void Scheduler::begin(Thread& thread, ThreadId id) {
  prepare(thread, id);
  static_cast<ThreadState&>(thread) = {};
  thread.id = thread.pending.thread = id;
  sets_.exists.insert(id);
  if (channel_->settings.os_threads) carry(thread);
}

void Scheduler::carry(Thread& thread) {
  Carrier& carrier = carriers_[thread.id.index()];
  if (thread.id.value != 0 && !carrier.started())
    carrier.start(thread.fiber.tls_end(), channel_->texts + channel_->threads[thread.id.index()].title);
  thread.fiber.carry_by(carrier);
}

bool Scheduler::run(abi::Slot& slot, Fiber::Entry main_entry) {
  ++run_;
  slot_ = &slot;
  locations_->start_run(run_);
  static_cast<ScheduledRun&>(*this) = {};
  looks_closely_ = channel_->has_shadows || slot.capture;
  is_looked_at_ = runtime().checkpoint.looks_at_steps();
  asked_.clear();
  slot_->outcome = Outcome::kFinished;
  slot_->operations_size = slot_->pending_size = slot_->failures_size = slot_->twins_size = 0;
  picker_.reset(slot_->policy);
  learn_threads();
  prepare_threads();

  Thread& main = threads_[0];
  begin(main, ThreadId(0));
  main.starter = &runner_;
  main.fiber.start(main_entry, &main);
  current_ = &main;
  running_ = true;
  slot_->running = main.id;
  Fiber::switch_to(runner_, main.fiber);  // until its first step
  if (Thread* const next = abandoned_ ? nullptr : choose(); next != nullptr) {
    current_ = next;
    slot_->running = next->id;
    Fiber::switch_to(runner_, next->fiber);
  }
  running_ = false;
  if (abandoned_) return false;
  finish();
  return true;
}

void Scheduler::abandon() {
  abandoned_ = true;
  Fiber::switch_to(current_->fiber, runner_);
  die("an abandoned run goes on");
}

bool Scheduler::is_alone() const {
  for (const ThreadId t : sets_.exists) {
    if (t != current_->id && !threads_[t.index()].joined) return false;
  }
  return true;
}

const char* Scheduler::name_of_flag(std::uint64_t address) const {
  const std::uint64_t offset = address - reinterpret_cast<std::uint64_t>(threads_);
  if (offset >= trace::kMaxThreads * sizeof(Thread)) return nullptr;
  const Thread& thread = threads_[offset / sizeof(Thread)];
  return address == reinterpret_cast<std::uint64_t>(&thread.has_ended) ? "the end of a thread"
                                                                       : "the request to cancel a thread";
}

bool Scheduler::is_awaited(trace::LocationId location) const {
  for (const ThreadId t : sets_.waiting) {
    if (threads_[t.index()].pending.location == location) return true;
  }
  return false;
}

// --- stopping before a step

const trace::Operation& Scheduler::step(OpKind kind, trace::LocationId location, const heddle_place* place,
                                        std::int64_t operand) {
  Thread& self = *current_;
  self.pending = {.kind = kind, .thread = self.id, .location = location, .place = place_id(place), .operand = operand};
  pend(self);
  go_on();
  return perform(self);
}

void Scheduler::branch(trace::Branch branch, std::uint32_t value, const heddle_place* place) {
  Thread& self = *current_;
  self.pending = {.kind = OpKind::kBranch,
                  .thread = self.id,
                  .place = place_id(place),
                  .choice = static_cast<std::int32_t>(value),
                  .operand = trace::pack(branch)};
  pend(self);
  const bool at_once = decides_at_once(*channel_) && last_ == self.id && free_ && asleep_.empty() && !truncated_;
  if (!at_once) go_on();
  perform(self).value = value;
}

std::int64_t Scheduler::choose_number(trace::Domain domain, const heddle_place* place) {
  runtime().checkpoint.at(Checkpoint::Point::kDecision);
  return step(OpKind::kChoose, {}, place, trace::pack(domain)).value;
}

// Does this need more threads, or more waiting threads, than are allowed?
bool is_beyond(const trace::Operation& op) {
  if (op.kind == OpKind::kCreate) return op.choice == trace::kNoChoice;
  return trace::needs_waiter(op.kind) && op.thread.index() >= trace::kMaxWaiters;
}

// Publishes the thread's pending operation.
void Scheduler::pend(Thread& thread) {
  settle();
  const trace::Operation& op = thread.pending;
  bool enabled = true;
  if (trace::waits_for_state(op.kind)) {
    sets_.waiting.insert(thread.id);
    if (trace::is_await(op.kind)) read_state(op.location);
    enabled = trace::enabled_at(op, locations_->state(op.location).state);
  } else if (op.kind == OpKind::kJoin) {
    sets_.joining.insert(thread.id);
    enabled = sets_.ended.contains(ThreadId(static_cast<std::size_t>(op.choice)));
  } else if (trace::is_awaiting(op.kind)) {
    enabled = sets_.woken.contains(thread.id);
  } else if (is_beyond(op)) {
    enabled = false;
    sets_.beyond.insert(thread.id);
  }
  if (enabled) {
    pend_enabled(thread);
  } else if (thread.steps == slot_->depth) {
    sets_.cut.insert(thread.id);
  }
}

bool Scheduler::has_begun(const Thread& thread) const {
  if (thread.steps != 0) return true;
  const ThreadId id = thread.id;
  return sets_.ended.contains(id) || sets_.failed.contains(id) || sets_.unassumed.contains(id) ||
         sets_.spinning.contains(id) || sets_.cut.contains(id) || sets_.exited.contains(id);
}

void Scheduler::let_twin_begin(ThreadId thread) {
  for (const ThreadId t : sets_.exists) {
    Thread& twin = threads_[t.index()];
    if (!twin.twins.waits || twin.twins.before != thread) continue;
    twin.twins.waits = false;
    --waiting_twins_;
    if (twin.starter == nullptr && !has_begun(twin)) pend(twin);
  }
}

// Is this the first step of a thread? Then its creator continues first. Also keeps the stack, if it is wanted.
bool Scheduler::is_start(Thread& self) {
  if (slot_->capture) keep_stop(self.id);
  if (self.starter == nullptr) return false;
  Fiber& starter = *self.starter;
  self.starter = nullptr;
  Fiber::switch_to(self.fiber, starter);
  current_ = &self;
  return true;
}

void Scheduler::hide_past() {
  unsettled_.shows_past = false;
  runtime().held_reads.hide();
}

// Another thread continues; none if the run is over.
void Scheduler::hand_over(Thread* next) {
  Thread& self = *current_;
  if (next == nullptr) {
    announce_deadlock();
    Fiber::switch_to(self.fiber, runner_);
    return;
  }
  current_ = next;
  slot_->running = next->id;
  Fiber::switch_to(self.fiber, next->fiber);
}

// The running thread takes no more steps. What it leaves on its stack stays there.
void Scheduler::leave() {
  settle();
  go_on();
  die("a thread goes on that has ended");
}

void Scheduler::exit() {
  Thread& self = *current_;
  settle();
  log({.kind = OpKind::kExit, .thread = self.id, .place = place_id(nullptr)});
  sets_.ended.insert(self.id);
  end_waiting_joins(self.id);
  if (waiting_twins_ != 0) let_twin_begin(self.id);
  leave();
}

void Scheduler::become_process() {
  sets_ = {.exists = ThreadSet(current_->id)};
  current_->starter = nullptr;
  position_ = slot_->schedule_size;
  free_ = true;
  asleep_.clear();
}

void Scheduler::stop(Stop why, const heddle_place* place, std::int64_t turn) {
  Thread& self = *current_;
  self.pending = {.kind = OpKind::kExit, .thread = self.id, .place = place_id(place)};
  if (why == Stop::kSpinning) self.pending.operand = turn;
  sets_.enabled.erase(self.id);
  switch (why) {
    case Stop::kFailed: sets_.failed.insert(self.id); break;
    case Stop::kAssumeFailed: sets_.unassumed.insert(self.id); break;
    case Stop::kSpinning: sets_.spinning.insert(self.id); break;
    case Stop::kEndless: sets_.cut.insert(self.id); break;
    case Stop::kExited: sets_.exited.insert(self.id); break;
  }
  if (waiting_twins_ != 0) let_twin_begin(self.id);
  leave();
}

void Scheduler::stop_in_vain(const heddle_place* place, std::int64_t turn) {
  looked_ahead_ = true;
  for (std::uint32_t i = position_; i < slot_->schedule_size; ++i) {
    if (slot_->schedule[i].thread == current_->id) return;
  }
  stop(Stop::kSpinning, place, turn);
}

// --- choosing the next thread

void Scheduler::look_for_checkpoint() {
  if (steps_ != 0) runtime().checkpoint.at_step();
}

// A choice of the free run: which threads sleep, and which one continues?
Thread* Scheduler::choose_with_sleepers() {
  if (!free_) {
    free_ = true;
    choice_ = trace::kNoChoice;
    asleep_ = slot_->sleep & sets_.exists;
  } else {
    trace::wake_sleepers(asleep_, sets_.enabled - enabled_before_, *last_step_,
                         [&](ThreadId t) { return threads_[t.index()].pending; });
  }
  enabled_before_ = sets_.enabled;
  if (sets_.enabled.empty() && !sets_.waiting.empty()) look_again();
  const ThreadSet ready = sets_.enabled - asleep_;
  if (decides_at_once(*channel_) && last_.valid() && ready.contains(last_)) {
    Thread& last = threads_[last_.index()];
    if (last.pending.kind == OpKind::kBranch) return &last;
  }
  return ready.empty() ? nullptr : &threads_[picker_.pick(ready, last_, steps_).index()];
}

Thread* Scheduler::follow_schedule() {
  const trace::Step& s = slot_->schedule[position_];
  const auto has_outcome = [&] {
    const trace::Operation& op = threads_[s.thread.index()].pending;
    return trace::has_outcome(op, s.choice, [&] { return locations_->state(op.location).state; });
  };
  if (!trace::can_follow(s, sets_, has_outcome)) {
    slot_->outcome = Outcome::kDiverged;
    slot_->diverged_at = position_;
    return nullptr;
  }
  ++position_;
  choice_ = s.choice;
  return &threads_[s.thread.index()];
}

// --- the end of a run

// A run that has shown that others are needed proves nothing.
bool Scheduler::is_final() const {
  return !slot_->start_again && slot_->found_cells_size == 0 && channel_->uncontrolled_size == 0;
}

bool Scheduler::is_blocked_in_loop() const {
  for (const ThreadId t : sets_.waiting) {
    if (trace::is_await(threads_[t.index()].pending.kind)) return true;
  }
  return false;
}

ThreadSet Scheduler::stopped_at_looks(trace::AwaitCondition::Otherwise why) const {
  ThreadSet stopped;
  if (sets_.program_has_ended()) return stopped;
  for (const ThreadId t : sets_.waiting - sets_.enabled - sets_.cut) {
    if (trace::otherwise(threads_[t.index()].pending) == why) stopped.insert(t);
  }
  return stopped;
}

// If those that turn round in loops will do so for ever, it is a livelock.
void Scheduler::find_livelock() {
  const bool only_spins = sets_.failed.empty() && sets_.unassumed.empty() && sets_.cut.empty() &&
                          sets_.beyond.empty() && sets_.enabled.empty() &&
                          stopped_at_looks(trace::AwaitCondition::Otherwise::kAssumption).empty();
  if (!only_spins || !is_final() || program_has_ended() || slot_->outcome != Outcome::kFinished) return;
  const ThreadSet spinning = sets_.spinning | stopped_at_looks(trace::AwaitCondition::Otherwise::kNextTurn);
  for (const ThreadId t : spinning) {
    if (!is_stuck(threads_[t.index()], *slot_, *this)) return;
  }
  for (const ThreadId t : spinning) {
    const Thread& thread = threads_[t.index()];
    const std::uint32_t note = thread.awaited >= 0 ? add_note("waits for ever for a pipe or socket") : 0;
    const trace::PlaceId place = sets_.spinning.contains(t) ? thread.pending.place : place_id(thread.turn_place);
    add_failure({.kind = trace::FailureKind::kLivelock, .thread = thread.id, .place = place, .note = note});
  }
  sets_.failed |= sets_.spinning;
}

void Scheduler::finish() {
  settle();
  if (slot_->capture) runtime().between_steps.settle();
  if (slot_->twins_size != 0) end_twins(runtime());
  for (const ThreadId t : sets_.exists) runtime().idle_locks.end(threads_[t.index()]);
  if (runtime().idle_locks.any_found()) slot_->outcome = Outcome::kDiverged;
  // A thread that could continue may still find that it looked in vain; another run shows that.
  for (const ThreadId t : sets_.exists) {
    Thread& thread = threads_[t.index()];
    if (thread.look_count != 0 && !(sets_.enabled.contains(t) && may_be_in_vain(thread))) keep_looks(thread);
  }
  find_livelock();
  for (const ThreadId t : sets_.exists - sets_.ended) {
    slot_->pending[slot_->pending_size++] = {trace::why_pending(t, sets_, asleep_), threads_[t.index()].pending};
    if (slot_->capture) runtime().explainer.waits(threads_[t.index()].pending);
  }
  slot_->outcome = outcome();
}

Outcome Scheduler::outcome() const {
  if (slot_->outcome == Outcome::kDiverged) return Outcome::kDiverged;
  if (truncated_) return Outcome::kCut;
  using Otherwise = trace::AwaitCondition::Otherwise;
  const bool is_stopped =
      !stopped_at_looks(Otherwise::kAssumption).empty() || !stopped_at_looks(Otherwise::kNextTurn).empty();
  return trace::outcome_of(sets_, is_stopped || (!is_final() && is_blocked_in_loop()));
}

// A debugger should see it while all threads are still where they wait.
void Scheduler::announce_deadlock() const {
  if (channel_->settings.os_threads && outcome() == Outcome::kDeadlock) heddle_finding("deadlock");
}

}  // namespace heddle::runtime
