#include "runtime/schedule/signal_state.h"

#include <sys/syscall.h>

#include <csignal>
#include <ctime>

#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/real.h"

namespace heddle::runtime {

namespace {

// Faults become findings, and the explorer's alarm ends endless loops (process/signals.h).
constexpr SignalSet kNeeded = set_of(SIGSEGV) | set_of(SIGBUS) | set_of(SIGFPE) | set_of(SIGILL) | set_of(SIGABRT) |
                              set_of(SIGTRAP) | set_of(SIGALRM);

SignalSet set_mask(int how, const SignalSet* set) {
  SignalSet before = 0;
  real_syscall(SYS_rt_sigprocmask, how, set, &before, sizeof before);
  return before;
}

SignalSet pending() {
  SignalSet set = 0;
  real_syscall(SYS_rt_sigpending, &set, sizeof set);
  return set;
}

void take_from_kernel(int signal, siginfo_t* info = nullptr) {
  const SignalSet set = set_of(signal);
  constexpr timespec kNow{};
  real_syscall(SYS_rt_sigtimedwait, &set, info, &kNow, sizeof set);
}

void send_to_itself(int signal) {
  real_syscall(SYS_tgkill, real_syscall(SYS_getpid), real_syscall(SYS_gettid), signal);
}

template <class Visit>
void for_each_signal(SignalSet set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(__builtin_ctzll(set) + 1);
}

}  // namespace

void SignalState::leave() {
  constexpr SignalSet kAll = ~kNeeded;
  mask_ = set_mask(SIG_SETMASK, &kAll);
  if (raised_ == 0) return;
  raised_ &= runtime::pending();  // the others were delivered
  for_each_signal(raised_, [](int signal) { take_from_kernel(signal); });
}

void SignalState::enter() {
  for_each_signal(raised_, send_to_itself);
  set_mask(SIG_SETMASK, &mask_);
}

SignalSet SignalState::pending() const { return runtime::pending() | held_; }

SignalState SignalState::inherited(const SignalState& creator) {
  SignalState state;
  state.mask_ = set_mask(SIG_BLOCK, nullptr);
  state.kept_ = creator.kept_;
  return state;
}

SignalState SignalState::with(SignalSet blocked) {
  SignalState state;
  state.mask_ = blocked & ~kNeeded;
  state.kept_ = blocked & kNeeded;
  return state;
}

bool SignalState::change(int how, const SignalSet* set, SignalSet& before) {
  before = blocked();
  if (set == nullptr) return true;
  const SignalSet needed = *set & kNeeded;
  switch (how) {
    case SIG_BLOCK: kept_ |= needed; break;
    case SIG_UNBLOCK: kept_ &= ~needed; break;
    case SIG_SETMASK: kept_ = needed; break;
    default: return false;
  }
  const SignalSet others = *set & ~kNeeded;
  set_mask(how, &others);
  const SignalSet released = held_ & ~kept_;
  held_ &= kept_;
  for_each_signal(released, send_to_itself);
  return true;
}

void SignalState::discard(int signal) {
  discarded_ |= (raised_ | held_) & set_of(signal);
  raised_ &= ~set_of(signal);
  held_ &= ~set_of(signal);
}

bool SignalState::see(int signal) {
  discarded_ &= ~set_of(signal);
  return (pending() & set_of(signal)) != 0;
}

void SignalState::take(int signal, siginfo_t* info) {
  if ((held_ & set_of(signal)) == 0) return take_from_kernel(signal, info);
  held_ &= ~set_of(signal);
  if (info == nullptr) return;
  *info = {};
  info->si_signo = signal;
  info->si_code = SI_TKILL;
}

SignalSet SignalState::blocked() const { return set_mask(SIG_BLOCK, nullptr) | kept_; }

void SignalState::raise(int signal) {
  const SignalSet set = set_of(signal);
  if ((kept_ & set) != 0) {
    held_ |= set;
    return;
  }
  if ((blocked() & set) != 0) {
    constexpr int kFirstThatQueues = 32;
    if (signal >= kFirstThatQueues && (runtime::pending() & set) != 0) {
      report_uncontrolled("raise of a real-time signal that is pending, which sends nothing here", nullptr);
      return;
    }
    raised_ |= set;
  }
  send_to_itself(signal);
}

}  // namespace heddle::runtime
