#include "runtime/process/checkpoint.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <new>

#include "runtime/anchor.h"
#include "runtime/memory/pages.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// Of the machine, not of the program.
std::int64_t now() {
  timespec time{};
  real_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
  return nanoseconds(time);
}

std::int64_t processor_time() {
  timespec time{};
  real_syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &time);
  return nanoseconds(time);
}

// Of the copies that have ended, and theirs.
std::int64_t processor_time_of_copies() {
  rusage used{};
  real_syscall(SYS_getrusage, RUSAGE_CHILDREN, &used);
  constexpr std::int64_t kMicrosecond = 1000;
  return (std::int64_t{used.ru_utime.tv_sec + used.ru_stime.tv_sec} * 1'000'000 + used.ru_utime.tv_usec +
          used.ru_stime.tv_usec) *
         kMicrosecond;
}

// Without the handlers that the program registered for its own forks. The C library keeps the id of its thread where
// the kernel knows it.
long make_copy() {
  int* number = nullptr;
  real_syscall(SYS_prctl, PR_GET_TID_ADDRESS, &number);
  const unsigned long with_number = number != nullptr ? CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID : 0;
  return real_syscall(SYS_clone, SIGCHLD | with_number, 0, 0, number, 0);
}

int wait_for(long process) {
  for (;;) {
    int status = 0;
    const long result = real_syscall(SYS_wait4, process, &status, WUNTRACED, nullptr);
    if (result == -EINTR) continue;
    if (result < 0 || !WIFSTOPPED(status)) return status;
    real_syscall(SYS_kill, process, SIGCONT);  // as the explorer does with us
  }
}

// Beyond that, what a copy found out might not become known to others.
bool has_room_for_notes(const abi::Channel& channel) { return channel.usages_size < abi::kMaxUsages / 2; }

// The gain is of the whole target.
CheckpointGain* map_shared_gain() {
  const long memory =
      real_syscall(SYS_mmap, 0, sizeof(CheckpointGain), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return failed(memory) ? nullptr : new (reinterpret_cast<void*>(memory)) CheckpointGain;
}

// Enough for deep stacks; each is a process.
constexpr std::uint32_t kDeepest = 24;
// With --always-checkpoint: at some steps, and not too deep, since it is slow.
constexpr std::uint32_t kDeepestAlways = 5;
constexpr std::uint32_t kAlwaysEvery = 3;

}  // namespace

void Checkpoint::start_run(const abi::Channel& channel) {
  const abi::Checkpoint wanted = channel.settings.checkpoint;
  if (looks_at_steps_ || kept_at_step_) count(channel);
  asks_ = parks_ = measures_ = looks_at_steps_ = kept_at_step_ = false;
  if (wanted == abi::Checkpoint::kNever || spoilt_ || channel.repeat != 0) return;
  if (gain_ == nullptr) gain_ = map_shared_gain();
  if (gain_ == nullptr) return;
  always_ = wanted == abi::Checkpoint::kAlways;
  measures_ = cost_.is_due() || gain_->is_stale();
  parks_ = cost_.pays() || always_;
  looks_at_steps_ = begin_test(runtime());
  if (always_) at_decision_ = !at_decision_;  // both are tried
  asks_ = measures_ || parks_;
  if (!asks_ && !looks_at_steps_) return;
  has_decided_ = false;
  begun_ = now();
  decided_ = started_ = begun_;
  base_ = floor_ = 0;
  used_ = processor_time();
}

void Checkpoint::end_run() {
  if (!measures_ || !asks_ || parks_) return;
  const std::int64_t end = now();
  at_decision_ = has_decided_ && 2 * (decided_ - begun_) > started_ - begun_;
  cost_.ran((at_decision_ ? decided_ : started_) - begun_, end - begun_);
  gain_->ran(position());
}

void Checkpoint::end_copy() {
  if (depth_ == 1 && !kept_at_step_ && !looks_at_steps_) gain_->ran(position());
  real_syscall(SYS_exit_group, static_cast<long>(Went::kEnded));
  __builtin_unreachable();
}

void Checkpoint::look(Point point) {
  Runtime& rt = runtime();
  if (!rt.scheduler.in_start()) return;
  if (point == Point::kDecision && has_decided_) return;
  has_decided_ |= point == Point::kDecision;
  (point == Point::kDecision ? decided_ : started_) = now();
  if (!parks_ || (point == Point::kDecision && !at_decision_)) return;
  if (can_be_kept(rt)) {
    keep(rt, false);
    serve(rt);
  } else {
    cost_.give_up();
  }
  asks_ = false;
}

std::int64_t Checkpoint::position() const { return base_ + processor_time() - used_; }

bool Checkpoint::is_time(const Runtime& rt) {
  if (always_) return depth_ < kDeepestAlways && rt.scheduler.steps() % kAlwaysEvery == kAlwaysEvery - 1;
  if (depth_ == kDeepest || __builtin_ia32_rdtsc() < next_look_) return false;
  const std::int64_t left = gain_->segment() - (position() - base_);
  // At least one cycle in each nanosecond.
  if (left > 0) next_look_ = __builtin_ia32_rdtsc() + static_cast<std::uint64_t>(left);
  return left <= 0;
}

bool Checkpoint::is_loss(const Runtime& rt) {
  const std::uint32_t tests = rt.channel->turns.test_at_hand() - tests_before_;
  return gain_->is_loss(tests, processor_time_of_copies() - used_by_copies_, floor_);
}

// Where tests have no schedule, none of them can go on from a step.
bool Checkpoint::begin_test(const Runtime& rt) {
  if (!always_ && (rt.slot->schedule_size == 0 || !gain_->begin_test())) return false;
  counted_tests_ = rt.channel->turns.test_at_hand();
  counted_time_ = processor_time() + processor_time_of_copies();
  return true;
}

void Checkpoint::count(const abi::Channel& channel) {
  gain_->took(channel.turns.test_at_hand() - counted_tests_,
              processor_time() + processor_time_of_copies() - counted_time_, floor_);
}

void Checkpoint::look_at_step() {
  Runtime& rt = runtime();
  if (!is_time(rt)) return;
  const bool can = (gain_->makes_more() || always_) && rt.scheduler.can_be_taken_up() && can_be_kept(rt);
  if (!can) {
    looks_at_steps_ = always_;
    return;
  }
  keep(rt, true);
  serve(rt);
}

// Would a run that did the same leave the same in its slot, and nothing else behind?
bool Checkpoint::can_be_kept(Runtime& rt) {
  const abi::Slot& slot = *rt.slot;
  const abi::Channel& channel = *rt.channel;
  rt.scheduler.stand();
  if (slot.capture || slot.start_again || slot.ran_out_of_patience || slot.overflow != 0) return false;
  if (slot.failures_size != 0 || slot.found_cells_size != 0) return false;
  if (channel.found_compared_size != channel.compared_size || !has_room_for_notes(channel)) return false;
  if (channel.wants_fork || channel.uncontrolled_size != 0 || rt.process.is_child || rt.run.falls != 0) return false;
  return rt.journal.is_empty() && rt.open_files.keep_positions() && trace_.keep(slot);
}

Checkpoint::Key Checkpoint::key_of(const Runtime& rt) const {
  const abi::Channel& channel = *rt.channel;
  return {.depth = rt.slot->depth,
          .cells = channel.cells_size,
          .compared = channel.compared_size,
          .flags = channel.flags_changed,
          .visible = channel.settings.visible,
          .symbolic = channel.settings.symbolic,
          .concrete = rt.slot->concrete,
          .orders_twins = kept_at_step_ && rt.slot->orders_twins,
          .knowledge = kept_at_step_ ? channel.knowledge : 0};
}

void Checkpoint::keep(Runtime& rt, bool at_step) {
  kept_ = true;
  kept_at_step_ = at_step;
  key_ = key_of(rt);
  asks_ = false;
  position_ = position();
  if (!at_step) floor_ = position_;
  used_by_copies_ = processor_time_of_copies();
  tests_before_ = rt.channel->turns.test_at_hand();
}

void Checkpoint::serve(Runtime& rt) {
  for (std::int64_t since = begun_;; since = now()) {
    switch (const Went went = run_copy(rt); went) {
      case Went::kIsCopy: return;
      case Went::kQuit: real_syscall(SYS_exit_group, 0); break;
      case Went::kEnded:
        if (!answer(rt, since)) leave(rt, Went::kLearnt);
        break;
      case Went::kLeft: break;
      case Went::kLearnt:
      case Went::kDied: leave(rt, went);
    }
    if (!takes_up_next(rt)) leave(rt, Went::kLeft);
    if (kept_at_step_) gain_->serves();
  }
}

bool Checkpoint::answer(Runtime& rt, std::int64_t since) {
  const abi::Slot& slot = *rt.slot;
  const bool goes_on = !slot.start_again && slot.found_cells_size == 0 && !rt.channel->wants_fork &&
                       rt.channel->found_compared_size == rt.channel->compared_size;
  rt.tests.answer(rt);
  if (!kept_at_step_) cost_.served(now() - since);
  return goes_on;
}

bool Checkpoint::takes_up_next(Runtime& rt) {
  const bool pays = kept_at_step_ ? !gain_->is_stale() && !is_loss(rt) : cost_.pays();
  if (!pays && !always_) return false;
  rt.tests.next(rt);
  return fits(rt);
}

bool Checkpoint::fits(Runtime& rt) {
  abi::Slot& slot = *rt.slot;
  const abi::Channel& channel = *rt.channel;
  if (slot.capture || channel.repeat != 0 || channel.settings.checkpoint == abi::Checkpoint::kNever) return false;
  if (key_of(rt) != key_ || !has_room_for_notes(channel)) return false;
  if (!kept_at_step_) {
    if (looks_at_steps_) count(channel);
    looks_at_steps_ = begin_test(rt);
  }
  if (!rt.scheduler.take_up(slot, trace_.operations())) return false;
  trace_.put(slot);
  slot.outcome = trace::Outcome::kFinished;
  slot.pending_size = slot.failures_size = slot.found_cells_size = slot.overflow = 0;
  slot.ran_out_of_patience = false;
  slot.running = rt.scheduler.current().id;
  return true;
}

Checkpoint::Went Checkpoint::run_copy(Runtime& rt) {
  rt.locations.learn();
  rt.accesses.learn_all();
  rt.open_files.put_back_positions();
  const long parent = real_syscall(SYS_getpid);
  const long copy = make_copy();
  if (copy < 0) return Went::kDied;
  if (copy == 0) {
    used_ = processor_time();
    base_ = position_;
    next_look_ = 0;
    kept_ = false;
    in_child_ = true;
    ++depth_;
    real_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (real_syscall(SYS_getppid) != parent) real_syscall(SYS_exit_group, 1);  // it died before
    return Went::kIsCopy;
  }
  rt.process.child = static_cast<int>(copy);
  const int status = wait_for(copy);
  rt.process.child = 0;
  rt.journal.put_back();
  if (!WIFEXITED(status) || WEXITSTATUS(status) > static_cast<int>(Went::kDied)) return Went::kDied;
  const auto went = static_cast<Went>(WEXITSTATUS(status));
  return went == Went::kIsCopy ? Went::kDied : went;
}

// A copy ends; the target itself returns to where it takes the next test.
void Checkpoint::leave(Runtime& rt, Went how) {
  if (in_child_) real_syscall(SYS_exit_group, static_cast<long>(how));
  spoilt_ |= how == Went::kDied;
  rt.locations.learn();
  rt.accesses.learn();
  real_syscall(SYS_lseek, STDOUT_FILENO, 0, SEEK_SET);
  kept_ = false;
  rt.scheduler.abandon();
}

}  // namespace heddle::runtime
