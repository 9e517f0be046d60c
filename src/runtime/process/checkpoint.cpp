#include "runtime/process/checkpoint.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "runtime/anchor.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

// Of the machine, not of the program.
std::int64_t now() {
  timespec time{};
  real_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
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

template <class T>
bool copy_from(MappedArray<T>& to, const T* from, std::uint32_t size, std::size_t capacity) {
  if (to.capacity() == 0 && !to.map(capacity)) return false;
  to.clear();
  T* const place = to.extend(size);
  if (place == nullptr) return false;
  std::copy(from, from + size, place);
  return true;
}

template <class T>
void copy_to(T* to, std::uint32_t& size, const MappedArray<T>& from) {
  std::copy(from.begin(), from.end(), to);
  size = static_cast<std::uint32_t>(from.size());
}

// Beyond that, what a copy found out might not become known to others.
bool has_room_for_notes(const abi::Channel& channel) { return channel.usages_size < abi::kMaxUsages / 2; }

}  // namespace

void Checkpoint::start_run(const abi::Channel& channel) {
  const abi::Checkpoint wanted = channel.settings.checkpoint;
  asks_ = parks_ = measures_ = false;
  if (wanted == abi::Checkpoint::kNever || spoilt_ || channel.repeat != 0) return;
  measures_ = cost_.is_due();
  parks_ = cost_.pays() || wanted == abi::Checkpoint::kAlways;
  if (wanted == abi::Checkpoint::kAlways) at_decision_ = !at_decision_;  // both are tried
  asks_ = measures_ || parks_;
  if (!asks_) return;
  has_decided_ = false;
  begun_ = now();
  decided_ = started_ = begun_;
}

void Checkpoint::end_run() {
  if (!measures_ || !asks_ || parks_) return;
  at_decision_ = has_decided_ && 2 * (decided_ - begun_) > started_ - begun_;
  cost_.ran((at_decision_ ? decided_ : started_) - begun_, now() - begun_);
}

void Checkpoint::look(Point point) {
  Runtime& rt = runtime();
  if (!rt.scheduler.in_start()) return;
  if (point == Point::kDecision && has_decided_) return;
  has_decided_ |= point == Point::kDecision;
  (point == Point::kDecision ? decided_ : started_) = now();
  if (!parks_ || (point == Point::kDecision && !at_decision_)) return;
  if (can_be_kept(rt)) {
    keep(rt);
    serve(rt);
  } else {
    cost_.give_up();
  }
  asks_ = false;
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
  return rt.journal.is_empty() && rt.open_files.keep_positions() &&
         copy_from(operations_, slot.operations, slot.operations_size, abi::kMaxOperations) &&
         copy_from(values_, slot.values, slot.values_size, abi::kMaxOperations) &&
         copy_from(locals_, slot.locals, slot.locals_size, abi::kMaxLocals) &&
         copy_from(recorded_, slot.recorded, slot.recorded_size, abi::kMaxAccesses);
}

Checkpoint::Key Checkpoint::key_of(const Runtime& rt) {
  const abi::Channel& channel = *rt.channel;
  return {rt.slot->depth,           channel.cells_size,        channel.compared_size, channel.flags_changed,
          channel.settings.visible, channel.settings.symbolic, rt.slot->concrete};
}

void Checkpoint::keep(Runtime& rt) {
  key_ = key_of(rt);
  kept_ = true;
  asks_ = false;
}

// What a copy found out concerns the start, too, if it makes the exploration start again.
void Checkpoint::serve(Runtime& rt) {
  for (std::int64_t since = begun_;; since = now()) {
    switch (run_copy(rt)) {
      case Went::kIsCopy: return;
      case Went::kEnded: break;
      case Went::kDied: spoilt_ = true; leave(rt);
    }
    const abi::Slot& slot = *rt.slot;
    const bool goes_on = !slot.start_again && slot.found_cells_size == 0 && !rt.channel->wants_fork &&
                         rt.channel->found_compared_size == rt.channel->compared_size;
    rt.tests.answer(rt);
    cost_.served(now() - since);
    if (!goes_on || !takes_up_next(rt)) leave(rt);
  }
}

bool Checkpoint::takes_up_next(Runtime& rt) {
  const abi::Checkpoint wanted = rt.channel->settings.checkpoint;
  if (!cost_.pays() && wanted != abi::Checkpoint::kAlways) return false;
  rt.tests.next(rt);
  return fits(rt);
}

bool Checkpoint::fits(Runtime& rt) {
  abi::Slot& slot = *rt.slot;
  const abi::Channel& channel = *rt.channel;
  if (slot.capture || channel.repeat != 0 || channel.settings.checkpoint == abi::Checkpoint::kNever) return false;
  if (key_of(rt) != key_ || !has_room_for_notes(channel)) return false;
  if (!rt.scheduler.take_up(slot, {operations_.begin(), operations_.end()})) return false;
  copy_to(slot.operations, slot.operations_size, operations_);
  copy_to(slot.values, slot.values_size, values_);
  copy_to(slot.locals, slot.locals_size, locals_);
  copy_to(slot.recorded, slot.recorded_size, recorded_);
  slot.outcome = trace::Outcome::kFinished;
  slot.pending_size = slot.failures_size = slot.found_cells_size = slot.overflow = 0;
  slot.ran_out_of_patience = false;
  slot.running = trace::ThreadId(0);
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
    kept_ = false;
    in_child_ = true;
    real_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (real_syscall(SYS_getppid) != parent) real_syscall(SYS_exit_group, 1);  // it died before
    return Went::kIsCopy;
  }
  rt.process.child = static_cast<int>(copy);
  const int status = wait_for(copy);
  rt.process.child = 0;
  rt.journal.put_back();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Went::kEnded : Went::kDied;
}

void Checkpoint::leave(Runtime& rt) {
  rt.locations.learn();
  rt.accesses.learn();
  real_syscall(SYS_lseek, STDOUT_FILENO, 0, SEEK_SET);
  kept_ = false;
  rt.scheduler.abandon();
}

}  // namespace heddle::runtime
