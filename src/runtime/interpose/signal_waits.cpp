#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "abi/instrumented.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/memory/pages.h"
#include "runtime/schedule/signal_state.h"
#include "runtime/schedule/virtual_time.h"
#include "runtime/sync/signals.h"
#include "runtime/sys/real.h"

// Functions that wait for a signal. Nobody sends one to a tested program but the program itself (raise), so the thread
// waits for ever, which is named.

namespace heddle::runtime {

namespace {

bool in_program() { return anchor != nullptr && anchor->in_program(); }

[[noreturn]] void wait_for_ever(const char* what) {
  report_uncontrolled(what, nullptr);
  anchor->scheduler.stop(Stop::kEndless, nullptr);
}

SignalState& own_signals() { return runtime().scheduler.current().fiber.signals(); }

SignalSet bits(const sigset_t* set) {
  SignalSet result = 0;
  std::memcpy(&result, set, sizeof result);
  return result;
}

// One of these that is blocked and has been raised; 0 if there is none.
int take_pending(const sigset_t* set, siginfo_t* info) {
  for (SignalSet sent = own_signals().sent() & bits(set); sent != 0; sent &= sent - 1) {
    const int signal = __builtin_ctzll(sent) + 1;
    if (!look_for_pending(signal)) continue;
    own_signals().take(signal, info);
    return signal;
  }
  return 0;
}

// Signals interrupt a thread which blocks these.
bool is_interrupted(const sigset_t* blocked) {
  return deliver(own_signals().sent() & ~own_signals().held() & ~bits(blocked));
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::in_program;
using heddle::runtime::is_interrupted;
using heddle::runtime::real_syscall;
using heddle::runtime::SignalSet;
using heddle::runtime::system_call;
using heddle::runtime::wait_for_ever;

extern "C" {

int pause() {
  if (in_program()) wait_for_ever("pause, which waits for ever here");
  system_call(SYS_pause);
  errno = EINTR;
  return -1;
}

int sigwait(const sigset_t* set, int* signal) {
  if (in_program()) {
    const int pending = heddle::runtime::take_pending(set, nullptr);
    if (pending == 0) wait_for_ever("sigwait, which waits for ever here");
    __heddle_write(signal, sizeof *signal, nullptr);
    *signal = pending;
    return 0;
  }
  int taken = 0;
  while (taken <= 0) taken = sigwaitinfo(set, nullptr);
  *signal = taken;
  return 0;
}

int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  if (!in_program()) return sigtimedwait(set, info, nullptr);
  const int pending = heddle::runtime::take_pending(set, info);
  if (pending == 0) wait_for_ever("sigwaitinfo, which waits for ever here");
  return pending;
}

int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* time) {
  if (!in_program()) {
    const long signal = real_syscall(SYS_rt_sigtimedwait, set, info, time, sizeof(SignalSet));
    if (signal > 0) return static_cast<int>(signal);
    errno = static_cast<int>(-signal);
    return -1;
  }
  const int pending = heddle::runtime::take_pending(set, info);
  if (pending != 0) return pending;
  if (time == nullptr) wait_for_ever("sigtimedwait, which waits for ever here");
  heddle::runtime::advance_by(heddle::runtime::nanoseconds(*time));
  errno = EAGAIN;
  return -1;
}

int sigsuspend(const sigset_t* blocked) {
  if (in_program()) {
    if (!is_interrupted(blocked)) wait_for_ever("sigsuspend, which waits for ever here");
  }
  real_syscall(SYS_rt_sigsuspend, blocked, sizeof(SignalSet));
  errno = EINTR;
  return -1;
}
}
