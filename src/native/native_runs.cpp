// How tests get to the target, and how traces come back.

#include <algorithm>
#include <bit>
#include <chrono>
#include <csignal>
#include <ctime>
#include <utility>

#include "base/check.h"
#include "base/stop.h"
#include "native/native_executor.h"
#include "native/system_call.h"
#include "trace/hidden_counts.h"

namespace heddle::native {

using trace::ThreadId;

namespace {

constexpr long kNapNanoseconds = 20'000'000;
// Seconds between asking a run to stop and killing its process.
constexpr double kGrace = 2;
// The same when the exploration has been stopped.
constexpr double kLastGrace = 0.3;

// Did the process of a run die, but not the one that it was forked from?
bool has_died(const abi::Slot& slot) {
  return std::any_of(slot.failures, slot.failures + slot.failures_size,
                     [](const abi::FailureRecord& f) { return f.kind == trace::FailureKind::kDied; });
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void NativeExecutor::run(const trace::Test& test, trace::Trace& trace) {
  Sent sent = send_in_free_slot(test);
  finish(sent, trace);
}

void NativeExecutor::send(const trace::Test& test) {
  CHECK(sent_.size() < abi::kTestsAhead);  // room() may have become less since they were planned
  sent_.push_back(send_in_free_slot(test));
}

void NativeExecutor::receive(trace::Trace& trace) {
  finish(sent_.front(), trace);
  sent_.pop_front();
}

void NativeExecutor::drop_sent() {
  if (sent_.empty()) return;
  abi::Turns& turns = channel_->turns;
  turns.dropped.store(turns.sent.load());
  // A run that has begun goes on to its end, so that what it changes outside its memory is restored.
  try {
    if (process_ && !wait(sent_.back().number)) process_.reset();
  } catch (const base::Stopped&) {
    let_restore();
    process_.reset();
  }
  if (!process_) turns.answered.store(turns.sent.load());
  for (const Sent& sent : sent_) {
    free_slots_ |= 1U << sent.slot;
    // The next run that does the same will find nothing new in it.
    start_again_ |= channel_->slots[sent.slot].start_again;
  }
  sent_.clear();
}

NativeExecutor::Sent NativeExecutor::send_in_free_slot(const trace::Test& test) {
  CHECK(free_slots_ != 0);
  const auto slot = static_cast<std::uint32_t>(std::countr_zero(free_slots_));
  write_test(test, channel_->slots[slot]);
  free_slots_ &= ~(1U << slot);
  Sent sent;
  sent.slot = slot;
  sent.number = channel_->turns.send(slot, kSystem);
  return sent;
}

void NativeExecutor::write_test(const trace::Test& test, abi::Slot& slot) const {
  CHECK(test.schedule.size() <= abi::kMaxSchedule && test.inputs.size() <= abi::kMaxInputs);
  slot.policy = test.policy;
  slot.sleep = test.sleep;
  slot.depth = test.depth;
  slot.capture = capture_;
  slot.gathers = gathers_;
  slot.start_again = start_again_;
  slot.orders_twins = test.orders_twins;
  slot.counts_commute = test.counts_commute;
  slot.concrete = test.concrete;
  slot.running = ThreadId(0);
  slot.operations_size = slot.pending_size = slot.failures_size = slot.edges_size = 0;
  slot.schedule_size = static_cast<std::uint32_t>(test.schedule.size());
  std::copy(test.schedule.begin(), test.schedule.end(), slot.schedule);
  slot.inputs_size = static_cast<std::uint32_t>(test.inputs.size());
  std::copy(test.inputs.begin(), test.inputs.end(), slot.inputs);
}

void NativeExecutor::finish(Sent& sent, trace::Trace& trace) {
  do {
    await(sent);
  } while (must_run_again(sent));
  last_slot_ = sent.slot;
  free_slots_ |= 1U << sent.slot;
  if (sent.dead) {
    read_death(sent, trace);
  } else {
    read_trace(trace);
  }
}

void NativeExecutor::await(Sent& sent) {
  while (!channel_->turns.is_answered(sent.number)) {
    if (!process_ && start_target()) {
      base::request_stop(base::StopReason::kProgram);
      throw base::Stopped{};
    }
    try {
      if (!wait(sent.number)) note_death(at_hand(sent));
    } catch (const base::Stopped&) {
      let_restore();
      throw;
    }
  }
}

// The exploration has been stopped in the middle of a run, which ends now: the target restores the files that it has
// changed, and begins no other run.
void NativeExecutor::let_restore() {
  if (!process_ || !channel_->changes_files) return;
  abi::Turns& turns = channel_->turns;
  turns.dropped.store(turns.sent.load());
  process_->send(SIGALRM);
  const std::uint32_t last = turns.sent.load() - 1;
  const double until = now() + kLastGrace;
  while (!turns.is_answered(last) && now() < until && !process_->ended())
    turns.sleep_until_answered(last, 0, {0, kNapNanoseconds}, kSystem);
}

// The target runs tests in the order in which they were sent; `last` is one of them.
NativeExecutor::Sent& NativeExecutor::at_hand(Sent& last) {
  const std::uint32_t number = channel_->turns.answered.load();
  const auto found = std::ranges::find(sent_, number, &Sent::number);
  return found != sent_.end() ? *found : last;
}

// Something else may have killed it. If the program did it, it will do it again.
void NativeExecutor::note_death(Sent& sent) {
  if (!sent.again && !gave_up_) {
    sent.again = true;
    return;
  }
  sent.dead = true;
  sent.gave_up = gave_up_;
  if (!gave_up_) sent.death = add_note(channel_->died != 0 ? death_ + ": " + text(channel_->died) : death_);
  abi::Slot& slot = channel_->slots[sent.slot];
  slot.known = channel_->known();
  slot.found_compared_size = channel_->found_compared_size;
  channel_->turns.answered.store(sent.number + 1);  // because there is no target
}

bool NativeExecutor::must_run_again(Sent& sent) {
  if (sent.dead) return false;
  abi::Channel& c = *channel_;
  const bool died = has_died(c.slots[sent.slot]);
  const bool forks = c.wants_fork && c.settings.isolation == abi::Isolation::kReset && !options_.spec.isolation;
  if (died && !sent.again) {
    sent.again = true;
  } else if (forks) {
    forks_by_itself_ = "the program changes what cannot be reset";
  } else {
    if (sent.again && !died) ++killed_runs_;
    return false;
  }
  end_target();
  if (forks) c.settings.isolation = abi::Isolation::kFork;
  c.turns.answered.store(sent.number);
  return true;
}

void NativeExecutor::end_target() { process_.reset(); }

bool NativeExecutor::wait_for_start() {
  if (!process_) return false;
  Process& process = *process_;
  const auto is_ready = [&] { return channel_->turns.state.load() != abi::Turns::State::kStarting; };
  while (!is_ready()) {
    base::poll_stop();
    channel_->turns.sleep_until_ready({0, kNapNanoseconds}, kSystem);
    if (is_ready()) break;
    if (auto how = process.ended()) {
      death_ = *how;
      process_.reset();
      return false;
    }
  }
  return true;
}

bool NativeExecutor::wait(std::uint32_t test) {
  abi::Turns& turns = channel_->turns;
  gave_up_ = false;
  if (turns.is_answered(test)) return true;
  if (!process_) return false;
  Process& process = *process_;
  turns.wake_target(kSystem);
  if (spinning_.wait([&] { return turns.is_answered(test); })) return true;
  double progress_at = now();
  // Of the test at hand.
  const auto progress = [&] {
    const std::uint32_t at = turns.answered.load(std::memory_order_relaxed);
    return std::pair(at, channel_->slots[turns.slot_of(at)].operations_size);
  };
  auto last = progress();
  bool told = false;
  for (;;) {
    base::poll_stop();
    const timespec nap{0, kNapNanoseconds};
    const std::uint32_t later = turns.sent.load() - test - 1;
    turns.sleep_until_answered(test, shares_tests_ ? (later + 1) / 2 : 0, nap, kSystem);
    if (turns.is_answered(test)) return true;
    if (auto how = process.ended()) {
      death_ = *how;
      process_.reset();
      return false;
    }
    const double time = now();
    if (const auto current = progress(); current != last) {
      last = current;
      progress_at = time;
      told = false;
    } else if (!told && time - progress_at > options_.spec.patience) {
      process.send(SIGALRM);
      told = true;
    } else if (told && time - progress_at > options_.spec.patience + kGrace) {
      death_ = "it did not answer any more and was killed";
      gave_up_ = true;
      process_.reset();
      return false;
    }
  }
}

void NativeExecutor::read_trace(trace::Trace& trace) {
  const abi::Slot& slot = last_slot();
  trace.clear();
  trace.operations.assign(slot.operations, slot.operations + slot.operations_size);
  if (channel_->has_counts && !slot.counts_commute) trace::hide_counts(trace);
  trace.pending.assign(slot.pending, slot.pending + slot.pending_size);
  for (std::uint32_t i = 0; i < slot.failures_size; ++i) {
    const abi::FailureRecord& f = slot.failures[i];
    trace.failures.push_back(
        {f.kind, f.thread, f.place, f.other, f.note == 0 ? trace::NoteId::none() : trace::NoteId(f.note - 1)});
  }
  trace.accesses.assign(slot.recorded, slot.recorded + slot.recorded_size);
  trace.twins.assign(slot.twins, slot.twins + slot.twins_size);
  trace.edges.assign(slot.edges, slot.edges + slot.edges_size);
  trace.outcome = slot.outcome;
  trace.diverged_at = trace.outcome == trace::Outcome::kDiverged ? slot.diverged_at : 0;
  imported_.rewrite(*channel_, slot, trace);
  overflow_ |= slot.overflow;
  longest_ = std::max(longest_, trace.operations.size());
  start_again_ |= slot.start_again;
  trace.refines = start_again_ || slot.found_cells_size != 0 || slot.found_compared_size != channel_->compared_size;
  if (slot.known != named_) refresh_names(slot.known);
}

// What is known about a run whose process died: all threads stopped where they were. One that Heddle killed had merely
// run too long, as far as is known: it is cut there, like one that stops when asked to.
void NativeExecutor::read_death(const Sent& sent, trace::Trace& trace) {
  abi::Slot& slot = channel_->slots[sent.slot];
  slot.pending_size = 0;
  slot.outcome = sent.gave_up ? trace::Outcome::kCut : trace::Outcome::kFailed;
  slot.ran_out_of_patience |= sent.gave_up;
  read_trace(trace);
  trace::ThreadSet alive{ThreadId(0)};
  trace::PlaceId place(0);
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kCreate) alive.insert(ThreadId(static_cast<std::size_t>(op.choice)));
    if (op.kind == trace::OpKind::kExit) alive.erase(op.thread);
    if (op.thread == slot.running) place = op.place;
  }
  const auto why = sent.gave_up ? trace::Pending::Why::kCut : trace::Pending::Why::kFailed;
  for (const ThreadId t : alive)
    trace.pending.push_back({why, {.kind = trace::OpKind::kExit, .thread = t, .place = place}});
  if (sent.gave_up) return;
  trace.failures.push_back({trace::FailureKind::kDied, slot.running, place, trace::PlaceId::none(), sent.death});
}

}  // namespace heddle::native
